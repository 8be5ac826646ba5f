//! bullet's data loading with the features of whole batches.
//!
//! bullet (revision `cebc78a0`) asks a [`SparseInputType`] for the features of one `ChessBoard`
//! after the other, and writes them to two tensors, `stm` and `nstm`: rows of `max_active` indices
//! of 32 bits, of the side to move and of the other side, that end at -1. Its loaders hand such
//! batches to the trainer ([`DataLoader`]). [`Features`] fills both tensors with one call per
//! batch, and is a `SparseInputType` as well, for the parts of bullet that look at one position.
//!
//! An engine with the same sets in `setwise_threats::Joined` has the same indices, without a table
//! between trainer and engine: `main` compares them for each position. Here they are threats, pairs
//! of pawns and pieces on squares. nnue-pytorch calls the first two `Full_Threats` and `PP_3Wide`;
//! its `HalfKAv2_hm` is `HalfKaV2HmTraining`.
//!
//! The traits here restate those of bullet: the trainer is not on crates.io. In a program with
//! bullet, implement its own traits the same way.
//!
//! ```sh
//! cargo run --release -p setwise-nnue --features bulletformat --example bullet
//! ```
use bulletformat::{BulletFormat, ChessBoard};
use setwise_moves::{Color, Position};
use setwise_nnue::{
    Boards, Csr, Error, Extractor, FeatureSet, FullThreats, Joined, MirroredKingBuckets, Padded,
    PawnPairs,
};
use setwise_threats::{Before, Changed, Level, Perspective, Updater};
use std::time::Instant;

/// Sparse inputs of a network, position by position (in bullet: `game::inputs::SparseInputType`,
/// which also has names for people).
trait SparseInputType: Clone + Send + Sync + 'static {
    /// A position of the data.
    type RequiredDataType: Copy + Send + Sync;
    /// The number of inputs.
    fn num_inputs(&self) -> usize;
    /// The number of entries of a row.
    fn max_active(&self) -> usize;
    /// Calls `f` with the index of each active input as the side to move sees it, and as the other
    /// side does.
    fn map_features<F: FnMut(usize, usize)>(&self, position: &Self::RequiredDataType, f: F);
}

/// Prepared batches (in bullet: `run::dataloader::DataLoader`, whose batches are named tensors).
trait DataLoader: Send + Sync + 'static {
    /// Calls `f` with batches until it returns true.
    fn map_batches<F: FnMut(&Batch) -> bool>(self, batch_size: usize, f: F) -> Result<(), Error>;
}

/// The inputs and the target of a batch.
#[derive(Default)]
struct Batch {
    stm: Vec<i32>,
    nstm: Vec<i32>,
    targets: Vec<f32>,
}

/// The features of a set as inputs of bullet.
#[derive(Clone)]
struct Features<S> {
    extractor: Extractor<S>,
    /// The number of entries of a row.
    stride: usize,
}

impl<S: FeatureSet> Features<S> {
    fn new(set: S, stride: usize) -> Self {
        let extractor = Extractor::new(set);
        Self { extractor, stride }
    }

    /// Fills the two tensors of a batch. `ChessBoard` is relative to the side to move, so its
    /// features come first.
    fn map_batch(&self, positions: &[ChessBoard], batch: &mut Batch) -> Result<(), Error> {
        let entries = positions.len() * self.stride;
        batch.stm.resize(entries, 0);
        batch.nstm.resize(entries, 0);
        let rows = Padded {
            first: &mut batch.stm,
            second: &mut batch.nstm,
            stride: self.stride,
            filler: -1,
        };
        self.extractor.pad(positions, rows)
    }
}

impl<S: FeatureSet> SparseInputType for Features<S> {
    type RequiredDataType = ChessBoard;

    fn num_inputs(&self) -> usize {
        self.extractor.set().size() as usize
    }

    fn max_active(&self) -> usize {
        self.stride
    }

    fn map_features<F: FnMut(usize, usize)>(&self, position: &ChessBoard, mut f: F) {
        let mut rows = Csr::<u32>::new();
        let positions = std::slice::from_ref(position);
        // bullet has no way to report a position without kings; it gets no features.
        if self.extractor.append(positions, &mut rows).is_ok() {
            for (&stm, &nstm) in rows.first().iter().zip(rows.second()) {
                f(stm as usize, nstm as usize);
            }
        }
    }
}

/// Batches of positions in memory.
struct Loader<S> {
    positions: Vec<ChessBoard>,
    features: Features<S>,
}

impl<S: FeatureSet> DataLoader for Loader<S> {
    fn map_batches<F: FnMut(&Batch) -> bool>(
        self,
        batch_size: usize,
        mut f: F,
    ) -> Result<(), Error> {
        let mut batch = Batch::default();
        for positions in self.positions.chunks_exact(batch_size) {
            self.features.map_batch(positions, &mut batch)?;
            batch.targets.clear();
            let results = positions.iter().map(BulletFormat::result);
            batch.targets.extend(results);
            if f(&batch) {
                break;
            }
        }
        Ok(())
    }
}

