//! A board with its pieces and a marked set, as lines of a terminal.

use itertools::{Itertools, izip};
use setwise::{Direction, Square};
use setwise_moves::{Color, Role, Setup};
use std::io::IsTerminal;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Letters and ASCII marks only.
    pub(crate) ascii: bool,
    pub(crate) color: bool,
}

impl Look {
    /// Colors if the output is a terminal, unless `NO_COLOR` is set.
    pub(crate) fn of_terminal(ascii: bool) -> Self {
        let has_color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let color = has_color && std::io::stdout().is_terminal();
        Self { ascii, color }
    }
}

/// Returns a board of ten lines: a title, ranks 8 to 1, the names of the files. A piece on a marked
/// square stands in brackets.
pub(crate) fn board(look: Look, title: &str, setup: &Setup, marked: u64) -> Vec<String> {
    let mut lines = vec![format!("  {title:^24}")];
    for rank in (0..8).rev() {
        let squares = (0..8).map(|file| Square::wrapping(8 * rank + file));
        let cells = squares.map(|square| cell(look, setup, square, marked & square.bit() != 0));
        lines.push(format!("{} {}", rank + 1, cells.collect::<String>()));
    }
    lines.push("   a  b  c  d  e  f  g  h ".to_string());
    lines
}

/// Returns the position with eight boards around it, each on the side of its direction.
pub(crate) fn around(look: Look, setup: &Setup, sets: &[u64; 8]) -> Vec<String> {
    let ray = |at: usize| {
        let title = Direction::ALL[at].to_string();
        board(look, &title, setup, sets[at])
    };
    let position = board(look, "position", setup, 0);
    // Directions are numbered clockwise from the north.
    let rows = [
        [ray(7), ray(0), ray(1)],
        [ray(6), position, ray(2)],
        [ray(5), ray(4), ray(3)],
    ];
    let rows = rows.map(|[left, middle, right]| {
        let line = |(left, middle, right)| format!("{left}  {middle}  {right}");
        izip!(left, middle, right).map(line).join("\n")
    });
    rows.join("\n\n").lines().map(String::from).collect()
}

/// Draws a square in three columns.
fn cell(look: Look, setup: &Setup, square: Square, marked: bool) -> String {
    let piece = piece(look, setup, square);
    let text = match (piece, marked, look.ascii) {
        (Some(piece), false, _) => format!(" {piece} "),
        (Some(piece), true, _) => format!("[{piece}]"),
        (None, true, ascii) => format!(" {} ", if ascii { '*' } else { '•' }),
        (None, false, ascii) => format!(" {} ", if ascii { '.' } else { '·' }),
    };
    match (look.color, marked) {
        (true, true) => format!("\x1b[30;42m{text}\x1b[0m"),
        (true, false) if piece.is_none() => format!("\x1b[2m{text}\x1b[0m"),
        _ => text,
    }
}

/// The letter or the figurine of the piece on a square.
fn piece(look: Look, setup: &Setup, square: Square) -> Option<char> {
    let mut all = Color::ALL.into_iter().cartesian_product(Role::ALL);
    let is_here = |(color, role): &(Color, Role)| setup.pieces(*color, *role) & square.bit() != 0;
    let (color, role) = all.find(is_here)?;
    let figurines = match color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    Some(match (look.ascii, color) {
        (false, _) => figurines[role.index()],
        (true, Color::White) => role.letter().to_ascii_uppercase(),
        (true, Color::Black) => role.letter(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::Sliders;

    /// Columns of one drawn board: the rank's number and eight squares of three columns.
    const WIDTH: usize = 2 + 8 * 3;

    const PLAIN: Look = Look {
        ascii: true,
        color: false,
    };

    fn setup() -> Setup {
        Setup::from_placement("8/8/8/8/1R2p3/8/8/8").unwrap()
    }

    #[test]
    fn pieces_and_marks() {
        let rook = Sliders {
            orthogonal: 1 << 25,
            diagonal: 0,
        };
        let marked = setwise::ray_attacks(rook, 1 << 25 | 1 << 28)[Direction::East];
        let drawn = board(PLAIN, "east", &setup(), marked);
        assert_eq!(drawn[5], "4  .  R  *  * [p] .  .  . ");
        assert_eq!(drawn[6], "3  .  .  .  .  .  .  .  . ");
        assert_eq!(drawn.len(), 10);
    }

    #[test]
    fn eight_boards_are_three_wide_in_every_line() {
        let drawn = around(PLAIN, &setup(), &[!0; 8]);
        assert_eq!(drawn.len(), 3 * 10 + 2);
        for line in drawn.iter().filter(|line| !line.is_empty()) {
            assert_eq!(line.chars().count(), 3 * WIDTH + 4, "{line:?}");
        }
    }

    #[test]
    fn color_changes_no_text() {
        let colored = Look {
            ascii: false,
            color: true,
        };
        let plain = Look {
            color: false,
            ..colored
        };
        let strip = |text: String| {
            ["\x1b[30;42m", "\x1b[2m", "\x1b[0m"]
                .iter()
                .fold(text, |text, code| text.replace(code, ""))
        };
        let setup = setup();
        assert_eq!(
            strip(board(colored, "", &setup, 0xff00_ff00).join("\n")),
            board(plain, "", &setup, 0xff00_ff00).join("\n")
        );
    }
}
