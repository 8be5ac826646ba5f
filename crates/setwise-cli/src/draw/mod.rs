//! `setwise draw`: fills and attack sets of a position, in the terminal.

mod board;
mod fen;

use crate::failure::Failure;
use crate::kernel::check_forced;
use clap::{Args, ValueEnum};
use fen::{Colour, Placement};
use serde_json::json;
use setwise::{Direction, Rays, Sliders};
use setwise_moves::Position;
use std::fmt::Write;
use std::io::IsTerminal;

/// Draw the attacks, or the fills, of a position's sliders.
///
/// A dot is an empty square, a bullet an attacked one; a man in brackets is attacked.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: setwise draw 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --rays")]
pub(crate) struct DrawArgs {
    /// A position, or `startpos`; the board and the side to move are read, further fields are not
    #[arg(value_name = "FEN", num_args = 1.., required = true)]
    fen: Vec<String>,
    #[command(flatten)]
    shape: Shape,
    /// Whose sliders; without it, those of the side to move
    #[arg(long, value_enum)]
    side: Option<SideChoice>,
    /// Occluded fills (the sliders and the empty squares that they reach) instead of attacks
    #[arg(long)]
    fill: bool,
    /// Letters and ASCII marks only
    #[arg(long, conflicts_with = "json")]
    ascii: bool,
    /// The boards as JSON, as hexadecimal words (a1 is bit 0)
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct Shape {
    /// One direction
    #[arg(
        long,
        value_enum,
        value_name = "DIRECTION",
        hide_possible_values = true
    )]
    #[arg(help = "One direction: n, ne, e, se, s, sw, w, nw (or north, north-east ...)")]
    direction: Option<DirectionName>,
    /// All directions in one board (the default)
    #[arg(long)]
    union: bool,
    /// Eight boards, one per direction
    #[arg(long)]
    rays: bool,
}

/// Whose sliders are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SideChoice {
    White,
    Black,
    Both,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DirectionName {
    #[value(alias = "north")]
    N,
    #[value(alias = "north-east")]
    Ne,
    #[value(alias = "east")]
    E,
    #[value(alias = "south-east")]
    Se,
    #[value(alias = "south")]
    S,
    #[value(alias = "south-west")]
    Sw,
    #[value(alias = "west")]
    W,
    #[value(alias = "north-west")]
    Nw,
}

/// Runs the command; the drawing.
pub(crate) fn run(args: &DrawArgs) -> Result<String, Failure> {
    check_forced()?;
    // A FEN without quotes arrives in several words.
    let fen = match args.fen.join(" ") {
        name if name == "startpos" => Position::startpos().to_fen(),
        fen => fen,
    };
    let men: Placement = fen.parse().map_err(Failure::usage)?;
    let side = args.side.unwrap_or(match men.to_move {
        Colour::White => SideChoice::White,
        Colour::Black => SideChoice::Black,
    });
    let sliders = sliders(&men, side);
    let rays = sets(sliders, men.occupied(), args.fill);
    let direction = args
        .shape
        .direction
        .map(|name| Direction::ALL[name as usize]);
    if args.json {
        return Ok(to_json(&fen, args.fill, side, sliders, &men, &rays));
    }
    let terminal = std::io::stdout().is_terminal();
    let look = board::Look {
        ascii: args.ascii,
        colour: terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    let (lines, total) = if args.shape.rays {
        (board::compass(look, &men, &rays.0), rays.union())
    } else if let Some(direction) = direction {
        let title = direction.to_string();
        (
            board::board(look, &title, &men, rays[direction]),
            rays[direction],
        )
    } else {
        (
            board::board(look, "all directions", &men, rays.union()),
            rays.union(),
        )
    };
    let mut out = lines.join("\n");
    let _ = write!(out, "\n\n{}\n", sentence(args.fill, side, sliders, total));
    Ok(out)
}

/// What was drawn, in words.
fn sentence(fill: bool, side: SideChoice, sliders: Sliders, total: u64) -> String {
    let verb = if fill { "fill" } else { "attack" };
    let whose = match side {
        SideChoice::White => "white's",
        SideChoice::Black => "black's",
        SideChoice::Both => "both sides'",
    };
    let plural = |count: u32, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    format!(
        "{whose} sliders ({}) {verb} {}",
        plural(sliders.all().count_ones(), "man").replace("mans", "men"),
        plural(total.count_ones(), "square")
    )
}

fn sliders(men: &Placement, side: SideChoice) -> Sliders {
    let (white, black) = (men.sliders(Colour::White), men.sliders(Colour::Black));
    match side {
        SideChoice::White => white,
        SideChoice::Black => black,
        SideChoice::Both => Sliders {
            orthogonal: white.orthogonal | black.orthogonal,
            diagonal: white.diagonal | black.diagonal,
        },
    }
}

/// The set of each direction.
fn sets(sliders: Sliders, occupied: u64, fill: bool) -> Rays {
    if fill {
        Rays(Direction::ALL.map(|d| setwise::occluded_fill(d, sliders.of(d), !occupied)))
    } else {
        setwise::ray_attacks(sliders, occupied)
    }
}

fn to_json(
    fen: &str,
    fill: bool,
    side: SideChoice,
    sliders: Sliders,
    men: &Placement,
    rays: &Rays,
) -> String {
    // Many readers of JSON keep numbers in 53 bits.
    let word = |board: u64| format!("{board:#018x}");
    let directions: serde_json::Map<_, _> = Direction::ALL
        .iter()
        .map(|&d| (d.to_string(), json!(word(rays[d]))))
        .collect();
    let value = json!({
        "fen": fen,
        "set": if fill { "fill" } else { "attacks" },
        "side": format!("{side:?}").to_lowercase(),
        "orthogonal": word(sliders.orthogonal),
        "diagonal": word(sliders.diagonal),
        "occupied": word(men.occupied()),
        "union": word(rays.union()),
        "directions": directions,
    });
    format!("{value:#}\n")
}