/// What bullet does with inputs: rows position by position.
fn map_one_by_one<I: SparseInputType>(
    inputs: &I,
    positions: &[I::RequiredDataType],
    batch: &mut Batch,
) {
    let stride = inputs.max_active();
    batch.stm.resize(positions.len() * stride, 0);
    batch.nstm.resize(positions.len() * stride, 0);
    let (stm, nstm) = (&mut batch.stm, &mut batch.nstm);
    let rows = stm
        .chunks_exact_mut(stride)
        .zip(nstm.chunks_exact_mut(stride));
    for (position, (stm, nstm)) in positions.iter().zip(rows) {
        stm.fill(-1);
        nstm.fill(-1);
        let mut entries = stm.iter_mut().zip(nstm);
        inputs.map_features(position, |one, other| {
            if let Some((stm, nstm)) = entries.next() {
                (*stm, *nstm) = (one as i32, other as i32);
            }
        });
    }
}

/// Positions of random play.
fn random_play(count: usize) -> Result<Vec<ChessBoard>, Box<dyn std::error::Error>> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut positions = Vec::with_capacity(count);
    let mut position = Position::startpos();
    while positions.len() < count {
        let boards = Boards::from(&position);
        let [white, black] = boards.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
        let all = [white, black, pawns, knights, bishops, rooks, queens, kings];
        let turn = usize::from(position.turn() == Color::Black);
        positions.push(ChessBoard::from_raw(all, turn, 0, 0.5)?);
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        position = match rng.choice(&moves) {
            Some(&played) if position.halfmoves() < 60 => position.play(played)?,
            _ => Position::startpos(),
        };
    }
    rng.shuffle(&mut positions);
    Ok(positions)
}

/// Returns whether an engine finds the inputs of a position, those that the side to move sees and
/// those that the other side does. The side to move of a `ChessBoard` is White.
fn engine_finds(board: &ChessBoard, rows: [&[i32]; 2]) -> bool {
    let mut before = Before::default();
    let mut kings = [0; 2];
    for (piece, square) in *board {
        // bullet's pieces are 0 to 5, plus 8 for those of the other side.
        before.mailbox[usize::from(square & 63)] = piece + 1;
        before.occupied |= 1 << (square & 63);
        if piece & 7 == 5 {
            kings[usize::from(piece >> 3)] = square;
        }
    }
    let threats = Updater::<setwise_threats::FullThreats>::new(Level::best());
    let others = (PawnPairs, MirroredKingBuckets::new([0; 32]));
    let inputs = setwise_threats::Joined::new(threats, others);
    let mut all = Changed::<u32>::new();
    let fits = inputs.features(&before, kings, &mut all).is_ok();
    let sorted = |list: &mut dyn Iterator<Item = u32>| {
        let mut list: Vec<u32> = list.collect();
        list.sort_unstable();
        list
    };
    let same = |(side, row): (Perspective, &[i32])| {
        let active = row.iter().filter_map(|&index| u32::try_from(index).ok());
        sorted(&mut all.added(side).iter().copied()) == sorted(&mut { active })
    };
    fits && Perspective::ALL.into_iter().zip(rows).all(same)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = Joined::new(FullThreats::new(), PawnPairs);
    let set = Joined::new(set, MirroredKingBuckets::new([0; 32]));
    let features = Features::new(set, 192);
    let positions = random_play(1 << 16)?;
    let batch_size = positions.len().clamp(1, 1 << 14);

    let mut expected = Batch::default();
    let start = Instant::now();
    map_one_by_one(&features, &positions, &mut expected);
    let one_by_one = start.elapsed();

    let (mut batches, mut entries, mut result) = (0, 0, 0.0);
    let (stride, inputs) = (features.max_active(), features.num_inputs());
    let count = positions.len();
    let start = Instant::now();
    let for_engine = positions.clone();
    let loader = Loader {
        positions,
        features,
    };
    let mut same = true;
    loader.map_batches(batch_size, |batch| {
        let from = batches * batch_size * stride;
        same &= batch.stm == expected.stm[from..from + batch.stm.len()];
        same &= batch.nstm == expected.nstm[from..from + batch.nstm.len()];
        entries += batch.stm.iter().filter(|&&index| index >= 0).count();
        result += batch.targets.iter().sum::<f32>();
        batches += 1;
        false
    })?;
    let in_batches = start.elapsed();
    let rows = expected
        .stm
        .chunks(stride)
        .zip(expected.nstm.chunks(stride));
    for (position, (stm, nstm)) in for_engine.iter().zip(rows) {
        assert!(engine_finds(position, [stm, nstm]), "{position:?}");
    }

    let rows = batches * batch_size;
    println!("{rows} of {count} positions in batches of {batch_size}, {inputs} inputs");
    let mean = entries as f64 / rows as f64;
    println!("active inputs: {mean:.1} of {stride} entries");
    println!("mean result: {:.2}", f64::from(result) / rows as f64);
    println!("one by one: {one_by_one:.1?}; in batches, and compared: {in_batches:.1?}");
    assert!(same, "both ways give the same rows");
    Ok(())
}
