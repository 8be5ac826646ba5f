//! The decoders against each other and against the writer: chains of random games, and what damage
//! does to them.

use crate::chunks::Chunks;
use crate::cut::{HEADER, LIMIT};
use crate::decoder::Decoder;
use crate::error::{Damage, ReadError};
use crate::fast::EXACT_CHAINS;
use crate::position::{ChainPosition, NO_SCORE};
use crate::visit::Visit;
use crate::write::{WriteError, Writer};
use fastrand::Rng;
use setwise_dispatch::Level;
use setwise_moves::{Color, Move, Outcome, Position};

/// A visited position with its labels. The position at the end of a chain has none.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    position: Position,
    played: Option<Move>,
    labels: Option<(Option<i16>, Outcome, u32)>,
}

#[derive(Default)]
struct List(Vec<Seen>);

impl Visit for List {
    fn visit(&mut self, chained: &ChainPosition) {
        assert_eq!(chained.occupied(), chained.to_position().occupied());
        let position = chained.to_position();
        let is_capture = chained.played().is_some_and(|played| {
            played.is_en_passant()
                || position
                    .piece_on(played.target())
                    .is_some_and(|(color, _)| color != position.turn())
        });
        assert_eq!(chained.played_captures(), is_capture);
        assert_eq!(chained.is_check(), position.is_check());
        self.0.push(Seen {
            position,
            played: chained.played(),
            labels: Some((chained.mover_score(), chained.outcome(), chained.ply())),
        });
    }

    fn end(&mut self, last: &ChainPosition) {
        self.0.push(Seen {
            position: last.to_position(),
            played: last.played(),
            labels: None,
        });
    }
}

fn decode(decoder: Decoder, chunk: &[u8]) -> (Vec<Seen>, Result<(), Damage>) {
    let mut list = List::default();
    let result = decoder.chunk(chunk, &mut list);
    (list.0, result)
}

/// All decoders but the exact one.
fn decoders() -> impl Iterator<Item = (Level, Decoder)> {
    Level::hand_written().flat_map(|level| {
        let decoder = Decoder::with_level(level);
        [(level, decoder), (level, decoder.without_pdep())]
    })
}

/// Decodes a chunk with each decoder. All find what the exact one finds, which is returned.
fn decoded(chunk: &[u8]) -> (Vec<Seen>, Result<(), Damage>) {
    let exact = decode(Decoder::exact(), chunk);
    for (level, decoder) in decoders() {
        assert!(decode(decoder, chunk) == exact, "{level}: {chunk:?}");
    }
    exact
}

fn random_score(random: &mut Rng) -> Option<i16> {
    match random.u8(..12) {
        0 => None,
        1 => Some(
            *random
                .choice(&[i16::MAX, -i16::MAX, 0, -NO_SCORE, NO_SCORE - 1])
                .unwrap(),
        ),
        2 => Some(random.i16(-i16::MAX..NO_SCORE)),
        _ => Some(random.i16(-300..300)),
    }
}

/// Positions near castling, promotions and captures en passant, which random play seldom reaches.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 11 9",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 65535 1",
];

/// A game of random moves, written.
fn write_game(writer: &mut Writer, out: &mut Vec<u8>, random: &mut Rng) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut position = Position::from_fen(random.choice(&STARTS).unwrap()).unwrap();
    let outcome = *random
        .choice(&[Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins])
        .unwrap();
    let first = random.u32(..0x3e00);
    for ply in 0..random.u32(..300) {
        let moves = position.legal_moves();
        let mut played = random.choice(moves.iter()).copied();
        for _ in 0..3 {
            let other = random.choice(moves.iter()).copied();
            let is_rare = |played: Move| {
                played.is_castling() || played.is_en_passant() || played.promotion().is_some()
            };
            played = other.filter(|&other| is_rare(other)).or(played);
        }
        let last = played.is_none() || random.u8(..200) == 0;
        let played = if last { None } else { played };
        let score = random_score(random);
        let labels = (score, outcome);
        let chained = ChainPosition::new(&position, played, score, outcome, first + ply).unwrap();
        if random.bool() {
            writer.write(&chained, out).unwrap();
        } else {
            writer
                .write_position(&position, played, labels, first + ply, out)
                .unwrap();
        }
        seen.push(Seen {
            position: chained.to_position(),
            played,
            labels: Some((score, outcome, first + ply)),
        });
        let Some(played) = played else { break };
        position = position.play_unchecked(played);
    }
    seen
}

