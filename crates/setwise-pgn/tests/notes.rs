//! Numbers in comments.

use setwise_conformance::suite::{one_in, seed};
use setwise_moves::Color;
use setwise_pgn::{Eval, Note};

/// The numbers alone.
fn numbers(text: &[u8], mover: Color) -> Note {
    Note {
        has_rest: false,
        ..Note::of_comment(text, mover)
    }
}

fn white(text: &str) -> Note {
    numbers(text.as_bytes(), Color::White)
}

fn pawns(value: i32) -> Option<Eval> {
    Some(Eval::Centipawns(value))
}

const NONE: Note = Note {
    clock: None,
    emt: None,
    eval: None,
    depth: None,
    time: None,
    is_unclear: false,
    has_rest: false,
};

const UNCLEAR: Note = Note {
    is_unclear: true,
    ..NONE
};

#[test]
fn all_clocks_below_a_day() {
    for second in 0..24 * 3600 {
        let (hour, minute) = (second / 3600, second / 60 % 60);
        let text = format!("{hour}:{minute:02}:{:02}", second % 60);
        let clock = Some(1000 * second);
        assert_eq!(white(&format!("[%clk {text}]")), Note { clock, ..NONE });
        let note = Note { emt: clock, ..NONE };
        assert_eq!(white(&format!(" [%emt {text}] ")), note);
        for tenth in [0, second % 10] {
            let text = format!("[%clk {text}.{tenth}]");
            let clock = clock.map(|clock| clock + 100 * tenth);
            assert_eq!(white(&text), Note { clock, ..NONE }, "{text}");
        }
    }
}

#[test]
fn all_evaluations_below_1000_pawns() {
    for value in -99_999..=99_999_i32 {
        let sign = if value < 0 { "-" } else { "" };
        let (whole, rest) = (value.abs() / 100, value.abs() % 100);
        let note = Note {
            eval: pawns(value),
            ..NONE
        };
        assert_eq!(white(&format!("[%eval {sign}{whole}.{rest:02}]")), note);
        let with_depth = Note {
            depth: Some(9),
            ..note
        };
        assert_eq!(white(&format!(" [%eval {value},9]")), with_depth);
        if rest % 10 == 0 {
            assert_eq!(white(&format!("[%eval {sign}{whole}.{}]", rest / 10)), note);
        }
    }
}

/// With a second space, no command is read by words.
#[test]
fn words_read_as_bytes_do() {
    let rounds = 1_000_000 / one_in("SUITE_FRACTION", 10);
    let mut random = fastrand::Rng::with_seed(seed(75));
    let mut read = 0;
    for _ in 0..rounds {
        let mut rest: Vec<u8> = (0..random.usize(..14))
            .map(|_| *random.choice(b"00123456789::..--]]]#,+M /\xff").unwrap())
            .collect();
        if random.bool() {
            // Often nearly right.
            rest = random
                .choice([&b"0:03:00]"[..], b"1:59:07.5]", b"-0.24]", b"12.3]"])
                .unwrap()
                .to_vec();
            let at = random.usize(..rest.len());
            rest[at] = random.u8(..);
        }
        let name = random.choice(["clk", "eval"]).unwrap();
        let texts =
            [" ", "  "].map(|space| [format!("[%{name}{space}").as_bytes(), &rest].concat());
        let [words, bytes] = texts
            .each_ref()
            .map(|text| Note::of_comment(text, Color::White));
        assert_eq!(words, bytes, "{}", texts[0].escape_ascii());
        read += usize::from(!words.is_empty());
    }
    assert!(read > rounds / 100, "{read}");
}

