//! Moves in standard algebraic notation.

use setwise_moves::{Position, SanError, SanReason};

fn uci(fen: &str, san: &str) -> Result<String, SanError> {
    let found = Position::from_fen(fen).unwrap().parse_san(san)?;
    Ok(found.uci_chess960().into())
}

#[test]
fn variations_of_one_name() {
    // Rooks a1 and h1, knights b1, b5 and f5, pawns b7 and g7.
    let fen = "r3k3/1P4P1/8/1N3N2/8/8/8/RN2K2R w KQq - 0 1";
    let cases = [
        ("O-O", "e1h1"),
        ("0-0", "e1h1"),
        ("O-O+", "e1h1"),
        ("0-0-0", ""),
        ("bxa8=Q", "b7a8q"),
        ("bxa8Q", "b7a8q"),
        ("ba8=N", "b7a8n"),
        ("b7xa8=R+!?", "b7a8r"),
        ("b7a8b", "b7a8b"),
        ("g8=Q#", "g7g8q"),
        ("g8q", "g7g8q"),
        ("N1c3", "b1c3"),
        ("Nb1c3", "b1c3"),
        ("Nb1-c3", "b1c3"),
        ("Nbd4", "b5d4"),
        ("N5d4", ""),
        ("Rh1h2", "h1h2"),
        ("Rh2", "h1h2"),
        ("Rhh2!", "h1h2"),
        ("Ra8", "a1a8"),
        ("Rxa8??", "a1a8"),
        ("Rxa7", "a1a7"),
    ];
    for (san, expected) in cases {
        assert_eq!(uci(fen, san).unwrap_or_default(), expected, "{san}");
    }
    let after_push = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for san in ["exd6", "exd6e.p.", "ed6", "ed", "e5:d6", "d6"] {
        let expected = if san == "ed" || san == "d6" {
            ""
        } else {
            "e5d6"
        };
        assert_eq!(uci(after_push, san).unwrap_or_default(), expected, "{san}");
    }
    for san in ["exd6 e.p.", "exd6+e.p.", "exd6e.p.+"] {
        assert_eq!(uci(after_push, san).unwrap_or_default(), "e5d6", "{san}");
    }
}

#[test]
fn reasons() {
    let fen = "4k3/P7/8/2N1N3/8/8/8/4K3 w - - 0 1";
    for (san, reason) in [
        ("Nd7", SanReason::Ambiguous),
        ("Nd6", SanReason::Illegal),
        ("a8", SanReason::Illegal),
        ("a8=K", SanReason::Unreadable),
        ("a6", SanReason::Illegal),
        ("O-O", SanReason::Illegal),
        ("", SanReason::Unreadable),
        ("N", SanReason::Unreadable),
        ("--", SanReason::Unreadable),
        ("e2e4e", SanReason::Unreadable),
        ("Nabc3", SanReason::Unreadable),
        ("ü4", SanReason::Unreadable),
    ] {
        let error = uci(fen, san).unwrap_err();
        assert_eq!((error.text.as_str(), error.reason), (san, reason));
    }
    let any = [b'N', b'f', 0xff];
    let error = Position::startpos()
        .parse_san_ascii(&any.repeat(9))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"Nf\u{fffd}Nf\u{fffd}Nf\u{fffd}Nf\u{fffd}Nf\u{fffd}N\" is not a move"
    );
}

/// The names of moves that are given in UCI form.
fn names(fen: &str, moves: &str) -> String {
    let position = Position::from_fen(fen).unwrap();
    let names: Vec<_> = moves
        .split(' ')
        .map(|uci| String::from(position.san(position.parse_move(uci).unwrap())))
        .collect();
    names.join(" ")
}

#[test]
fn a_name_tells_only_as_much_of_the_source_as_it_needs() {
    let fen = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    assert_eq!(names(fen, "a1d1 h1d1 a1a2"), "Rad1 Rhd1 Ra2");
    let fen = "4k3/8/8/R7/8/8/4K3/R7 w - - 0 1";
    assert_eq!(names(fen, "a1a3 a5a3"), "R1a3 R5a3");
    let fen = "7k/2N5/8/3p4/8/2N1N3/8/K7 w - - 0 1";
    assert_eq!(names(fen, "c3d5 c7d5 e3d5"), "Nc3xd5 N7xd5 Nexd5");
    // The other knight is pinned.
    let fen = "k3r3/8/8/8/8/4N3/8/N3K3 w - - 0 1";
    assert_eq!(names(fen, "a1c2"), "Nc2");
}

#[test]
fn names_of_special_moves() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(
        names(castling, "e1g1 e1c1 a1d1 h1h8"),
        "O-O O-O-O Rd1 Rxh8+"
    );
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    assert_eq!(names(fen, "h1h8"), "Rh8#");
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(names(fen, "a7a8q a7a8n"), "a8=Q+ a8=N");
    let fen = "4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1";
    assert_eq!(names(fen, "b2a1q b2b1r"), "bxa1=Q+ b1=R+");
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(names(fen, "e5d6 e5e6"), "exd6 e6");
    let with_rights = Position::from_fen(castling).unwrap();
    let castles = with_rights.parse_move("e1g1").unwrap();
    let without = Position::from_fen(fen).unwrap();
    assert_eq!(*without.san(castles), *"--");
}
