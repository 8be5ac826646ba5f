//! Inputs of all formats, outputs of all kinds, and errors.

use crate::inputs::{EMPTY, equal, kings, mirrored, padded, put, random_piles, random_play};
use setwise_moves::{Color, Role, Setup};
use setwise_nnue::{
    Boards, Columns, Csr, Error, Extractor, FeatureSet, FullThreats, FullThreats79856,
    LengthMismatch, Perspectives, PositionError, Positions, TwelveBoards, TwelveColumns,
};

fn rows<P: Positions + ?Sized>(positions: &P, perspectives: Perspectives) -> Csr<u16> {
    let mut rows = Csr::new();
    Extractor::new(FullThreats::new())
        .perspectives(perspectives)
        .append(positions, &mut rows)
        .expect("valid positions");
    rows
}

#[test]
fn formats_agree() {
    let games = random_play(3, 333);
    let boards: Vec<_> = games.iter().map(Boards::from).collect();
    let twelve: Vec<_> = boards
        .iter()
        .map(|boards| TwelveBoards {
            pieces: Color::ALL.map(|color| Role::ALL.map(|role| boards.pieces(color, role))),
            turn: boards.turn,
        })
        .collect();
    let column = |of: &dyn Fn(&Boards) -> u64| boards.iter().map(of).collect::<Vec<u64>>();
    let colors = [0, 1].map(|color: usize| column(&|boards| boards.colors[color]));
    let roles = [0, 1, 2, 3, 4, 5].map(|role: usize| column(&|boards| boards.roles[role]));
    let of_both =
        Color::ALL.map(|color| Role::ALL.map(|role| column(&|boards| boards.pieces(color, role))));
    let turns: Vec<_> = boards.iter().map(|boards| boards.turn).collect();
    let columns = Columns::new(
        colors.each_ref().map(Vec::as_slice),
        roles.each_ref().map(Vec::as_slice),
        &turns,
    )
    .expect("columns of one length");
    let of_both = of_both
        .each_ref()
        .map(|roles| roles.each_ref().map(Vec::as_slice));
    let twelve_columns = TwelveColumns::new(of_both, &turns).expect("columns of one length");
    for perspectives in [Perspectives::WhiteBlack, Perspectives::MoverOther] {
        let expected = rows(&boards[..], perspectives);
        equal(&expected, &rows(&boards, perspectives));
        equal(&expected, &rows(&&boards, perspectives));
        equal(&expected, &rows(&games, perspectives));
        equal(&expected, &rows(&games[..], perspectives));
        equal(&expected, &rows(&twelve, perspectives));
        let setups: Vec<_> = games.iter().copied().map(Setup::from).collect();
        equal(&expected, &rows(&setups, perspectives));
        equal(&expected, &rows(&columns, perspectives));
        equal(&expected, &rows(&twelve_columns, perspectives));
    }
    let error = TwelveColumns::new(of_both, &turns[1..]).err();
    let mismatch = LengthMismatch::check("pieces[0][0] (White pawns)", 333, 332);
    assert_eq!(error, mismatch.err());
    let mut short = colors.each_ref().map(Vec::as_slice);
    short[1] = &short[1][1..];
    let error = Columns::new(short, roles.each_ref().map(Vec::as_slice), &turns).unwrap_err();
    assert_eq!(error.what, "colors[1] (Black)");
}

/// Mirroring the files changes no feature: the king decides the orientation. Exchanging the colors
/// exchanges the perspectives.
#[test]
fn symmetries() {
    let positions = random_piles(4, 500);
    let sorted = |boards: &Boards| {
        let rows = rows(&[*boards], Perspectives::WhiteBlack);
        let (first, second) = rows.row(0).expect("a row");
        let (mut first, mut second) = (first.to_vec(), second.to_vec());
        first.sort_unstable();
        second.sort_unstable();
        (first, second)
    };
    for boards in &positions {
        let (first, second) = sorted(boards);
        assert_eq!(sorted(&mirrored(boards)), (first.clone(), second.clone()));
        assert_eq!(sorted(&boards.flipped()), (second, first));
    }
}

