use crate::block_rows::{BlockColumn, BlockRows};
use crate::value::{Column, Kind, Seen, Source, Value};
use crate::{material, material::phase};
use setwise_formats::{Fields, Outcome};
use setwise_moves::sets::{
    AttackMap, Pieces, doubled_pawns, isolated_pawns, king_attacks, passed_pawns,
};
use setwise_moves::{Color, Role};

/// Declares the values: kind, source, definition and computation of each, the field of a record
/// that it needs, the column of the analyses that has it, and that of the rows of a block.
macro_rules! values {
    ($(
        $name:literal: $kind:ident of $source:ident $(needs $field:ident)?,
        $definition:literal, $of:expr $(, $column:expr)? $(=> $block:expr)?;
    )*) => {
        const VALUES: &[Value] = &[$(Value {
            name: $name,
            definition: $definition,
            source: Source::$source,
            kind: Kind::$kind,
            needs: values!(@needs $($field)?),
            of: $of,
            column: values!(@column $($column)?),
            block: values!(@column $($block)?),
        },)*];
    };
    (@needs) => { Fields::NONE };
    (@needs $field:ident) => { Fields::$field };
    (@column) => { |_| None };
    (@column $column:expr) => { $column };
}

impl Value {
    /// All values.
    pub const ALL: &'static [Self] = VALUES;

    /// Finds the value of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|value| value.name == name)
    }

    /// Returns up to three names of values that a misspelled one may stand for, the nearest first:
    /// few letters are different, or one name contains the other.
    ///
    /// ```
    /// use setwise_values::Value;
    /// assert_eq!(Value::similar("legalmoves")[0], "legal_moves");
    /// assert_eq!(Value::similar("check"), ["in_check", "checkers", "gives_check"]);
    /// assert!(Value::similar("resign").is_empty());
    /// ```
    pub fn similar(misspelled: &str) -> Vec<&'static str> {
        crate::similar::similar(misspelled, Self::ALL.iter().map(Self::name))
    }
}

