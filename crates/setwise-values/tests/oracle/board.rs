//! A board of 64 squares that is as slow as it is plain.

use setwise_values::WORTH;

/// A piece: the letter of FEN.
type Piece = char;

#[derive(Clone)]
pub(crate) struct Board {
    squares: [Option<Piece>; 64],
    is_white: bool,
    /// The letters of FEN.
    castling: String,
    en_passant: Option<usize>,
}

/// A move of a piece, the king's in castling.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    from: usize,
    to: usize,
    promotion: Option<Piece>,
}

impl Step {
    pub(crate) fn uci(&self) -> String {
        let name = |square: usize| {
            let [file, rank] = [b'a' + (square % 8) as u8, b'1' + (square / 8) as u8];
            [char::from(file), char::from(rank)]
                .iter()
                .collect::<String>()
        };
        let promotion = self.promotion.map(|piece| piece.to_ascii_lowercase());
        name(self.from) + &name(self.to) + &promotion.iter().collect::<String>()
    }
}

/// The square some files and ranks away.
fn away(square: usize, [files, ranks]: [i32; 2]) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((8 * rank + file) as usize)
}

fn is_white(piece: Piece) -> bool {
    piece.is_ascii_uppercase()
}

fn worth(piece: Piece) -> i64 {
    let place = "pnbrqk".find(piece.to_ascii_lowercase());
    WORTH[place.expect("a piece")].into()
}

/// The ways of a piece, and how far it goes. Those of a pawn are its captures.
fn ways(piece: Piece) -> (Vec<[i32; 2]>, usize) {
    let orthogonal = vec![[0, 1], [1, 0], [0, -1], [-1, 0]];
    let diagonal = vec![[1, 1], [1, -1], [-1, -1], [-1, 1]];
    let all = [&orthogonal[..], &diagonal].concat();
    match piece.to_ascii_lowercase() {
        'n' => {
            let knight = [-2, -1, 1, 2].map(|file: i32| [file, 3 - file.abs()]);
            (
                knight
                    .iter()
                    .flat_map(|&[a, b]| [[a, b], [a, -b]])
                    .collect(),
                1,
            )
        }
        'b' => (diagonal, 7),
        'r' => (orthogonal, 7),
        'q' => (all, 7),
        'k' => (all, 1),
        _ => {
            let forward = if is_white(piece) { 1 } else { -1 };
            (vec![[-1, forward], [1, forward]], 1)
        }
    }
}