#[test]
fn commands() {
    let clock = |clock| Note {
        clock: Some(clock),
        ..NONE
    };
    let eval = |eval, depth| Note {
        eval: Some(eval),
        depth,
        ..NONE
    };
    let mate = |moves, depth| eval(Eval::Mate(moves), depth);
    let cp = |value, depth| eval(Eval::Centipawns(value), depth);
    for (text, expected) in [
        // Lichess, chess.com, ChessBase, python-chess, and lines that were wrapped.
        ("[%eval #3]", mate(3, None)),
        ("[%eval #-12]", mate(-12, None)),
        ("[%eval #0]", mate(0, None)),
        ("[%eval -M1]", mate(-1, None)),
        ("[%eval 0.3,20]", cp(30, Some(20))),
        ("[%eval 29,20]", cp(29, Some(20))),
        ("[%eval -7]", UNCLEAR),
        ("[%eval +.5]", cp(50, None)),
        ("[%eval 152.399 ]", cp(15_239, None)),
        ("[%clk 0:29:59.2][%timestamp 8]", clock(1_799_200)),
        ("[%clk\n0:00:09.87]", clock(9_870)),
        ("[%clk 336:00:00]", clock(1_209_600_000)),
        ("x [%clk 0:00:01] [%clk 0:00:02] y", clock(1_000)),
        ("[%cal Gd2d4] [[%clk 0:00:01]", clock(1_000)),
        // The greatest numbers.
        ("[%clk 1193:02:47.295]", clock(u32::MAX)),
        ("[%clk 1193:02:47.296]", UNCLEAR),
        ("[%eval 21474836.47,65535]", cp(i32::MAX, Some(u16::MAX))),
        ("[%eval 21474836.48]", UNCLEAR),
        ("[%eval 1,65536]", UNCLEAR),
        ("[%eval 99999999999999999999999999.0]", UNCLEAR),
        ("[%clk 99999999999999999999:00:00]", UNCLEAR),
        // Other texts.
        ("[%eval]", UNCLEAR),
        (
            "[%eval x] [%clk 0:00:01]",
            Note {
                is_unclear: true,
                ..clock(1_000)
            },
        ),
        ("[%eval 0.16/16]", cp(16, Some(16))),
        ("[%eval 0.30, 18]", cp(30, Some(18))),
        ("[%eval 3/20]", UNCLEAR),
        ("[%clk 1:45]", UNCLEAR),
        ("[%eval #]", UNCLEAR),
        ("[%eval .]", UNCLEAR),
        ("[%eval 0.24", UNCLEAR),
        ("[%clk 3:00]", UNCLEAR),
        ("[%clk -0:03:00]", UNCLEAR),
        ("[%clk 0:03:00:00]", UNCLEAR),
        ("[%clk:0:03:00]", UNCLEAR),
        ("[%clkx 0:03:00]", NONE),
        ("[%Eval 1.0] %eval 1.0] [%", NONE),
        ("book", NONE),
        ("", NONE),
    ] {
        assert_eq!(white(text), expected, "{text}");
        let black = numbers(text.as_bytes(), Color::Black);
        assert_eq!(black, expected, "{text}");
    }
}

#[test]
fn engine_matches() {
    let note = |eval, depth, time| Note {
        eval: Some(eval),
        depth: Some(depth),
        time,
        ..NONE
    };
    let cp = |value, depth, time| note(Eval::Centipawns(value), depth, time);
    let mate = |moves, depth, time| note(Eval::Mate(moves), depth, time);
    for (text, expected) in [
        ("+0.30/12 1.2s", cp(30, 12, Some(1_200))),
        (
            " 0.00/45 1.1s, Draw by 3-fold repetition",
            cp(0, 45, Some(1_100)),
        ),
        ("-15.02/7 0.0004s", cp(-1_502, 7, Some(0))),
        ("+1.45/16 0.310s, n=5, sd=24", cp(145, 16, Some(310))),
        ("+0.30/12, White mates", cp(30, 12, None)),
        ("+0.30/12", cp(30, 12, None)),
        ("+0.30/12 is best", cp(30, 12, None)),
        ("(e2e4) +0.3/12 3", cp(30, 12, Some(3_000))),
        ("+0.4/19 7105", cp(40, 19, Some(7_105_000))),
        ("+0.4/17 1830 902113", cp(40, 17, Some(1_830))),
        ("+0.4/17 1.83 902113", cp(40, 17, Some(1_830))),
        ("-0.33/10 1:30", cp(-33, 10, Some(90_000))),
        ("+M5/20 0.5s", mate(3, 20, Some(500))),
        ("-M6/20 123s", mate(-3, 20, Some(123_000))),
        ("#-3/9", mate(-3, 9, None)),
        ("+0.57 17/28 583 363004", cp(57, 17, Some(583))),
        ("+0.30/12 1.2s [%eval 9.0]", cp(30, 12, Some(1_200))),
        (
            "+0.30/12 soon, tl=1:00",
            Note {
                clock: Some(60_000),
                ..cp(30, 12, None)
            },
        ),
        (
            "+0.30/12 1.2ms",
            Note {
                is_unclear: true,
                ..cp(30, 12, None)
            },
        ),
        (
            "+0.30/12 1.2s, tl=59.5s",
            Note {
                clock: Some(59_500),
                ..cp(30, 12, Some(1_200))
            },
        ),
        ("+0.30/x", NONE),
        ("+0.30", NONE),
        ("12/20", NONE),
        ("1/2-1/2", NONE),
        ("+0.57 17/28 583", NONE),
        ("0.5 1", NONE),
        ("+0.30/12th", UNCLEAR),
        ("+1.3.0/12", UNCLEAR),
        ("M/12", UNCLEAR),
        ("+0.30/99999", UNCLEAR),
        ("+99999999.99/1", UNCLEAR),
    ] {
        assert_eq!(white(text), expected, "{text}");
        let eval = expected.eval.map(|eval| eval.seen_by(Color::Black));
        let black = numbers(text.as_bytes(), Color::Black);
        assert_eq!(black, Note { eval, ..expected }, "{text}");
    }
    // White's view, whoever has moved.
    let tcec =
        "d=16, sd=51, mt=161000, tl=7049000, s=219832, pv=Nb3 Be7, tb=0, h=86.3, wv=-1.08, R50=49,";
    let expected = Note {
        clock: Some(7_049_000),
        ..cp(-108, 16, Some(161_000))
    };
    for mover in [Color::White, Color::Black] {
        assert_eq!(numbers(tcec.as_bytes(), mover), expected);
    }
    assert_eq!(
        white("d=16, mt=0:02:41, wv=M34"),
        mate(17, 16, Some(161_000))
    );
    assert_eq!(white("d=x, wv=9"), UNCLEAR);
    assert_eq!(white("a good move, d=3"), NONE);
}

