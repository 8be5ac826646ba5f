//! A board with its men and a marked set, as lines of a terminal.

use super::fen::Placement;
use setwise::{Direction, Square};

/// How boards are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Letters and ASCII marks only.
    pub(crate) ascii: bool,
    /// ANSI colours.
    pub(crate) colour: bool,
}

/// A board of ten lines: a title, ranks 8 to 1, the names of the files. A man on a marked square stands in
/// brackets.
pub(crate) fn board(look: Look, title: &str, men: &Placement, marked: u64) -> Vec<String> {
    let mut lines = vec![format!("  {title:^24}")];
    for rank in (0..8).rev() {
        let mut line = format!("{} ", rank + 1);
        for file in 0..8 {
            let square = Square::wrapping(8 * rank + file);
            line += &cell(look, men.man(square), marked & square.bit() != 0);
        }
        lines.push(line);
    }
    lines.push("   a  b  c  d  e  f  g  h ".to_string());
    lines
}

/// Eight boards round the position, each where its direction points to.
pub(crate) fn compass(look: Look, men: &Placement, sets: &[u64; 8]) -> Vec<String> {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let rows = [
        [Some(NorthWest), Some(North), Some(NorthEast)],
        [Some(West), None, Some(East)],
        [Some(SouthWest), Some(South), Some(SouthEast)],
    ];
    let mut lines = Vec::new();
    for row in rows {
        let boards = row.map(|direction| match direction {
            Some(d) => board(look, &d.to_string(), men, sets[d.index()]),
            None => board(look, "position", men, 0),
        });
        let [left, middle, right] = boards;
        for ((left, middle), right) in left.iter().zip(&middle).zip(&right) {
            lines.push(format!("{left}  {middle}  {right}"));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// Always three columns.
fn cell(look: Look, man: Option<char>, marked: bool) -> String {
    let (dot, mark) = if look.ascii {
        ('.', '*')
    } else {
        ('·', '•')
    };
    let text = match (man, marked) {
        (Some(man), false) => format!(" {} ", figure(look, man)),
        (Some(man), true) => format!("[{}]", figure(look, man)),
        (None, true) => format!(" {mark} "),
        (None, false) => format!(" {dot} "),
    };
    match (look.colour, marked) {
        (true, true) => format!("\x1b[30;42m{text}\x1b[0m"),
        (true, false) if man.is_none() => format!("\x1b[2m{text}\x1b[0m"),
        _ => text,
    }
}

fn figure(look: Look, man: char) -> char {
    if look.ascii {
        return man;
    }
    match man {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        _ => '♟',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::Sliders;

    /// Columns of one drawn board: the rank's number and eight squares of three columns.
    const WIDTH: usize = 2 + 8 * 3;

    const PLAIN: Look = Look {
        ascii: true,
        colour: false,
    };

    #[test]
    fn men_and_marks() {
        let men: Placement = "8/8/8/8/1R2p3/8/8/8".parse().unwrap();
        let marked = setwise::ray_attacks(
            Sliders {
                orthogonal: 1 << 25,
                diagonal: 0,
            },
            men.occupied(),
        )[Direction::East];
        let drawn = board(PLAIN, "east", &men, marked);
        assert_eq!(drawn[5], "4  .  R  *  * [p] .  .  . ");
        assert_eq!(drawn[6], "3  .  .  .  .  .  .  .  . ");
        assert_eq!(drawn.len(), 10);
    }

    #[test]
    fn a_compass_is_three_boards_wide_in_every_line() {
        let men: Placement = "8/8/8/8/1R2p3/8/8/8".parse().unwrap();
        let drawn = compass(PLAIN, &men, &[!0; 8]);
        assert_eq!(drawn.len(), 3 * 10 + 2);
        for line in drawn.iter().filter(|line| !line.is_empty()) {
            assert_eq!(line.chars().count(), 3 * WIDTH + 4, "{line:?}");
        }
    }

    #[test]
    fn colour_changes_no_text() {
        let men: Placement = "8/8/8/8/1R2p3/8/8/8".parse().unwrap();
        let coloured = Look {
            ascii: false,
            colour: true,
        };
        let plain = Look {
            colour: false,
            ..coloured
        };
        let strip = |text: String| {
            ["\x1b[30;42m", "\x1b[2m", "\x1b[0m"]
                .iter()
                .fold(text, |text, code| text.replace(code, ""))
        };
        assert_eq!(
            strip(board(coloured, "", &men, 0xff00_ff00).join("\n")),
            board(plain, "", &men, 0xff00_ff00).join("\n")
        );
    }
}