impl Board {
    pub(crate) fn of(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut squares = [None; 64];
        for (i, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        squares[8 * (7 - i) + file] = Some(letter);
                        file += 1;
                    }
                }
            }
        }
        let square = |name: &str| {
            let [file, rank] = name.as_bytes() else {
                return None;
            };
            Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        };
        Self {
            squares,
            is_white: fields[1] == "w",
            castling: fields[2].to_owned(),
            en_passant: square(fields[3]),
        }
    }

    /// The squares that a piece attacks.
    fn attacked_from(&self, square: usize) -> Vec<usize> {
        let Some(piece) = self.squares[square] else {
            return Vec::new();
        };
        let (ways, length) = ways(piece);
        let mut attacked = Vec::new();
        for way in ways {
            let mut at = square;
            for _ in 0..length {
                let Some(next) = away(at, way) else {
                    break;
                };
                attacked.push(next);
                if self.squares[next].is_some() {
                    break;
                }
                at = next;
            }
        }
        attacked
    }

    /// The squares of the pieces of a color that attack a square.
    fn attackers(&self, square: usize, by_white: bool) -> Vec<usize> {
        let is_own = |from: &usize| self.squares[*from].is_some_and(|of| is_white(of) == by_white);
        let attacks = |from: &usize| self.attacked_from(*from).contains(&square);
        (0..64)
            .filter(|from| is_own(from) && attacks(from))
            .collect()
    }

    fn is_attacked_king(&self, of_white: bool) -> bool {
        let letter = if of_white { 'K' } else { 'k' };
        let king = (0..64).find(|&square| self.squares[square] == Some(letter));
        !self.attackers(king.expect("a king"), !of_white).is_empty()
    }

    /// Whether the side to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked_king(self.is_white)
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.is_check() && self.legal_steps().is_empty()
    }

    pub(crate) fn is_capture(&self, step: &Step) -> bool {
        self.captured(step).is_some()
    }

    /// The square of the piece that a step captures.
    fn captured(&self, step: &Step) -> Option<usize> {
        let is_pawn = matches!(self.squares[step.from], Some('P' | 'p'));
        let passes = is_pawn && Some(step.to) == self.en_passant && step.from % 8 != step.to % 8;
        match passes {
            true => Some(8 * (step.from / 8) + step.to % 8),
            false => self.squares[step.to].map(|_| step.to),
        }
    }

    fn is_castling(&self, step: &Step) -> bool {
        let is_king = matches!(self.squares[step.from], Some('K' | 'k'));
        is_king && step.from.abs_diff(step.to) == 2
    }

    pub(crate) fn play(&self, step: &Step) -> Self {
        let mut after = self.clone();
        if let Some(captured) = self.captured(step) {
            after.squares[captured] = None;
        }
        let piece = after.squares[step.from].take().expect("a piece");
        after.squares[step.to] = Some(step.promotion.unwrap_or(piece));
        if self.is_castling(step) {
            let first = 8 * (step.from / 8);
            let [rook, to] = match step.to > step.from {
                true => [first + 7, first + 5],
                false => [first, first + 3],
            };
            after.squares[to] = after.squares[rook].take();
        }
        for (letter, squares) in [
            ('K', [4, 7]),
            ('Q', [4, 0]),
            ('k', [60, 63]),
            ('q', [60, 56]),
        ] {
            if squares.contains(&step.from) || squares.contains(&step.to) {
                after.castling.retain(|right| right != letter);
            }
        }
        let is_double = matches!(piece, 'P' | 'p') && step.from.abs_diff(step.to) == 16;
        after.en_passant = is_double.then_some((step.from + step.to) / 2);
        after.is_white = !self.is_white;
        after
    }

    /// The moves after which the own king is not attacked.
    pub(crate) fn legal_steps(&self) -> Vec<Step> {
        let own = (0..64)
            .filter(|&from| self.squares[from].is_some_and(|of| is_white(of) == self.is_white));
        let mut steps: Vec<Step> = own.flat_map(|from| self.steps_from(from)).collect();
        steps.retain(|step| !self.play(step).is_attacked_king(self.is_white));
        steps
    }

    fn steps_from(&self, from: usize) -> Vec<Step> {
        let piece = self.squares[from].expect("a piece");
        let is_enemy =
            |to: &usize| self.squares[*to].is_some_and(|of| is_white(of) != self.is_white);
        let is_empty = |to: &usize| self.squares[*to].is_none();
        let mut targets = self.attacked_from(from);
        let plain = |to| Step {
            from,
            to,
            promotion: None,
        };
        if !matches!(piece, 'P' | 'p') {
            targets.retain(|to| is_enemy(to) || is_empty(to));
            if matches!(piece, 'K' | 'k') {
                targets.extend(self.castling_targets(from));
            }
            return targets.into_iter().map(plain).collect();
        }
        targets.retain(|to| is_enemy(to) || Some(*to) == self.en_passant);
        let forward = if self.is_white { 1 } else { -1 };
        if let Some(one) = away(from, [0, forward]).filter(is_empty) {
            targets.push(one);
            let is_home = from / 8 == if self.is_white { 1 } else { 6 };
            let two = away(one, [0, forward]).filter(is_empty);
            targets.extend(two.filter(|_| is_home));
        }
        let promoted = |to| {
            let letters = if self.is_white { "NBRQ" } else { "nbrq" };
            letters.chars().map(move |letter| Step {
                from,
                to,
                promotion: Some(letter),
            })
        };
        let (last, others): (Vec<_>, Vec<_>) =
            targets.into_iter().partition(|to| matches!(to / 8, 0 | 7));
        others
            .into_iter()
            .map(plain)
            .chain(last.into_iter().flat_map(promoted))
            .collect()
    }

    fn castling_targets(&self, king: usize) -> Vec<usize> {
        let (letters, first) = if self.is_white {
            (['K', 'Q'], 0)
        } else {
            (['k', 'q'], 56)
        };
        if king != first + 4 || self.is_check() {
            return Vec::new();
        }
        let is_safe = |square: &usize| self.attackers(*square, !self.is_white).is_empty();
        let is_possible = |letter: char, empty: &[usize], on_way: &[usize]| {
            self.castling.contains(letter)
                && empty
                    .iter()
                    .all(|file| self.squares[first + file].is_none())
                && on_way.iter().all(|file| is_safe(&(first + file)))
        };
        let [short, long] = letters;
        let mut targets = Vec::new();
        targets.extend(is_possible(short, &[5, 6], &[5, 6]).then_some(first + 6));
        targets.extend(is_possible(long, &[1, 2, 3], &[2, 3]).then_some(first + 2));
        targets
    }

    /// The centipawns that a step wins if both sides then capture on its target.
    pub(crate) fn exchange(&self, step: &Step) -> i64 {
        if self.is_castling(step) {
            return 0;
        }
        let piece = self.squares[step.from].expect("a piece");
        let captured = self.captured(step).and_then(|square| self.squares[square]);
        let promoted = step.promotion.map_or(0, |to| worth(to) - worth(piece));
        captured.map_or(0, worth) + promoted - self.play(step).best_captures(step.to)
    }

    /// What the side to move wins by captures on a square, each with its least valuable piece.
    fn best_captures(&self, target: usize) -> i64 {
        // The lowest square is the first one as the side to move sees the board.
        let place = |from: usize| if self.is_white { from } else { from ^ 56 };
        let order = |&from: &usize| (self.squares[from].map(worth), place(from));
        let attackers = self.attackers(target, self.is_white);
        let Some(from) = attackers.into_iter().min_by_key(order) else {
            return 0;
        };
        let mut after = self.clone();
        after.is_white = !self.is_white;
        let piece = after.squares[from].take();
        let won = after.squares[target].map_or(0, worth);
        after.squares[target] = piece;
        let is_king = matches!(piece, Some('K' | 'k'));
        if is_king && !after.attackers(target, after.is_white).is_empty() {
            return 0;
        }
        (won - after.best_captures(target)).max(0)
    }
}
