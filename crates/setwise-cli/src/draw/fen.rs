//! The board and the side to move of a FEN.

use setwise::{Sliders, Square};
use std::fmt;
use std::str::FromStr;

/// White or black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    White,
    Black,
}

/// What a FEN says about the men and whose turn it is. Further fields are not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The FEN letter of each man, a1 first.
    men: [Option<u8>; 64],
    /// White if the FEN has a board and nothing else.
    pub(crate) to_move: Colour,
}

impl Placement {
    /// The FEN letter of the man on a square.
    pub(crate) fn man(&self, square: Square) -> Option<char> {
        self.men[square.index()].map(char::from)
    }

    /// All men.
    pub(crate) fn occupied(&self) -> u64 {
        self.board_of(|_| true)
    }

    /// The sliders of one colour.
    pub(crate) fn sliders(&self, colour: Colour) -> Sliders {
        let kinds = |letters: &'static [u8]| {
            self.board_of(|man| {
                colour_of(man) == colour && letters.contains(&man.to_ascii_lowercase())
            })
        };
        Sliders {
            orthogonal: kinds(b"rq"),
            diagonal: kinds(b"bq"),
        }
    }

    fn board_of(&self, is_member: impl Fn(u8) -> bool) -> u64 {
        Square::all()
            .filter(|square| self.men[square.index()].is_some_and(&is_member))
            .fold(0, |board, square| board | square.bit())
    }
}

fn colour_of(man: u8) -> Colour {
    if man.is_ascii_uppercase() {
        Colour::White
    } else {
        Colour::Black
    }
}

/// What is wrong in a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FenError {
    /// The character, counted from 1.
    at: usize,
    what: String,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, character {}: {}", self.at, self.what)
    }
}

impl FromStr for Placement {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let error = |at: usize, what: String| FenError { at: at + 1, what };
        let mut men = [None; 64];
        let (mut file, mut rank) = (0, 7);
        let mut characters = text.chars().enumerate();
        let mut end = text.chars().count();
        for (at, character) in characters.by_ref() {
            let files = match character {
                '/' if file < 8 => {
                    let what = format!("rank {} ends after {file} of 8 files", rank + 1);
                    return Err(error(at, what));
                }
                '/' if rank == 0 => {
                    return Err(error(at, "a board has 8 ranks".to_string()));
                }
                '/' => {
                    (file, rank) = (0, rank - 1);
                    continue;
                }
                ' ' => {
                    end = at;
                    break;
                }
                '1'..='8' => character as usize - '0' as usize,
                letter if "pnbrqkPNBRQK".contains(letter) => 1,
                other => {
                    let what = format!("`{other}` is neither a man, nor 1-8, nor `/`");
                    return Err(error(at, what));
                }
            };
            if file + files > 8 {
                let what = format!("rank {} has more than 8 files", rank + 1);
                return Err(error(at, what));
            }
            if character.is_ascii_alphabetic() {
                men[rank * 8 + file] = Some(character as u8);
            }
            file += files;
        }
        if (file, rank) != (8, 0) {
            let what = format!(
                "the board ends on rank {} after {file} of 8 files",
                rank + 1
            );
            return Err(error(end, what));
        }
        let to_move = match characters.find(|(_, character)| *character != ' ') {
            None | Some((_, 'w')) => Colour::White,
            Some((_, 'b')) => Colour::Black,
            Some((at, other)) => {
                let what = format!("the side to move is `w` or `b`, not `{other}`");
                return Err(error(at, what));
            }
        };
        Ok(Self { men, to_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_start_position() {
        let start: Placement = START.parse().unwrap();
        assert_eq!(start.to_move, Colour::White);
        assert_eq!(start.occupied(), 0xffff_0000_0000_ffff);
        assert_eq!(
            start.sliders(Colour::White),
            Sliders {
                orthogonal: 0x89,
                diagonal: 0x2c
            }
        );
        assert_eq!(start.sliders(Colour::Black).orthogonal, 0x89 << 56);
        assert_eq!(start.man(Square::wrapping(4)), Some('K'));
        assert_eq!(start.man(Square::wrapping(60)), Some('k'));
        assert_eq!(start.man(Square::wrapping(28)), None);
    }

    #[test]
    fn a_board_alone_is_whites_turn() {
        let board: Placement = "8/8/8/3r4/8/8/8/8".parse().unwrap();
        assert_eq!((board.to_move, board.occupied()), (Colour::White, 1 << 35));
        let black: Placement = "8/8/8/3r4/8/8/8/8  b".parse().unwrap();
        assert_eq!(black.to_move, Colour::Black);
    }

    #[test]
    fn every_mistake_is_named_with_its_place() {
        let cases = [
            (
                "",
                "FEN, character 1: the board ends on rank 8 after 0 of 8 files",
            ),
            (
                "8/8",
                "FEN, character 4: the board ends on rank 7 after 8 of 8 files",
            ),
            ("8/7/8", "FEN, character 4: rank 7 ends after 7 of 8 files"),
            ("8/pp7/8", "FEN, character 5: rank 7 has more than 8 files"),
            (
                "8/ppppppppp/8",
                "FEN, character 11: rank 7 has more than 8 files",
            ),
            (
                "8/x7",
                "FEN, character 3: `x` is neither a man, nor 1-8, nor `/`",
            ),
            (
                "8/9",
                "FEN, character 3: `9` is neither a man, nor 1-8, nor `/`",
            ),
            (
                "8/♜7",
                "FEN, character 3: `♜` is neither a man, nor 1-8, nor `/`",
            ),
            (
                "8/8/8/8/8/8/8/8/8",
                "FEN, character 16: a board has 8 ranks",
            ),
            (
                "8/8/8/8/8/8/8/8 x",
                "FEN, character 17: the side to move is `w` or `b`, not `x`",
            ),
        ];
        for (fen, message) in cases {
            assert_eq!(
                fen.parse::<Placement>().unwrap_err().to_string(),
                message,
                "{fen}"
            );
        }
    }
}
