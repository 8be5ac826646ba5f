pub(crate) mod board;

use clap::{Args, ValueEnum};
use itertools::Itertools;
use serde_json::{Value, json};
use setwise::{Direction, Rays, Sliders};
use setwise_moves::{Color, Position, Role, Setup};
use setwise_program::failure::usage;

/// Draw the attacks, or the fills, of a position's sliders.
///
/// A dot is an empty square, a bullet an attacked one; an attacked piece is in brackets.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: setwise draw 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --rays")]
pub(crate) struct DrawArgs {
    /// Position, or `startpos`; only the pieces and the side to move are read
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    fen: Vec<String>,

    /// One direction: n, ne, e, se, s, sw, w, nw (or north, north-east ...)
    #[arg(long, value_name = "DIRECTION", value_parser = direction, group = "shape")]
    direction: Option<Direction>,
    /// All directions in one board (the default)
    #[arg(long, group = "shape")]
    union: bool,
    /// Eight boards, one per direction
    #[arg(long, group = "shape")]
    rays: bool,
    /// Owner of the sliders [default: the side to move]
    #[arg(long, value_enum)]
    side: Option<SideChoice>,
    /// Draw occluded fills (the sliders and the empty squares that they reach) instead of attacks
    #[arg(long)]
    fill: bool,
    /// Use letters and ASCII marks only
    #[arg(long, conflicts_with = "json")]
    ascii: bool,
    /// Print JSON, boards as hexadecimal words (a1 is bit 0)
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    White,
    Black,
    Both,
}

/// Finds a direction by its name or its initials.
fn direction(name: &str) -> Result<Direction, String> {
    let initials = |direction: &Direction| -> String {
        let name = direction.to_string();
        name.split('-').map(|word| &word[..1]).collect()
    };
    let is_named = |d: &Direction| d.to_string() == name || initials(d) == name;
    let names = Direction::ALL.each_ref().map(initials).join(", ");
    let direction = Direction::ALL.into_iter().find(is_named);
    direction.ok_or_else(|| format!("the directions are {names}"))
}

/// Reads a FEN, which without quotes arrives in several words, or `startpos`.
pub(crate) fn placement(words: &[String]) -> anyhow::Result<(String, Setup)> {
    let fen = match words.join(" ") {
        name if name == "startpos" => Position::startpos().to_fen(),
        blank if blank.trim().is_empty() => {
            return Err(usage("no position is given, such as startpos"));
        }
        fen => fen,
    };
    let setup = Setup::from_placement(&fen).map_err(usage)?;
    Ok((fen, setup))
}

pub(crate) fn run(args: &DrawArgs) -> anyhow::Result<String> {
    let (fen, setup) = placement(&args.fen)?;
    let side = args.side.unwrap_or(match setup.turn {
        Color::White => SideChoice::White,
        Color::Black => SideChoice::Black,
    });
    let (colors, whose) = match side {
        SideChoice::White => (&Color::ALL[..1], "white's"),
        SideChoice::Black => (&Color::ALL[1..], "black's"),
        SideChoice::Both => (&Color::ALL[..], "both sides'"),
    };
    let sliders = Sliders {
        orthogonal: union(&setup, colors, &[Role::Rook, Role::Queen]),
        diagonal: union(&setup, colors, &[Role::Bishop, Role::Queen]),
    };
    let occupied = union(&setup, &Color::ALL, &Role::ALL);
    let rays = match args.fill {
        true => Rays(Direction::ALL.map(|d| setwise::occluded_fill(sliders.of(d), !occupied, d))),
        false => setwise::ray_attacks(sliders, occupied),
    };
    if args.json {
        // Many JSON parsers keep only 53 bits of a number.
        let word = |board: u64| Value::from(format!("{board:#018x}"));
        let directions = Direction::ALL.map(|d| (d.to_string(), word(rays[d])));
        let value = json!({
            "fen": fen,
            "set": if args.fill { "fill" } else { "attacks" },
            "side": format!("{side:?}").to_lowercase(),
            "orthogonal": word(sliders.orthogonal),
            "diagonal": word(sliders.diagonal),
            "occupied": word(occupied),
            "union": word(rays.union()),
            "directions": serde_json::Map::from_iter(directions),
        });
        return Ok(format!("{value:#}\n"));
    }
    let look = board::Look::of_terminal(args.ascii);
    let (title, total) = match args.direction {
        Some(direction) => (direction.to_string(), rays[direction]),
        None => ("all directions".to_string(), rays.union()),
    };
    let lines = match args.rays {
        true => board::around(look, &setup, &rays.0),
        false => board::board(look, &title, &setup, total),
    };
    let verb = if args.fill { "fill" } else { "attack" };
    let (pieces, squares) = (counted(sliders.all(), "piece"), counted(total, "square"));
    let sentence = format!("{whose} sliders ({pieces}) {verb} {squares}");
    Ok(format!("{}\n\n{sentence}\n", lines.join("\n")))
}

/// The number of squares in a set, in words.
fn counted(set: u64, noun: &str) -> String {
    match set.count_ones() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// The pieces of these colors and roles.
fn union(setup: &Setup, colors: &[Color], roles: &[Role]) -> u64 {
    let pieces = colors.iter().cartesian_product(roles);
    pieces.fold(0, |all, (&color, &role)| all | setup.pieces(color, role))
}
