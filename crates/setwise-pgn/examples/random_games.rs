//! Writes random games to a file, and to another one what a reader has to find, a line for each.

#[path = "../tests/writer/random.rs"]
mod random;

use std::{env::args, fs::write, io};

fn main() -> io::Result<()> {
    let arguments: Vec<_> = args().skip(1).collect();
    let [count, seed, games, expected] = arguments.as_slice() else {
        return Err(io::Error::other(
            "usage: random_games COUNT SEED GAMES EXPECTED",
        ));
    };
    let number = |text: &String| text.parse().map_err(io::Error::other);
    let mut random = fastrand::Rng::with_seed(number(seed)?);
    let written: Vec<_> = (0..number(count)?)
        .map(|_| random::game(&mut random))
        .collect();
    write(
        games,
        written
            .iter()
            .map(|game| game.text.as_str())
            .collect::<String>(),
    )?;
    let lines = written.iter().map(|game| {
        let outcome = game.outcome.map_or("*", |outcome| outcome.as_str());
        let start = game.start.to_shredder_fen();
        let moves = game.moves.len();
        format!(
            "{}\t{outcome}\t{start}\t{moves}\t{}\n",
            game.white,
            game.tokens.join(" ")
        )
    });
    write(expected, lines.collect::<String>())
}
