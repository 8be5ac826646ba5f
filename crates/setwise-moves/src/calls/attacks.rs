//! Checks, pins and attacks of many positions.

use super::each::calls;
use crate::functions::{analysis::Analysis, attack_maps::AttackMaps, checks::FindChecks};
use crate::{kernel::MoveFunctions, packs::per_position::PerPosition, position::Position};
use setwise_core::LengthMismatch;

calls! {
    /// Finds the positions whose side to move is in check: `checks[i]` is for `positions[i]`.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Position, find_checks};
    /// let check = Position::from_fen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1").unwrap();
    /// let mut checks = [true; 2];
    /// find_checks(&[Position::startpos(), check], &mut checks)?;
    /// assert_eq!(checks, [false, true]);
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn find_checks(checks: bool), find_checks,
        |batch, positions, checks| (batch.checks)(positions, checks),
        |_, position| FindChecks::<true>::of(position);

    /// Finds positions whose other side has its king attacked, so that its last move was not legal.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Position, find_kings_left_in_check};
    /// let mut checks = [true; 2];
    /// find_kings_left_in_check(&[Position::startpos(); 2], &mut checks)?;
    /// assert_eq!(checks, [false; 2]);
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn find_kings_left_in_check(checks: bool), find_checks,
        |batch, positions, checks| (batch.left)(positions, checks),
        |_, position| FindChecks::<false>::of(position);

    /// Writes what White and Black attack, pins ignored: `maps[i]` is for `positions[i]`.
    ///
    /// [`analyze`](crate::analyze) finds the same boards with checks, pins and mobility
    /// ([`Analysis::attacked_by`](crate::Analysis::attacked_by)).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Position, attack_maps};
    /// let mut maps = [[0; 2]; 3];
    /// attack_maps(&[Position::startpos(); 3], &mut maps)?;
    /// // All squares of the second and third rank, and all of the first but the corners.
    /// assert_eq!(maps, [[0xff_ff7e, 0x7eff_ff00_0000_0000]; 3]);
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn attack_maps(maps: [u64; 2]), attack_maps,
        |batch, positions, maps| (batch.attack_maps)(positions, maps),
        |_, position| AttackMaps::of(position);

    /// Analyzes many positions: `analyses[i]` is for `positions[i]`.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise_moves::{Analysis, Color, Position, Role, analyze};
    /// let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// let positions = [Position::startpos(), mate];
    /// let mut analyses = [Analysis::default(); 2];
    /// analyze(&positions, &mut analyses)?;
    /// assert_eq!(analyses[0].mobility(Role::Knight), 4);
    /// assert_eq!(analyses[0].legal_moves(), 20);
    /// // White attacks squares on the first three ranks only.
    /// assert_eq!(analyses[0].attacked_by(Color::White) >> 16, 0xff);
    /// assert!(analyses[1].is_mate());
    /// # Ok::<(), setwise_moves::LengthMismatch>(())
    /// ```
    fn analyze(analyses: Analysis), analyze,
        |batch, positions, analyses| (batch.analyze)(positions, analyses),
        |functions, position| (functions.analyze_one)(position, ());
}
