//! Counts games by their result and the rating of White, in steps of 200:
//! `cargo run --release --example by_elo -- games.pgn.zst`.

use setwise_formats::Compression;
use setwise_pgn::Games;
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: by_elo FILE")?;
    let file = std::fs::File::open(&path)?;
    let mut games = Games::new(Compression::of_path(&path).reader(file)?);
    let mut counts: BTreeMap<Option<u32>, [u64; 4]> = BTreeMap::new();
    while let Some(game) = games.next()? {
        if let Some((reason, at)) = game.damage() {
            eprintln!(
                "game {}, line {}: {reason}",
                game.number(),
                game.line_at(at)
            );
            continue;
        }
        let elo = game.tag("WhiteElo").and_then(|elo| elo.parse::<u32>().ok());
        let result = game.outcome().map_or(3, |outcome| outcome.half_points());
        counts.entry(elo.map(|elo| elo / 200 * 200)).or_default()[usize::from(result)] += 1;
    }
    for (elo, [losses, draws, wins, unknown]) in counts {
        let elo = elo.map_or("unrated".to_owned(), |elo| elo.to_string());
        println!("{elo:>8}: {wins} won, {draws} drawn, {losses} lost, {unknown} unknown");
    }
    Ok(())
}