/// Returns random games as a file, with the positions in it.
fn games(seed: u64, number: usize) -> (Vec<u8>, Vec<Seen>) {
    let (mut random, mut writer) = (Rng::with_seed(seed), Writer::new());
    let (mut out, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..number {
        seen.extend(write_game(&mut writer, &mut out, &mut random));
    }
    writer.finish(&mut out);
    (out, seen)
}

fn only_chunk(file: &[u8]) -> &[u8] {
    &file[HEADER..]
}

/// Removes the ends of chains, and the move numbers, which follow from the ply of a stem.
fn without_ends(seen: &[Seen]) -> Vec<Seen> {
    let labelled = seen.iter().filter(|seen| seen.labels.is_some()).cloned();
    let numbered = labelled.map(|seen| {
        let [a, b, c, d, state, key] = seen.position.words();
        let words = [a, b, c, d, state & !(0xffff << 48), key];
        Seen {
            position: Position::from_words_unchecked(words),
            ..seen
        }
    });
    numbered.collect()
}

fn rounds(short: u64) -> u64 {
    let long = std::env::var("SETWISE_BINPACK_ROUNDS");
    long.map_or(short, |rounds| rounds.parse().unwrap())
}

/// The exact decoder reads only the chains of one position without a move.
#[test]
fn what_is_written_is_read() {
    for seed in 0..rounds(20) {
        let (file, written) = games(seed, 20);
        let (exact, result) = decode(Decoder::exact(), only_chunk(&file));
        assert_eq!(result, Ok(()));
        assert!(without_ends(&exact) == without_ends(&written));
        let alone = written.iter().filter(|seen| seen.played.is_none()).count();
        for (level, decoder) in decoders() {
            EXACT_CHAINS.set(0);
            let (found, result) = decode(decoder, only_chunk(&file));
            assert_eq!(result, Ok(()), "{level}");
            assert_eq!(EXACT_CHAINS.get(), alone, "{level}");
            assert!(found == exact, "{level} {seed}");
        }
    }
}

/// Reads a file and writes it again, from chained positions and from positions, at each level.
fn written_again(file: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    Level::hand_written().flat_map(move |level| written_by(level, file))
}

fn written_by(level: Level, file: &[u8]) -> [Vec<u8>; 2] {
    let [mut of_chains, mut others] = [level; 2].map(Writer::with_level);
    let [mut one, mut other] = [Vec::new(), Vec::new()];
    for chunk in Chunks::new(file) {
        let write = &mut |chained: &ChainPosition| {
            of_chains.write(chained, &mut one).unwrap();
            let (position, played) = (chained.to_position(), chained.played());
            let labels = (chained.mover_score(), chained.outcome());
            others
                .write_position(&position, played, labels, chained.ply(), &mut other)
                .unwrap();
        };
        Decoder::new().chunk(chunk.unwrap(), write).unwrap();
    }
    of_chains.finish(&mut one);
    others.finish(&mut other);
    [one, other]
}

#[test]
fn what_is_read_is_written_to_the_same_bytes() {
    let (file, _) = games(7, 8000);
    assert!(Chunks::new(&file).count() > 2);
    assert!(written_again(&file).all(|again| again == file));
    assert!(written_again(&[]).all(|again| again.is_empty()));
}

/// A score of `i16::MIN` fits only where White moves.
#[test]
fn the_least_score() {
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    let mut position = Position::startpos();
    for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let played = position.parse_move(text).unwrap();
        let score = if ply % 2 == 0 { i16::MIN } else { i16::MAX };
        let ply = ply as u32;
        let chained = ChainPosition::new(&position, Some(played), Some(score), Outcome::Draw, ply);
        writer.write(&chained.unwrap(), &mut file).unwrap();
        position = position.play_unchecked(played);
    }
    writer.finish(&mut file);
    assert_eq!(writer.chains(), 1);
    let (seen, result) = decoded(only_chunk(&file));
    assert_eq!((seen.len(), result), (5, Ok(())));
    assert!(written_again(&file).all(|again| again == file));
}