/// A bad position anywhere is named, and nothing is written.
#[test]
fn bad_positions() {
    let good = random_piles(6, 150);
    let bare = kings(0, 63);
    let mut two_kings = bare;
    put(&mut two_kings, Color::White, Role::King, 5);
    let mut pawn = bare;
    put(&mut pawn, Color::Black, Role::Pawn, 60);
    let mut two_roles = bare;
    put(&mut two_roles, Color::Black, Role::Queen, 30);
    put(&mut two_roles, Color::Black, Role::Rook, 30);
    let mut no_role = bare;
    no_role.colors[0] |= 2;
    let everything = Boards {
        colors: [!0; 2],
        roles: [!0; 6],
        turn: Color::Black,
    };
    let cases = [
        (EMPTY, PositionError::Kings(Color::White)),
        (two_kings, PositionError::Kings(Color::White)),
        (two_kings.flipped(), PositionError::Kings(Color::Black)),
        (pawn, PositionError::PawnOnBackRank),
        (two_roles, PositionError::Overlap),
        (no_role, PositionError::Overlap),
        (everything, PositionError::Overlap),
    ];
    let extractor = Extractor::new(FullThreats::new());
    for (bad, reason) in cases {
        for index in [0, 1, 63, 64, 149] {
            let mut positions = good.clone();
            positions[index] = bad;
            let expected = Err(Error::Position { index, reason });
            let mut rows = rows(&good[..3], Perspectives::WhiteBlack);
            let before = rows.clone();
            assert_eq!(extractor.append(&positions, &mut rows), expected);
            equal(&rows, &before);
            let mut counts = vec![9; 150];
            assert_eq!(extractor.count(&positions, &mut counts), expected);
            assert!(counts.iter().all(|&count| count == 9));
            let (mut first, mut second) = (vec![9u16; 150 * 128], vec![9u16; 150 * 128]);
            let padded = padded([&mut first, &mut second], 128, 0);
            assert_eq!(extractor.pad(&positions, padded), expected);
            assert!(first.iter().chain(&second).all(|&entry| entry == 9));
            // The colors of an error are those of the position, whoever is to move.
            let by_mover = extractor.perspectives(Perspectives::MoverOther);
            positions[index].turn = Color::Black;
            let mut rows = Csr::<u16>::new();
            assert_eq!(by_mover.append(&positions, &mut rows), expected);
            assert_eq!(by_mover.count(&positions, &mut counts), expected);
        }
    }
}

#[test]
fn wrong_lengths_and_narrow_indices() {
    let positions = random_piles(7, 10);
    let extractor = Extractor::new(FullThreats79856::new());
    let narrow = Err(Error::IndexTooNarrow { size: 79_856 });
    assert_eq!(extractor.append(&positions, &mut Csr::<u16>::new()), narrow);
    let none = padded([&mut [0_u16; 0], &mut []], 0, 0);
    assert_eq!(extractor.pad(&positions, none), narrow);
    let mismatch =
        |what, found, expected| LengthMismatch::check(what, found, expected).map_err(Error::Length);
    let counted = extractor.count(&positions, &mut [0; 9]);
    assert_eq!(counted, mismatch("counts", 9, 10));
    let (mut first, mut second) = ([0_u32; 8], [0; 8]);
    let found = extractor.pad(&positions, padded([&mut first, &mut second], usize::MAX, 0));
    assert_eq!(found, mismatch("first", 8, usize::MAX));
    assert!(extractor.set().size() == 79_856);
    let nothing: [Boards; 0] = [];
    assert_eq!(extractor.count(&nothing, &mut []), Ok(()));
}

/// An error names the position and the reason, and has the reason as its source.
#[test]
fn sources_of_errors() {
    use std::error::Error as _;

    let empty = [EMPTY];
    let error = Extractor::new(FullThreats::new())
        .append(&empty, &mut Csr::<u16>::new())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "position 0: White does not have exactly one king"
    );
    let source = error.source().unwrap();
    assert_eq!(
        source.downcast_ref(),
        Some(&PositionError::Kings(Color::White))
    );
    let counts = || -> Result<(), Error> {
        LengthMismatch::check("counts", 1, 2)?;
        Ok(())
    };
    let error = counts().unwrap_err();
    let source = error.source().unwrap();
    assert_eq!(error.to_string(), source.to_string());
    assert!(source.is::<LengthMismatch>());
}

/// A set by name gives what its type gives.
#[cfg(feature = "named")]
#[test]
fn named_sets() {
    use setwise_nnue::{AnyExtractor, NamedSet};

    let positions = [Boards::from(&setwise_moves::Position::startpos()); 3];
    for &set in NamedSet::ALL {
        assert_eq!(NamedSet::named(set.name()), Some(set));
        assert_eq!(NamedSet::numbered(set.number()), Some(set));
        let extractor = set.extractor(Perspectives::MoverOther);
        let (mut rows, mut counts) = (Csr::new(), [0; 3]);
        extractor.append(&positions, &mut rows).unwrap();
        extractor.count(&positions, &mut counts).unwrap();
        assert_eq!(rows.offsets()[3], counts.iter().sum::<u32>() as usize);
        assert!(rows.first().iter().all(|&index| index < extractor.size()));
        assert!(counts[0] as usize <= extractor.max_active());
    }
    let threats = Extractor::new(FullThreats::new());
    let named = NamedSet::named("full-threats").unwrap();
    let named = named.extractor(Perspectives::WhiteBlack);
    let (mut one, mut other) = (Csr::new(), Csr::new());
    named.append(&positions, &mut one).unwrap();
    AnyExtractor::from(threats)
        .append(&positions[..], &mut other)
        .unwrap();
    assert_eq!((one.first(), one.second()), (other.first(), other.second()));
    let (mut first, mut second) = ([0; 96], [0; 96]);
    let padded = padded([&mut first, &mut second], 32, -1);
    named.pad(&positions, padded).unwrap();
    let (row, _) = one.row(1).unwrap();
    assert!(row.iter().zip(&first[32..]).all(|(&a, &b)| a as i32 == b));
    assert_eq!(first[32 + row.len()..64], [-1; 4][..32 - row.len()]);
    assert_eq!(NamedSet::named("threats"), None);
    assert_eq!(NamedSet::numbered(0), None);
}
