//! The definition of threats on a board of squares: features are numbered by listing them.

use crate::board::{beside, steps};
use itertools::{Itertools as _, iproduct};
use setwise_moves::Color;
use setwise_moves::Role::{self, Bishop, King, Knight, Pawn, Rook};
use std::sync::LazyLock;

/// A piece as a perspective sees it: is it the opponent's, and its role.
pub type Piece = (bool, Role);

/// A position as a perspective sees it, by square.
pub type Board = [Option<Piece>; 64];

/// Returns the rays or jumps of a piece on the empty board, each as its squares, nearest first.
pub fn ways(piece: Piece, from: usize) -> &'static [Vec<usize>] {
    static WAYS: LazyLock<[[Vec<Vec<usize>>; 64]; PIECES]> = LazyLock::new(|| {
        let mut all = pieces();
        std::array::from_fn(|_| {
            let piece = all.next().expect("a piece");
            std::array::from_fn(|from| list_ways(piece, from))
        })
    });
    &WAYS[key(piece)][from]
}

fn list_ways((theirs, role): Piece, from: usize) -> Vec<Vec<usize>> {
    let color = if theirs { Color::Black } else { Color::White };
    let (steps, far) = steps(color, role);
    let way = |&(files, ranks): &(i32, i32)| {
        (1..=if far { 7 } else { 1 })
            .map_while(|n| beside(from, n * files, n * ranks))
            .collect()
    };
    steps.iter().map(way).collect()
}

/// The numbered threat features of a set.
pub struct Threats {
    targets: [&'static [Role]; 6],
    /// The index of each feature: by attacker, from, attacked, to.
    indices: Vec<[[[Option<u32>; 64]; PIECES]; 64]>,
    size: u32,
}

/// Returns whether two pieces attack each other whenever one of them attacks the other.
pub(crate) fn mutual(a: Piece, b: Piece) -> bool {
    a.1 == b.1 && (a.1 != Pawn || a.0 != b.0)
}

impl Threats {
    /// Numbers features by attacker (own pieces first), attacked piece, square, attacked square.
    pub fn new(targets: [&'static [Role]; 6]) -> Self {
        let mut indices = vec![[[[None; 64]; PIECES]; 64]; PIECES];
        let mut size = 0;
        for attacker in pieces() {
            let roles = targets[attacker.1.index()];
            let squares = if attacker.1 == Pawn { 8..56 } else { 0..64 };
            for (theirs, &role, from) in iproduct!([false, true], roles, squares) {
                for &to in ways(attacker, from).iter().flatten().sorted() {
                    indices[key(attacker)][from][key((theirs, role))][to] = Some(size);
                    size += 1;
                }
            }
        }
        Self {
            targets,
            indices,
            size,
        }
    }

    /// The number of features, those that never are active included.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The index of a feature: attacker, its square, attacked piece, its square.
    pub fn index(&self, a: Piece, from: usize, b: Piece, to: usize) -> Option<u32> {
        self.indices[key(a)][from][key(b)][to]
    }

    /// Returns the features of a board, ascending. The board is that of a perspective whose king is
    /// on files a to d.
    pub fn seen(&self, board: &Board) -> Vec<u32> {
        let features = self.edges(board).into_iter().filter_map(|(from, to)| {
            let (a, b) = (board[from]?, board[to]?);
            let drop = mutual(a, b) && from < to;
            (!drop).then(|| self.index(a, from, b, to).expect("a feature"))
        });
        features.sorted().collect()
    }

    /// Returns all attacks whose pair of roles counts. A mutual attack appears in both directions.
    pub fn edges(&self, board: &Board) -> Vec<(usize, usize)> {
        let mut edges = vec![];
        for from in 0..64 {
            let Some(attacker) = board[from] else {
                continue;
            };
            for way in ways(attacker, from) {
                let Some(&to) = way.iter().find(|&&to| board[to].is_some()) else {
                    continue;
                };
                if board[to].is_some_and(|(_, role)| self.counts(attacker.1, role)) {
                    edges.push((from, to));
                }
            }
        }
        edges
    }

    fn counts(&self, attacker: Role, attacked: Role) -> bool {
        self.targets[attacker.index()].contains(&attacked)
    }
}

const PIECES: usize = 12;

/// The place of a piece in tables, in the order of [`pieces`].
fn key((theirs, role): Piece) -> usize {
    6 * usize::from(theirs) + role.index()
}

/// All pieces, own ones first.
pub fn pieces() -> impl Iterator<Item = Piece> {
    iproduct!([false, true], Role::ALL)
}

/// All roles. The attacked roles of most sets are the first ones of these.
const ALL: &[Role] = &Role::ALL;

/// 59,808 features.
pub fn full_threats() -> Threats {
    let pawn = &[Knight, Rook];
    Threats::new([pawn, &ALL[..5], &ALL[..4], &ALL[..4], &ALL[..5], &[]])
}

/// 60,144 features.
pub fn full_threats_60144() -> Threats {
    let pawn = &[Pawn, Knight, Rook];
    Threats::new([pawn, &ALL[..5], &ALL[..4], &ALL[..4], &ALL[..5], &[]])
}

/// 79,856 features.
pub fn full_threats_79856() -> Threats {
    let (pawn, slider) = (&[Pawn, Knight, Rook], &[Pawn, Knight, Bishop, Rook, King]);
    Threats::new([pawn, ALL, slider, slider, ALL, &ALL[..4]])
}