#[test]
fn what_is_no_number_is_told() {
    let has_rest = |text: &str| Note::of_comment(text.as_bytes(), Color::White).has_rest;
    for text in [
        "[%eval 0.3] [%clk 0:03:00]",
        " [%clk 0:29:59.25][%emt 0:00:05] ",
        "+0.30/12 1.2s",
        "+0.30/12 1.2s, tl=60.000s",
        "mt=1200 [%eval 0.24,20]",
        "d=20, mt=1200, [%clk 0:01:00], tl=60000,",
        "[%clk 0:01:00] [%clk 0:01:00]",
        "",
    ] {
        assert!(!has_rest(text), "{text}");
    }
    for text in [
        "+0.30/12 1.2s, n=5",
        "+0.30/12 1.2s, White mates",
        "+0.30/12 1.2s Nf3",
        "+0.30 12/18 583 363004",
        "+0.4/17 1830 902113",
        "(Nf6) +0.30/12",
        "[%clk 0:01:00] mate in 3",
        "book [%clk 0:01:00]",
        "[%csl Ga1]",
        "[%clk 0:01:00] [%clk 0:02:00]",
        "[%eval 0.3,20] [%eval 0.3,21]",
        "d=20 deep, mt=5",
        "[x]",
    ] {
        assert!(has_rest(text), "{text}");
    }
    let mut note = Note::of_comment(b"[%clk 0:01:00]", Color::White);
    note.read(b"[%clk 0:01:00]", Color::White);
    assert!(!note.has_rest);
    note.read(b"[%clk 0:02:00]", Color::White);
    assert!(note.has_rest && note.clock == Some(60_000));
}

#[test]
fn written_notes_are_read_back() {
    let mut random = fastrand::Rng::with_seed(76);
    for _ in 0..100_000 {
        let bits = random.u32(..);
        let mut time = |bit: u32| {
            let most = 1 << random.u32(1..32);
            (bits >> bit & 1 != 0).then(|| random.u32(..most))
        };
        let (clock, emt, used) = (time(0), time(1), time(2));
        let value = random.i32(-i32::MAX..) >> random.u32(..31);
        let evals = [None, pawns(value), Some(Eval::Mate(value))];
        let note = Note {
            clock,
            emt,
            eval: evals[random.usize(..3)],
            depth: (bits & 8 != 0).then(|| random.u16(..)),
            time: used,
            is_unclear: false,
            has_rest: false,
        };
        let text = note.to_string();
        let mover = Color::ALL[random.usize(..2)];
        assert_eq!(Note::of_comment(text.as_bytes(), mover), note, "{text}");
    }
}

#[test]
fn any_bytes() {
    let mut random = fastrand::Rng::with_seed(77);
    let parts: [&[u8]; 16] = [
        b"[%clk ",
        b"[%eval ",
        b"[%emt ",
        b"]",
        b"0:03:00",
        b"-0.24",
        b"+0.30/12 ",
        b"#-",
        b"M",
        b"d=",
        b"wv=",
        b", ",
        b"9999999999",
        b"(",
        b")",
        b"\xff",
    ];
    for _ in 0..200_000 {
        let mut text = Vec::new();
        for _ in 0..random.usize(..9) {
            text.extend_from_slice(parts[random.usize(..16)]);
        }
        text.truncate(random.usize(..=text.len()));
        let mut note = Note::of_comment(&text, Color::White);
        // Written and read, it stays the same.
        let again = white(&note.to_string());
        note.is_unclear = false;
        note.has_rest = false;
        assert_eq!(again, note, "{}", text.escape_ascii());
    }
}