values! {
    "pieces": Number of Position, "pieces on the board, pawns and kings included",
        |seen| size(seen.position().occupied())
        => |rows| Some(BlockColumn::Numbers(rows.pieces()));
    "phase": Number of Position,
        "knights and bishops 1, rooks 2, queens 4: 24 at the start of a game",
        |seen| number(phase(seen.position()));
    "material": Number of Position,
        "the side to move's material minus the enemy's: pawn 1, knight, bishop 3, rook 5, queen 9",
        |seen| number(material(seen.position(), seen.own()) / 100);
    "insufficient_material": Truth of Position, "no sequence of moves mates, by FIDE's usual list",
        |seen| number(seen.position().has_insufficient_material());
    "legal_moves": Number of Analysis, "legal moves; a promotion is four",
        |seen| number(seen.analyses.legal_moves(seen.i)),
        |all| Some(Column::Numbers(all.all_legal_moves()?))
        => |rows| Some(BlockColumn::Numbers(rows.legal_moves()));
    "pawn_moves": Number of Analysis, "legal moves of pawns", |seen| seen.moves(Role::Pawn);
    "knight_moves": Number of Analysis, "legal moves of knights", |seen| seen.moves(Role::Knight);
    "bishop_moves": Number of Analysis, "legal moves of bishops", |seen| seen.moves(Role::Bishop);
    "rook_moves": Number of Analysis, "legal moves of rooks", |seen| seen.moves(Role::Rook);
    "queen_moves": Number of Analysis, "legal moves of queens", |seen| seen.moves(Role::Queen);
    "king_moves": Number of Analysis, "legal moves of the king, castling included",
        |seen| seen.moves(Role::King);
    "captures": Number of Analysis, "legal moves that capture",
        |seen| number(seen.analyses.captures(seen.i)),
        |all| Some(Column::Numbers(all.all_captures()?));
    "promotions": Number of Analysis, "legal moves that promote, four for each target",
        |seen| number(seen.analyses.move_kinds(seen.i).promotions());
    "checking_moves": Number of Analysis, "legal moves that give check",
        |seen| number(seen.analyses.move_kinds(seen.i).checks());
    "mating_moves": Number of Analysis, "legal moves that mate; a promotion is up to four",
        |seen| number(seen.mates().count);
    "in_check": Truth of Analysis, "the side to move is in check",
        |seen| number(seen.analyses.is_check(seen.i)), |all| Some(Column::Truths(all.all_checks()))
        => |rows| Some(BlockRows::truth(rows.checks()));
    "mate": Truth of Analysis, "the side to move is mated",
        |seen| number(seen.analyses.is_check(seen.i) && seen.analyses.legal_moves(seen.i) == 0)
        => |rows| Some(BlockRows::truth(rows.ends() & rows.checks()));
    "stalemate": Truth of Analysis, "the side to move has no legal move and is not in check",
        |seen| number(!seen.analyses.is_check(seen.i) && seen.analyses.legal_moves(seen.i) == 0)
        => |rows| Some(BlockRows::truth(rows.ends() & !rows.checks()));
    "checkers": Number of Analysis, "pieces that give check",
        |seen| size(seen.analyses.of(seen.i).checkers());
    "pinned": Number of Analysis, "pieces of the side to move that are pinned to its king",
        |seen| size(seen.analyses.of(seen.i).pinned());
    "pinned_queens": Number of Analysis, "queens of the side to move that are pinned to its king",
        |seen| size(seen.analyses.of(seen.i).pinned() & seen.position().by_role(Role::Queen));
    "hanging": Number of Analysis,
        "pieces of the side to move, except its king, that are attacked and not defended",
        |seen| seen.hanging(seen.own());
    "enemy_hanging": Number of Analysis,
        "enemy pieces, except the king, that are attacked and not defended",
        |seen| seen.hanging(seen.own().other());
    "king_zone": Number of Analysis,
        "squares that the enemy attacks, on or next to the king of the side to move",
        |seen| seen.king_zone(seen.own());
    "enemy_king_zone": Number of Analysis,
        "squares that the side to move attacks, on or next to the enemy king",
        |seen| seen.king_zone(seen.own().other());
    "double_attacks": Number of Position,
        "squares that at least two pieces of the side to move attack",
        |seen| seen.double_attacks(seen.own());
    "enemy_double_attacks": Number of Position, "squares that at least two enemy pieces attack",
        |seen| seen.double_attacks(seen.own().other());
    "passed": Number of Position,
        "pawns of the side to move with no enemy pawn in front on their file or a neighboring one",
        |seen| seen.passed(seen.own());
    "enemy_passed": Number of Position,
        "enemy pawns with no opposing pawn in front on their file or a neighboring one",
        |seen| seen.passed(seen.own().other());
    "isolated": Number of Position,
        "pawns of the side to move with no such pawn on a neighboring file",
        |seen| seen.isolated(seen.own());
    "enemy_isolated": Number of Position, "enemy pawns with no enemy pawn on a neighboring file",
        |seen| seen.isolated(seen.own().other());
    "doubled": Number of Position,
        "pawns of the side to move with another such pawn in front on their file",
        |seen| seen.doubled(seen.own());
    "enemy_doubled": Number of Position, "enemy pawns with an enemy pawn in front on their file",
        |seen| seen.doubled(seen.own().other());
    "white_to_move": Truth of Position needs TURN, "White is to move",
        |seen| seen.unless_assumed(Fields::TURN, seen.own() == Color::White);
    "halfmoves": Number of Position needs CLOCKS, "half-moves since the last capture or pawn move",
        |seen| seen.unless_assumed(Fields::CLOCKS, seen.position().halfmoves());
    "fullmove": Number of Position needs CLOCKS, "the number of the move",
        |seen| seen.unless_assumed(Fields::CLOCKS, seen.position().fullmove());
    "ply": Number of Label needs PLY, "half-moves since the beginning of the game, from the move number if the format lacks it",
        |seen| number(seen.record.ply?);
    "game": Number of Label needs GAME, "the number of the game in its file, from 1; games without moves count",
        |seen| number(seen.record.game?.get());
    "has_score": Truth of Label, "the record has a score",
        |seen| number(seen.record.white_score.is_some())
        => |rows| Some(BlockRows::truth(rows.block.labelled));
    "score": Number of Label needs SCORE, "centipawns; positive numbers are good for White",
        |seen| number(seen.record.white_score?)
        => |rows| Some(BlockColumn::Scores(rows.block.labelled, &rows.block.labels));
    "outcome": Number of Label needs OUTCOME, "0 Black wins, 1 draw, 2 White wins",
        |seen| number(seen.record.outcome.map(Outcome::half_points)?);
    "missed_mate": Truth of Move needs MOVE, "a legal move mates, and the move does not",
        |seen| seen.missed_mate();
    "played_captures": Truth of Move needs MOVE, "the move captures, also en passant",
        |seen| number(seen.effect()?.is_capture())
        => |rows| Some(rows.truth_of_moves(rows.block.captures));
    "gives_check": Truth of Move needs MOVE, "the move gives check",
        |seen| number(seen.effect()?.is_check())
        => |rows| Some(rows.truth_of_moves(rows.given_checks()));
    "quiet": Truth of Move needs MOVE,
        "the move captures nothing, does not promote and gives no check",
        |seen| number(seen.effect()?.is_quiet())
        => |rows| Some(rows.truth_of_moves(!rows.loud()));
    "exchange": Number of Move needs MOVE,
        "centipawns that the move wins by exchanges on its target (static exchange evaluation)",
        |seen| number(seen.exchange()?);
}