/// Half of the flips are in a stem.
#[test]
fn flipped_bits() {
    let (mut random, mut sound) = (Rng::with_seed(3), 0);
    let number = rounds(1500);
    for round in 0..number {
        let (mut file, _) = games(round % 50, 1);
        if file.is_empty() {
            continue;
        }
        let bytes = if random.bool() {
            34
        } else {
            file.len() - HEADER
        };
        file[HEADER + random.usize(..bytes)] ^= 1 << random.u8(..8);
        sound += u64::from(decoded(only_chunk(&file)).1.is_ok());
    }
    assert!((number / 8..number / 8 * 7).contains(&sound), "{sound}");
}

#[test]
fn a_chunk_cut_at_every_byte() {
    let (file, _) = games(1, 4);
    let chunk = only_chunk(&file);
    for end in 0..chunk.len() {
        let _ = decoded(&chunk[..end]);
    }
}

/// A visitor that passes over positions at random. It also lists the scores before the others.
struct Sparse {
    list: List,
    before: Vec<(i16, u32)>,
    random: Rng,
    positions: u64,
}

impl Sparse {
    fn new(seed: u64) -> Self {
        Self {
            list: List::default(),
            before: Vec::new(),
            random: Rng::with_seed(seed),
            positions: 0,
        }
    }

    /// Makes the lists of a decoder that calls [`Visit::skip`], from all positions.
    fn of(all: &[Seen], seed: u64) -> Self {
        let mut sparse = Self::new(seed);
        let (mut left, mut before) = (sparse.skip(), (0, 0));
        for seen in all {
            let Some((score, _, ply)) = seen.labels else {
                sparse.list.0.push(seen.clone());
                continue;
            };
            sparse.positions += 1;
            if left == 0 {
                sparse.list.0.push(seen.clone());
                sparse.before.push(before);
                left = sparse.skip();
            } else {
                left -= 1;
            }
            let other = score.filter(|score| *score != 0);
            before = other.map_or(before, |score| (score, ply));
        }
        sparse
    }
}

impl Visit for Sparse {
    fn visit(&mut self, chained: &ChainPosition) {
        self.list.visit(chained);
        self.before.push(chained.before());
    }

    fn skip(&mut self) -> u64 {
        match self.random.bool() {
            true => 0,
            false => self.random.u64(..40),
        }
    }

    fn decoded(&mut self, positions: u64) {
        self.positions += positions;
    }

    fn end(&mut self, last: &ChainPosition) {
        self.list.end(last);
    }
}

/// Takes the words of chains.
#[derive(Default)]
struct Words(Vec<(usize, Vec<u32>)>);

impl Visit for Words {
    const BEGINS: bool = true;
    const WORDS: bool = true;

    fn visit(&mut self, _: &ChainPosition) {}

    fn skip(&mut self) -> u64 {
        u64::MAX
    }

    fn begin(&mut self, _: &ChainPosition, _: usize, count: usize) {
        self.0.push((count + 1, Vec::new()));
    }

    fn words(&mut self, words: &[u32]) {
        self.0.last_mut().unwrap().1.extend(words);
    }
}

impl Words {
    /// The words of chains that a decoder has visited one by one, damaged ones included.
    fn of(seen: &[Seen]) -> Vec<Vec<u32>> {
        let chains = seen.split(|seen| seen.labels.is_none());
        let word = |seen: &Seen| {
            let code = seen.played.map_or(0, Move::bits);
            let score = seen.labels.and_then(|(score, ..)| score);
            let score = score.map_or(i16::MIN, |score| match seen.position.turn() {
                Color::White => score,
                Color::Black => -score,
            });
            u32::from(code) | u32::from(score as u16) << 16
        };
        chains
            .map(|chain| chain.iter().map(word).collect())
            .collect()
    }
}

