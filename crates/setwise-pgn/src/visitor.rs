use crate::game::Game;
use crate::lexer::{self, QUALITIES, Token};
use crate::{notes::Note, spelling};
use memchr::memchr;
use setwise_moves::{Move, Position, SanError};

/// A visitor of the parts of a game. [`Game::visit`] calls its functions in the order of the text.
/// By default, they do nothing.
///
/// ```
/// use setwise_moves::{Move, Position};
/// use setwise_pgn::{Games, Visitor};
///
/// #[derive(Default)]
/// struct Print(String);
///
/// impl Visitor for Print {
///     fn played(&mut self, position: &Position, _: Option<Move>, san: &[u8]) {
///         self.0 += &format!("{}{} ", position.fullmove(), String::from_utf8_lossy(san));
///     }
///     fn comment(&mut self, text: &[u8]) {
///         self.0 += &format!("{{{}}} ", String::from_utf8_lossy(text));
///     }
///     fn nag(&mut self, number: u8) {
///         self.0 += &format!("${number} ");
///     }
///     fn begin_variation(&mut self) -> bool {
///         self.0 += "( ";
///         true
///     }
///     fn end_variation(&mut self) {
///         self.0 += ") ";
///     }
/// }
///
/// let mut games = Games::new(&b"1. e4 {best} (1. d4! d5 $2) 1... e5 *"[..]);
/// let mut print = Print::default();
/// if let Some(game) = games.next()? {
///     game.visit(&mut print);
/// }
/// assert_eq!(print.0, "1e4 {best} ( 1d4! $1 1d5 $2 ) 1e5 ");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Visitor {
    /// Takes a move and the position in which it is played. `None` only passes the turn. `san` is
    /// the text of the move with its marks of quality, such as `Nf3!?`.
    fn played(&mut self, position: &Position, played: Option<Move>, san: &[u8]) {
        let _ = (position, played, san);
    }

    /// Takes a comment: the text between the braces, or after a semicolon.
    fn comment(&mut self, text: &[u8]) {
        let _ = text;
    }

    /// Takes a numeric mark of the last move. The marks `!`, `?`, `!!`, `??`, `!?` and `?!` are 1
    /// to 6, as in PGN. Numbers above 255 are left out.
    fn nag(&mut self, number: u8) {
        let _ = number;
    }

    /// Begins a variation, whose first move is played in the position before the last move. Returns
    /// whether the variation is visited; by default it is skipped.
    fn begin_variation(&mut self) -> bool {
        false
    }

    /// Takes the error of a text in the place of a move in a variation that is no legal move of the
    /// position. The rest of the variation is skipped.
    fn illegal(&mut self, position: &Position, error: &SanError) {
        let _ = (position, error);
    }

    /// Ends a variation that was visited.
    fn end_variation(&mut self) {}
}

/// The greatest depth of variations that are visited.
const MAX_DEPTH: usize = 64;

/// A place in the main line or in a variation.
struct Line {
    /// The position before the last move.
    before: Position,
    position: Position,
}

impl Line {
    const fn new(position: Position) -> Self {
        Self {
            before: position,
            position,
        }
    }

    /// Plays a legal move, or passes the turn.
    fn play(&mut self, visitor: &mut impl Visitor, played: Option<Move>, text: &[u8]) {
        self.before = self.position;
        visitor.played(&self.before, played, text);
        self.position = self.before.after(played);
        let is_mark = |byte: &u8| matches!(byte, b'!' | b'?');
        let marks = text.iter().rev().take_while(|byte| is_mark(byte)).count();
        visit_quality(visitor, text.get(text.len() - marks..).unwrap_or_default());
    }
}

fn visit_quality(visitor: &mut impl Visitor, marks: &[u8]) {
    if let Some(number) = QUALITIES.iter().position(|&quality| quality == marks) {
        visitor.nag(number as u8 + 1);
    }
}

