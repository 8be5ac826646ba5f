//! Writes games of random moves as training data, for `batches.c`:
//! `cargo run -p setwise-loader-capi --example games -- FILE`

use setwise_binpack::Writer;
use setwise_moves::{Outcome, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("games FILE")?;
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    let mut random = 1_u64;
    for game in 0..20 {
        let mut position = Position::startpos();
        for ply in 0..60 {
            let moves = position.legal_moves();
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let Some(played) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break;
            };
            let labels = (Some((random >> 50) as i16 % 300), Outcome::ALL[game % 3]);
            writer.write_position(&position, Some(*played), labels, ply, &mut file)?;
            position = position.play(*played)?;
        }
    }
    writer.finish(&mut file);
    Ok(std::fs::write(path, file)?)
}