/// Chunks that are decoded together give the results and positions of each one alone.
#[test]
fn chunks_together() {
    let mut random = Rng::with_seed(9);
    for round in 0..rounds(200) {
        let number = *random.choice(&[1, 2, 3, 8, 8, 8, 8, 19]).unwrap();
        let mut files: Vec<_> = (0..number)
            .map(|i| games(1000 * i + round, random.usize(..6)).0)
            .collect();
        for file in &mut files {
            if random.u8(..4) == 0 && file.len() > HEADER {
                let at = random.usize(HEADER..file.len());
                file[at] ^= 1 << random.u8(..8);
            }
        }
        let chunks: Vec<&[u8]> = files
            .iter()
            .map(|file| file.get(HEADER..).unwrap_or_default())
            .collect();
        let alone: Vec<_> = chunks
            .iter()
            .map(|chunk| decode(Decoder::exact(), chunk))
            .collect();
        for (level, decoder) in decoders().chain([(setwise_dispatch::level(), Decoder::exact())]) {
            let mut visits: Vec<_> = (0..number).map(Sparse::new).collect();
            let results = decoder.chunks(&chunks, &mut visits);
            for (i, (found, (all, result))) in results.iter().zip(&alone).enumerate() {
                let expected = Sparse::of(all, i as u64);
                let sparse = &visits[i];
                assert_eq!(found, result, "{level} {round} {i}");
                assert!(sparse.list.0 == expected.list.0, "{level} {round} {i}");
                assert_eq!(sparse.before, expected.before, "{level} {round} {i}");
                assert_eq!(sparse.positions, expected.positions, "{level} {round} {i}");
            }
            if decoder.is_exact() {
                continue;
            }
            let mut words: Vec<_> = (0..number).map(|_| Words::default()).collect();
            let results = decoder.chunks(&chunks, &mut words);
            for ((found, words), (all, result)) in results.iter().zip(&words).zip(&alone) {
                let (expected, whole) = (Words::of(all), words.0.iter());
                // A chain that is not certain may have begun.
                let whole = whole.filter(|(count, words)| words.len() == *count);
                let whole: Vec<_> = whole.map(|(_, words)| words).collect();
                assert!(found.is_ok() <= result.is_ok(), "{level} {round}");
                for (found, expected) in whole.iter().zip(&expected) {
                    assert_eq!(*found, expected, "{level} {round}");
                }
                // The last part of `expected` is what follows the last chain.
                assert!(found.is_err() || whole.len() == expected.len() - 1);
            }
        }
    }
}

/// The stem has one square more than codes, and the squares with codes are a valid position.
#[test]
fn a_stem_of_33_pieces() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let position = Position::from_fen(start).unwrap();
    let played = position.parse_move("e2e4").ok();
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    let chained = ChainPosition::new(&position, played, Some(0), Outcome::Draw, 0).unwrap();
    writer.write(&chained, &mut file).unwrap();
    writer.finish(&mut file);
    // a6
    file[HEADER + 2] |= 1;
    let (seen, result) = decoded(only_chunk(&file));
    let reason = result.unwrap_err().reason;
    assert_eq!((seen.len(), reason), (0, ReadError::PieceCount(33)));
}

/// Knights go out and home, for more half-moves than a chain can have.
#[test]
fn the_longest_chain() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    let mut position = Position::startpos();
    let count = usize::from(u16::MAX) + 1;
    let mut write = |number: usize, writer: &mut Writer| {
        let played = position.parse_move(moves[number % 4]).unwrap();
        let score = [i16::MAX, -i16::MAX][number % 2];
        let ply = number as u32;
        let chained = ChainPosition::new(&position, Some(played), Some(score), Outcome::Draw, ply);
        let written = writer.write(&chained.unwrap(), &mut file);
        position = position.play_unchecked(played);
        written
    };
    for number in 0..count {
        write(number, &mut writer).unwrap();
    }
    // The chain is full, and the ply does not fit another stem.
    let ply = count as u32;
    assert_eq!(write(count, &mut writer), Err(WriteError::Ply(ply)));
    assert_eq!(writer.chains(), 1);
    writer.finish(&mut file);
    let (seen, result) = decoded(only_chunk(&file));
    assert_eq!((seen.len(), result), (count + 1, Ok(())));
    assert!(written_again(&file).all(|again| again == file));
}