fn number(value: impl Into<i64>) -> Option<i64> {
    Some(value.into())
}

fn size(set: u64) -> Option<i64> {
    number(set.count_ones())
}

impl Seen<'_> {
    fn moves(&self, role: Role) -> Option<i64> {
        number(self.analyses.of(self.i).mobility(role))
    }

    fn hanging(&self, color: Color) -> Option<i64> {
        let pieces = self.position().by_color(color) & !self.position().by_role(Role::King);
        let attacked_by = |color| self.analyses.attacked_by(self.i, color);
        let [attacked, defended] = [color.other(), color].map(attacked_by);
        size(pieces & attacked & !defended)
    }

    fn king_zone(&self, color: Color) -> Option<i64> {
        let king = self.position().pieces(color, Role::King);
        size((king | king_attacks(king)) & self.analyses.attacked_by(self.i, color.other()))
    }

    fn double_attacks(&self, color: Color) -> Option<i64> {
        let pieces = Pieces::of(self.position(), color);
        size(AttackMap::new(&pieces, self.position().occupied()).twice)
    }

    fn missed_mate(&self) -> Option<i64> {
        let mates = self.mates();
        number(!mates.played? && mates.count > 0)
    }

    fn pawns(&self, color: Color) -> u64 {
        self.position().pieces(color, Role::Pawn)
    }

    fn passed(&self, color: Color) -> Option<i64> {
        let enemies = self.pawns(color.other());
        size(passed_pawns(self.pawns(color), enemies, color))
    }

    fn isolated(&self, color: Color) -> Option<i64> {
        size(isolated_pawns(self.pawns(color)))
    }

    fn doubled(&self, color: Color) -> Option<i64> {
        size(doubled_pawns(self.pawns(color), color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::Analyses;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
    use setwise_conformance::board::Board;
    use setwise_formats::Record;
    use setwise_moves::{Position, Square};
    use std::{collections::BTreeMap, num::NonZeroU32};

    /// The piece on a file and a rank, both from 0; `None` off the board or on an empty square.
    fn piece_on(position: &Position, [file, rank]: [i32; 2]) -> Option<(Color, Role)> {
        position.piece_on(Square::at(file, rank)?)
    }

    /// All files and ranks.
    fn squares() -> impl Iterator<Item = [i32; 2]> {
        (0..64).map(|square| [square % 8, square / 8])
    }

    /// By squares, how many pieces of each color attack them.
    fn attackers(board: &Board) -> [[usize; 64]; 2] {
        let mut counts = [[0; 64]; 2];
        for (from, piece) in board.pieces.iter().enumerate() {
            let Some((color, _)) = piece else {
                continue;
            };
            for to in board.attacks(from) {
                counts[color.index()][to] += 1;
            }
        }
        counts
    }

    /// Values from their definitions, square by square, and from the moves of cozy-chess.
    fn oracle(position: &Position) -> BTreeMap<&'static str, usize> {
        let (own, enemy) = (position.turn(), position.turn().other());
        let of = |square: &[i32; 2]| piece_on(position, *square);
        let counts = attackers(&Board::from(position));
        let attackers = |square: &[i32; 2], color: Color| {
            counts[color.index()][(8 * square[1] + square[0]) as usize]
        };
        let hanging = |color: Color| {
            let pieces = squares().filter(|square| {
                of(square).is_some_and(|(of, role)| of == color && role != Role::King)
            });
            let hangs = |square: &[i32; 2]| {
                attackers(square, color.other()) > 0 && attackers(square, color) == 0
            };
            pieces.filter(hangs).count()
        };
        let king_of = |color| squares().find(|square| of(square) == Some((color, Role::King)));
        let king_zone = |color: Color| {
            let [file, rank] = king_of(color).expect("a king");
            let near =
                squares().filter(|to| (to[0] - file).abs() <= 1 && (to[1] - rank).abs() <= 1);
            near.filter(|square| attackers(square, color.other()) > 0)
                .count()
        };
        let double_attacks = |color: Color| {
            squares()
                .filter(|square| attackers(square, color) > 1)
                .count()
        };
        let pawns = |color| squares().filter(move |square| of(square) == Some((color, Role::Pawn)));
        // Whether a square is nearer to the last rank.
        let is_ahead = |color, one: [i32; 2], other: [i32; 2]| match color {
            Color::White => other[1] > one[1],
            Color::Black => other[1] < one[1],
        };
        let passed = |color: Color| {
            let stops = |pawn: [i32; 2], other: [i32; 2]| {
                (pawn[0] - other[0]).abs() <= 1 && is_ahead(color, pawn, other)
            };
            let is_passed =
                |pawn: &[i32; 2]| !pawns(color.other()).any(|other| stops(*pawn, other));
            pawns(color).filter(is_passed).count()
        };
        let isolated = |color| {
            let is_isolated =
                |pawn: &[i32; 2]| !pawns(color).any(|other| (pawn[0] - other[0]).abs() == 1);
            pawns(color).filter(is_isolated).count()
        };
        let doubled = |color| {
            let is_doubled = |pawn: &[i32; 2]| {
                pawns(color).any(|other| pawn[0] == other[0] && is_ahead(color, *pawn, other))
            };
            pawns(color).filter(is_doubled).count()
        };
        let board: cozy_chess::Board = position.to_fen().parse().expect("a FEN");
        let mut moves = Vec::new();
        board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        let is_capture = |one: &&cozy_chess::Move| {
            let en_passant = board.piece_on(one.from) == Some(cozy_chess::Piece::Pawn)
                && one.from.file() != one.to.file();
            board.color_on(one.to) == Some(!board.side_to_move()) || en_passant
        };
        let gives_check = |one: &&cozy_chess::Move| {
            let mut next = board.clone();
            next.play_unchecked(**one);
            !next.checkers().is_empty()
        };
        let mates = |one: &&cozy_chess::Move| {
            let mut next = board.clone();
            next.play_unchecked(**one);
            !next.checkers().is_empty() && !next.generate_moves(|_| true)
        };
        let by = |role| {
            moves
                .iter()
                .filter(|one| board.piece_on(one.from) == Some(role))
                .count()
        };
        let own_pinned = board.pinned() & board.colors(board.side_to_move());
        let queens = squares().filter(|square| {
            let square = cozy_chess::Square::index((8 * square[1] + square[0]) as usize);
            own_pinned.has(square) && board.piece_on(square) == Some(cozy_chess::Piece::Queen)
        });
        let queens = queens.count();
        let is_check = !board.checkers().is_empty();
        let promotions = moves.iter().filter(|one| one.promotion.is_some());
        let pieces = squares().filter(|square| of(square).is_some());
        [
            ("legal_moves", moves.len()),
            ("pawn_moves", by(cozy_chess::Piece::Pawn)),
            ("knight_moves", by(cozy_chess::Piece::Knight)),
            ("bishop_moves", by(cozy_chess::Piece::Bishop)),
            ("rook_moves", by(cozy_chess::Piece::Rook)),
            ("queen_moves", by(cozy_chess::Piece::Queen)),
            ("king_moves", by(cozy_chess::Piece::King)),
            ("captures", moves.iter().filter(is_capture).count()),
            ("promotions", promotions.count()),
            ("mating_moves", moves.iter().filter(mates).count()),
            ("checking_moves", moves.iter().filter(gives_check).count()),
            ("in_check", usize::from(is_check)),
            ("mate", usize::from(is_check && moves.is_empty())),
            ("stalemate", usize::from(!is_check && moves.is_empty())),
            ("checkers", board.checkers().len() as usize),
            ("pinned", own_pinned.len() as usize),
            ("pinned_queens", queens),
            ("hanging", hanging(own)),
            ("enemy_hanging", hanging(enemy)),
            ("king_zone", king_zone(own)),
            ("enemy_king_zone", king_zone(enemy)),
            ("double_attacks", double_attacks(own)),
            ("enemy_double_attacks", double_attacks(enemy)),
            ("passed", passed(own)),
            ("enemy_passed", passed(enemy)),
            ("isolated", isolated(own)),
            ("enemy_isolated", isolated(enemy)),
            ("doubled", doubled(own)),
            ("enemy_doubled", doubled(enemy)),
            ("pieces", pieces.count()),
        ]
        .into()
    }

    /// Compares all values with the oracle in random games. All but mate and stalemate occur.
    #[test]
    fn values_follow_their_definitions() {
        let mut random = SplitMix64::seed_from_u64(24);
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for _ in 0..60 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let record = Record::from(position);
                let mut analyses = Analyses::default();
                analyses.load(&[record]);
                let found = Seen::new(&record, &analyses, 0);
                for (name, expected) in oracle(&position) {
                    let value = Value::named(name).expect(name);
                    assert_eq!(
                        value.of(&found),
                        i64::try_from(expected).ok(),
                        "{name} of {position}"
                    );
                    *seen.entry(name).or_default() += expected;
                }
                let moves: Vec<_> = position.legal_moves().into_iter().collect();
                let Some(last) = moves.len().checked_sub(1) else {
                    break;
                };
                position = position.play_unchecked(moves[random.next_u64() as usize % (last + 1)]);
            }
        }
        let rare = ["mate", "stalemate"];
        let never = seen
            .iter()
            .filter(|(name, sum)| **sum == 0 && !rare.contains(name));
        assert_eq!(never.count(), 0, "{seen:?}");
    }

    /// A value is missing exactly where the record does not know the field that it needs.
    #[test]
    fn values_need_their_field() {
        let mut full = Record::from(Position::startpos());
        full.white_score = Some(-7);
        full.outcome = Some(Outcome::WhiteWins);
        full.played = full.position.parse_move("e2e4").ok();
        full.ply = Some(30);
        full.game = NonZeroU32::new(4);
        assert_eq!(full.known(), Fields::ALL);
        let mut unknown = Record::from(Position::startpos());
        unknown.assumed = Fields::POSITION;
        for value in Value::ALL {
            let name = value.name();
            let mut analyses = Analyses::default();
            let mut of = |record: &Record| {
                analyses.load(&[*record]);
                value.of(&Seen::new(record, &analyses, 0))
            };
            assert!(of(&full).is_some(), "{name}");
            assert_eq!(of(&unknown).is_none(), value.can_be_missing(), "{name}");
            for (field, remove) in [
                (
                    Fields::SCORE,
                    (|bare| bare.white_score = None) as fn(&mut Record),
                ),
                (Fields::OUTCOME, |bare| bare.outcome = None),
                (Fields::MOVE, |bare| bare.played = None),
                (Fields::PLY, |bare| bare.ply = None),
                (Fields::GAME, |bare| bare.game = None),
                (Fields::TURN, |bare| bare.assumed = Fields::TURN),
                (Fields::CLOCKS, |bare| bare.assumed = Fields::CLOCKS),
            ] {
                let mut bare = full;
                remove(&mut bare);
                assert_eq!(
                    of(&bare).is_none(),
                    value.needs() == field,
                    "{name}, {field}"
                );
            }
        }
        let of = |name| {
            Value::named(name)
                .expect(name)
                .of(&Seen::new(&full, &Analyses::default(), 0))
        };
        assert_eq!(
            (of("game"), of("ply"), of("score")),
            (Some(4), Some(30), Some(-7))
        );
    }

    #[test]
    fn stored_moves() {
        let of = |name: &str, fen: &str, played: &str| {
            let position = Position::from_fen(fen).expect(fen);
            let mut record = Record::from(position);
            record.played = Some(position.parse_move(played).expect(played));
            let value = Value::named(name).expect(name);
            let alone = value.of(&Seen::new(&record, &Analyses::default(), 0));
            let mut analyses = Analyses::default();
            let other = Record::from(Position::startpos());
            analyses.load(&[other, record]);
            assert_eq!(value.of(&Seen::new(&record, &analyses, 1)), alone);
            assert_eq!(value.of(&Seen::new(&other, &analyses, 0)), None);
            alone
        };
        let quiet = |fen, played| of("quiet", fen, played);
        let fen = "3k4/P7/8/3pP3/8/8/3r4/R3K3 w Q d6 0 1";
        assert_eq!(of("exchange", fen, "e1d2"), Some(500));
        assert_eq!(of("exchange", fen, "a1a2"), Some(-500));
        for (played, expected) in [("a7a8q", 0), ("e5d6", 0), ("e1d2", 0), ("e1f1", 1)] {
            assert_eq!(quiet(fen, played), Some(expected), "{played}");
        }
        for (name, played, expected) in [
            ("played_captures", "e5d6", 1),
            ("played_captures", "e1f1", 0),
            ("gives_check", "a7a8q", 1),
            ("gives_check", "e5d6", 0),
            ("missed_mate", "a7a8q", 0),
        ] {
            assert_eq!(of(name, fen, played), Some(expected), "{name} {played}");
        }
        // Mates by castling, en passant, as a knight, by two pieces at once; and another move.
        for (fen, mate, other, count) in [
            ("8/8/5B1q/5B2/2B2k2/1R6/8/4K2R w K - 0 1", "e1g1", "f6h8", 2),
            ("5Q2/7k/8/5Pp1/7N/8/6R1/4BK2 w - g6 0 1", "f5g6", "f1e2", 1),
            ("R7/3PBk2/5N2/8/1B6/6R1/8/7K w - - 0 1", "d7d8n", "d7d8q", 1),
            ("8/5B2/8/5K2/8/8/1b6/1k3B1R w - - 0 1", "f1d3", "f1e2", 1),
        ] {
            assert_eq!(of("missed_mate", fen, mate), Some(0), "{fen}");
            assert_eq!(of("missed_mate", fen, other), Some(1), "{fen}");
            let record = Record::from(Position::from_fen(fen).expect(fen));
            let mut analyses = Analyses::default();
            analyses.load(&[record]);
            assert_eq!(analyses.mates(0).count, count, "{fen}");
        }
        assert_eq!(quiet("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), Some(0));
        assert_eq!(quiet("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a7"), Some(1));
    }
}
