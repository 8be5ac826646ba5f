//! The legal moves of the positions in a slice.
//!
//! Checks, pins, the squares that the king may not go to, and castling are found for as many
//! positions at once as a register has bytes. Then the moves of each position are written.

use super::list::{Generator, King, Writer};
use crate::lists::{move_list::Appender, move_rows::MoveRows};
use crate::packs::{MAX_LANES, Register, position_words::PositionWords};
use crate::position::Position;
use crate::rules::{attackers::Checks, legality::Legality};
use setwise_core::{Function, Pack, Vector};

/// Adds a row for each position.
pub(crate) struct ListAll;

impl Function for ListAll {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut MoveRows;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, positions: &[Position], rows: &mut MoveRows) {
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let [mut danger, mut checkers, mut pinned, mut castles] = [[0; MAX_LANES]; 4];
        for positions in positions.chunks(size) {
            words.copy(positions, Position::pairs);
            let frame = words.frame(token);
            let legality = Legality::new(&frame);
            legality.danger.store(&mut danger[..size]);
            legality.checkers.store(&mut checkers[..size]);
            legality.pinned(&frame).store(&mut pinned[..size]);
            legality.castles(&frame).store(&mut castles[..size]);
            for (lane, position) in positions.iter().enumerate() {
                let view = |boards: &[u64; MAX_LANES]| position.turn().view(boards[lane]);
                let checks = Checks {
                    checkers: view(&checkers),
                    pinned: view(&pinned),
                };
                let king = King {
                    danger: view(&danger),
                    castles: view(&castles),
                };
                rows.add(|room| {
                    let list = Appender::new(room);
                    let writer = Writer::<Register<P>> { token, list };
                    let limits = (checks, Some(king));
                    let generator = Generator::<_, false>::new(position, limits, writer);
                    generator.generate()
                });
            }
        }
    }
}
