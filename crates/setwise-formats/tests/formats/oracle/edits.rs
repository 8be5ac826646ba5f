//! What may happen to the bytes of a text.

use proptest::prelude::*;
use proptest::sample::select;

/// A change of a text. Places are taken modulo the number of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Edit {
    Delete(usize, usize),
    Repeat(usize, usize),
    Insert(usize, &'static [u8]),
    /// The end of the text is lost.
    Cut(usize),
    DeleteLine(usize),
    RepeatLine(usize),
    SwapLines(usize, usize),
    /// A line goes on with the next one.
    JoinLines(usize),
    /// All lines end with these bytes.
    EndLines(&'static [u8]),
}

impl Arbitrary for Edit {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Self> {
        let at = || any::<u16>().prop_map(usize::from);
        prop_oneof![
            4 => (at(), 1..9_usize).prop_map(|(at, bytes)| Self::Delete(at, bytes)),
            2 => (at(), 1..30_usize).prop_map(|(at, bytes)| Self::Repeat(at, bytes)),
            8 => (at(), select(PIECES)).prop_map(|(at, piece)| Self::Insert(at, piece)),
            1 => at().prop_map(Self::Cut),
            2 => at().prop_map(Self::DeleteLine),
            2 => at().prop_map(Self::RepeatLine),
            2 => (at(), at()).prop_map(|(a, b)| Self::SwapLines(a, b)),
            2 => at().prop_map(Self::JoinLines),
            1 => select(ENDS).prop_map(Self::EndLines),
        ]
        .boxed()
    }
}

/// What is inserted: bytes with a meaning in some format or in none.
const PIECES: &[&[u8]] = &[
    b"\0",
    b"\r",
    b"\n",
    b" ",
    b"\t",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc2\xb1",
    b"@",
    b"|",
    b"\"",
    b"\\",
    b";",
    b"\n%",
    b"\n#",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"*",
    b".",
    b"...",
    b"$",
    b"$5",
    b"=",
    b"!",
    b"--",
    b" -- ",
    b" 0000 ",
    b"0",
    b"1",
    b" 1. ",
    b" 1-0 ",
    b" 0-1\n",
    b" 1/2 ",
    b" 1/2-1/2 ",
    b" e4 ",
    b"e4",
    b" N ",
    b" D ",
    b"N ",
    b" N\n",
    b"x",
    b" Nf3 ",
    b"-",
    b"e4 N ",
    b" 0. ",
    b" 00 ",
    b"0... ",
    b"\n\n1. ",
    b"\n\n0. ",
    b" 12. ",
    b" 0.5 ",
    b" 1.5 ",
    b"\n\n",
    b"\r\n\r\n",
    b"\r\r",
    b"* ",
    b" 1-0 (55) ",
    b" 1-0 1-0\n\n",
    b" 0-1 2. ",
    b"[#]",
    b"[%clk 1]",
    b"[clk 1] ",
    b"[e4] ",
    b"[x] e4 ",
    b"[FEN x]\n",
    b"[White \"x",
    b"[White \"x\" ",
    b"[[",
    b"\\\"] ",
    b"\\\\",
    b"\\\"",
    b"[Site \"C:\\\"] ",
    b"[White \"y\"]\n",
    b"\n\n[White \"y\"]\n",
    b"[Event\n\"x\"]",
    b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    b"{a[Event \"x\"] {",
    b" e.p. ",
    b"--e4",
    b"{[%eval 0.5]}",
    b"; [%eval 0.5]\n",
    b"( e4 {x} e5 )",
    b"\n\n[Event \"x\"]\n\n",
    b"\n[Event ",
    b"[Result \"0-1\"]\n",
    b"\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    b"\n[SetUp \"0\"]\n",
    b"\n[Variant \"Atomic\"]\n",
    b"\n[Two words \"x\"]\n",
    b" sm e4;",
    b" sm Ke2;",
    b" bm Ke2;",
    b" ce 5;",
    b" ce 99999;",
    b" ce x;",
    b" c9 \"0-1\";",
    b" c9 \"1-0\";",
    b" hmvc 3;",
    b" fmvn 0;",
    b" tcgs 0;",
    b" tcgs 7;",
    b" id \"a;b\";",
    b" id \"a",
    b" 0.5;",
    b" [1.0]",
    b" | 5 | 0.5",
];

/// Ends of lines.
const ENDS: &[&[u8]] = &[b"\r\n", b"\r", b"\n\n", b" \n"];

/// Makes a change.
pub(super) fn edit(text: &mut Vec<u8>, change: Edit) {
    let place = |at: usize| at % (text.len() + 1);
    match change {
        Edit::Delete(at, bytes) => {
            let at = place(at);
            text.drain(at..text.len().min(at + bytes));
        }
        Edit::Repeat(at, bytes) => {
            let at = place(at);
            let piece = text[at..text.len().min(at + bytes)].to_vec();
            text.splice(at..at, piece);
        }
        Edit::Insert(at, piece) => {
            let at = place(at);
            text.splice(at..at, piece.iter().copied());
        }
        Edit::Cut(at) => text.truncate(place(at)),
        Edit::DeleteLine(at) => in_lines(text, |lines| drop(lines.remove(at % lines.len()))),
        Edit::RepeatLine(at) => in_lines(text, |lines| {
            let at = at % lines.len();
            lines.insert(at, lines[at].clone());
        }),
        Edit::SwapLines(a, b) => in_lines(text, |lines| {
            let count = lines.len();
            lines.swap(a % count, b % count);
        }),
        Edit::JoinLines(at) => in_lines(text, |lines| {
            let at = at % lines.len();
            let line = &mut lines[at];
            line.truncate(line.trim_ascii_end().len());
        }),
        Edit::EndLines(end) => in_lines(text, |lines| {
            for line in lines {
                if line.pop_if(|last| *last == b'\n').is_some() {
                    line.extend(end);
                }
            }
        }),
    }
}

/// Changes lines with their ends. There is at least one.
fn in_lines(text: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    let mut lines: Vec<Vec<u8>> = text
        .split_inclusive(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if !lines.is_empty() {
        change(&mut lines);
        *text = lines.concat();
    }
}