#[test]
fn headers() {
    let (file, _) = games(2, 3);
    let whole = [&file[..], b"BINP\0\0\0\0", &file].concat();
    let sizes = |bytes: &[u8]| -> Vec<Result<usize, Damage>> {
        Chunks::new(bytes)
            .map(|chunk| chunk.map(<[u8]>::len))
            .collect()
    };
    let size = file.len() - HEADER;
    assert_eq!(sizes(&whole), [Ok(size), Ok(0), Ok(size)]);
    let damage = |at, reason| Err(Damage { at, reason });
    let cut = damage(file.len() + 8, ReadError::Truncated(file.len() - 1));
    assert_eq!(sizes(&whole[..whole.len() - 1]), [Ok(size), Ok(0), cut]);
    assert_eq!(sizes(b"NIBP\0\0\0\0"), [damage(0, ReadError::NotBinpack)]);
    let other = [&file[..], b"NIBP\0\0\0\0"].concat();
    assert_eq!(
        sizes(&other),
        [Ok(size), damage(file.len(), ReadError::ChunkMark)]
    );
    let long = damage(0, ReadError::TooLong(LIMIT));
    assert_eq!(sizes(b"BINP\0\0\0\xff"), [long]);
}

/// Every move continues a chain if it is legal, and no other does.
#[test]
fn moves_that_continue_a_chain() {
    for fen in STARTS {
        let before = Position::from_fen(fen)
            .unwrap()
            .without_useless_en_passant();
        let first = before.legal_moves()[0];
        let next = before.play_unchecked(first);
        for bits in 0..=u16::MAX {
            let Some(played) = Move::from_bits(bits) else {
                continue;
            };
            let (labels, is_legal) = ((Some(0), Outcome::Draw), next.is_legal(played));
            for level in Level::hand_written() {
                let (mut writer, mut out) = (Writer::with_level(level), Vec::new());
                let mut begin = |writer: &mut Writer| {
                    writer.begin_chain();
                    let begun = writer.write_position(&before, Some(first), labels, 4, &mut out);
                    begun.unwrap();
                };
                begin(&mut writer);
                let written = writer.write_moves([(played, Some(0))].into_iter());
                assert_eq!(written == 1, is_legal, "{next} {played:?}");
                begin(&mut writer);
                let written = writer.write_position(&next, Some(played), labels, 5, &mut out);
                assert_eq!(written.is_ok(), is_legal, "{next} {played:?}");
            }
        }
    }
}

#[test]
fn what_the_format_cannot_hold() {
    let refused = |fen: &str, played: Option<&str>, score| {
        let position = Position::from_fen(fen).unwrap();
        let played = played.map(|text| Position::startpos().parse_move(text).unwrap());
        ChainPosition::new(&position, played, score, Outcome::Draw, 0).err()
    };
    let start = STARTS[0];
    assert_eq!(refused(start, Some("e2e4"), Some(i16::MIN)), None);
    assert_eq!(refused(start, None, None), None);
    assert_eq!(
        refused(start, None, Some(NO_SCORE)),
        Some(WriteError::Score(NO_SCORE))
    );
    let black = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        refused(black, None, Some(i16::MIN)),
        Some(WriteError::Score(i16::MIN))
    );
    assert_eq!(refused(black, Some("e2e4"), None), Some(WriteError::Move));
    for fen in [
        "4k3/8/8/8/8/8/8/R2K4 w A - 0 1",
        "1r2k3/8/8/8/8/8/8/4K3 w b - 0 1",
    ] {
        assert_eq!(refused(fen, None, None), Some(WriteError::Castling));
    }
}