impl<'a> Game<'a> {
    /// Returns the comments of the main line, each with the number of half-moves before it; of a
    /// damaged game, those before the problem. This is faster than [`visit`](Self::visit).
    ///
    /// ```
    /// let text = b"1. e4 {[%clk 0:01:00]} (1. d4 {no}) e5 {yes} *";
    /// let mut games = setwise_pgn::Games::new(&text[..]);
    /// let game = games.next()?.unwrap();
    /// assert!(game.comments().eq([(1, &b"[%clk 0:01:00]"[..]), (2, b"yes")]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn comments(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let text = self.sound_text();
        let plain = self.plain_comments().into_iter().flatten();
        let base = self.base;
        let plain = plain.map_while(move |(ply, open)| {
            let rest = text.get(open.wrapping_sub(base) as usize + 1..)?;
            Some((ply, rest.get(..memchr(b'}', rest)?)?))
        });
        let mut starts = self.starts().enumerate().peekable();
        let (mut at, mut plies) = (if self.opens.is_some() { text.len() } else { 0 }, 0);
        plain.chain(core::iter::from_fn(move || {
            loop {
                let (token, end) = lexer::token(text, at, true)?;
                let start = core::mem::replace(&mut at, end);
                match (token, text.get(start..end)?) {
                    (Token::Open, _) => at = end_of_variation(text, end) + 1,
                    (Token::Noted(_), [b'{', text @ .., b'}'] | [b';', text @ ..]) => {
                        while let Some((ply, _)) = starts.next_if(|(_, move_at)| *move_at < start) {
                            plies = ply + 1;
                        }
                        return Some((plies, text));
                    }
                    _ => {}
                }
            }
        }))
    }

    /// Returns the numbers in the comments of the main line: a note for each move with comments
    /// after it, and the number of half-moves up to that move, which is 0 before the first move. A
    /// note without numbers may be [unclear](Note::is_unclear).
    ///
    /// ```
    /// let text = b"1. e4 { [%eval 0.2] [%clk 0:01:00] } e5 {good} 2. Nf3 {-0.30/12 1.5s} *";
    /// let mut games = setwise_pgn::Games::new(&text[..]);
    /// let game = games.next()?.unwrap();
    /// let notes: Vec<_> = game.notes().collect();
    /// assert_eq!(notes.iter().map(|(ply, _)| *ply).collect::<Vec<_>>(), [1, 2, 3]);
    /// assert_eq!((notes[0].1.clock, notes[2].1.time), (Some(60_000), Some(1_500)));
    /// assert!(notes[1].1.is_empty());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn notes(&self) -> impl Iterator<Item = (usize, Note)> + use<'a> {
        let (text, first, base) = (self.sound_text(), self.start.position.turn(), self.base);
        let mover = move |ply| if ply % 2 == 1 { first } else { first.other() };
        let mut plain = self.plain_comments();
        let others = self.opens.is_none().then(|| self.comments());
        let mut others = others.into_iter().flatten().peekable();
        core::iter::from_fn(move || {
            if let Some(plain) = &mut plain {
                let (ply, open) = plain.next()?;
                let mut note = Note::default();
                note.read_plain(text, open.wrapping_sub(base), mover(ply));
                while let Some(open) = plain.next_of_move() {
                    let mut more = Note::default();
                    more.read_plain(text, open.wrapping_sub(base), mover(ply));
                    note.add(&more);
                }
                return Some((ply, note));
            }
            let (ply, text) = others.next()?;
            let mut note = Note::of_comment(text, mover(ply));
            while let Some((_, more)) = others.next_if(|(other, _)| *other == ply) {
                note.read(more, mover(ply));
            }
            Some((ply, note))
        })
    }

    /// Returns the text before the problem.
    fn sound_text(&self) -> &'a [u8] {
        let end = self.damage().map_or(self.text.len(), |(_, at)| at);
        self.text.get(..end).unwrap_or(self.text)
    }

    /// Calls the functions of a visitor for the moves, comments, marks and variations; of a damaged
    /// game, for those before the problem.
    pub fn visit(&self, visitor: &mut impl Visitor) {
        let text = self.sound_text();
        let mut line = Line::new(self.start().position);
        // The lines in which the variations stand.
        let mut outer = Vec::new();
        let mut moves = self.moves.iter().zip(self.starts()).peekable();
        let (mut at, mut letter) = (0, None);
        loop {
            let Some((token, mut end)) = lexer::token(text, at, true) else {
                return;
            };
            let part = text.get(at..end).unwrap_or_default();
            if let Some((&played, _)) = moves.next_if(|(_, start)| *start == at) {
                line.play(visitor, played, part);
                at = end;
                continue;
            }
            match token {
                Token::Noted(_) | Token::Nothing => visit_mark(visitor, part),
                Token::Open if outer.len() < MAX_DEPTH && visitor.begin_variation() => {
                    let inner = Line::new(line.before);
                    outer.push(core::mem::replace(&mut line, inner));
                }
                Token::Open => end = end_of_variation(text, end) + 1,
                Token::Close => {
                    if let Some(around) = outer.pop() {
                        visitor.end_variation();
                        line = around;
                    }
                }
                Token::Letter => letter = Some(at),
                Token::Move if !outer.is_empty() => {
                    let start = match letter.take() {
                        Some(letter) if spelling::may_continue(text, letter, at) => letter,
                        _ => at,
                    };
                    let name = text.get(start..end).unwrap_or_default();
                    match spelling::find(&line.position, name) {
                        (name, Ok(played)) => line.play(visitor, played, name),
                        (_, Err(error)) => {
                            visitor.illegal(&line.position, &error);
                            end = end_of_variation(text, end);
                        }
                    }
                }
                _ => {}
            }
            at = end;
        }
    }
}

/// Visits a comment, a numeric mark or a mark of quality.
fn visit_mark(visitor: &mut impl Visitor, part: &[u8]) {
    match part {
        [b'{', text @ .., b'}'] | [b';', text @ ..] => visitor.comment(text),
        [b'$', digits @ ..] => {
            let number = str::from_utf8(digits)
                .ok()
                .and_then(|text| text.parse().ok());
            number.into_iter().for_each(|number| visitor.nag(number));
        }
        marks => visit_quality(visitor, marks),
    }
}

/// Returns the place of the bracket that closes a variation, or the end of the text.
fn end_of_variation(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some((token, end)) = lexer::token(text, at, true) {
        match (token, depth) {
            (Token::Open, _) => depth += 1,
            (Token::Close, 0) => return at,
            (Token::Close, _) => depth -= 1,
            _ => {}
        }
        at = end;
    }
    text.len()
}
