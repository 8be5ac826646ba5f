//! The functions of the header that have pointers, and valid calls of them.

use crate::common::calls::{self, E2E4, START};
use crate::common::{Array, VALUES, listed};
use crate::pointers::{
    Row, count, fields, length, list, number, one, out, outs, owner, table, text,
};
use setwise_capi::*;
use setwise_core::OUT_NAMES;
use std::cell::UnsafeCell;
use std::ffi::c_char;

const N: usize = 3;
const FENS: [*const c_char; N] = [START.as_ptr(); N];
const MOVES: [u16; N] = [E2E4; N];
const NO_MOVES: [u16; N] = [0; N];
const SQUARES: [u8; N] = [9; N];
const OPTIONS: PerftOptions = PerftOptions {
    hash_bytes: 1 << 10,
    ..calls::OPTIONS
};
const HISTORY: History = History {
    keys: [7; SETWISE_HISTORY_ROOM],
    count: 2,
};

/// What the functions read, unless it is constant.
pub(crate) struct Given {
    array: Array,
    positions: [Position; N],
    setups: [Setup; N],
    /// With a gap after each.
    boards: [[u64; 4 * N]; 4],
    history: UnsafeCell<History>,
    eight: [EightBoards; N],
    twelve: [TwelveBoards; N],
}

impl Given {
    pub(crate) fn new() -> Self {
        let start = setwise_moves::Position::startpos();
        let setup = Setup::from(start);
        let (colors, roles) = (setup.colors, setup.roles);
        let eight = EightBoards {
            colors,
            roles,
            ..EightBoards::default()
        };
        let pieces = colors.map(|color| roles.map(|role| role & color));
        let twelve = TwelveBoards {
            pieces,
            ..TwelveBoards::default()
        };
        Self {
            array: Array::new(&[start; N]),
            positions: [start.into(); N],
            setups: [setup; N],
            boards: [1, 2, 4, 8].map(|board| [board; 4 * N]),
            history: HISTORY.into(),
            eight: [eight; N],
            twelve: [twelve; N],
        }
    }

    /// Asserts that what functions may write to is as it was.
    pub(crate) fn assert_unchanged(&self) {
        let start = setwise_moves::Position::startpos();
        assert_eq!(listed(&self.array), [start.words(); N]);
        // SAFETY: no call runs.
        assert_eq!(unsafe { *self.history.get() }, HISTORY);
    }
}

/// All functions that have pointers.
pub(crate) fn functions(given: &Given) -> Vec<Row> {
    let position = one(&given.positions[0], "the position");
    let history = one(given.history.get(), "the history");
    let options = one(&OPTIONS, "the options").or_null();
    let values = one(&VALUES, "the values");
    let plain = list(&given.positions, "the positions");
    // SAFETY: the array is one of the library.
    let inside = unsafe { setwise_positions_at(given.array.0, 0) }.addr();
    let array = owner(
        given.array.0,
        (inside, size_of_val(&given.positions)),
        "the positions",
    );
    // The sizes are read first, which the setups of other versions have, too.
    let setup = one(&given.setups[0], "the setups").of::<u32>();
    let setups = list(&given.setups, "the setups").of::<u32>();
    let fens = list(&FENS, "the FENs");
    let moves = list(&MOVES, "the moves");
    let less_one = length(N, "the offsets less one");
    let (won, effects) = (outs(N, "the values"), outs(N, "the effects"));
    let (offsets, found) = (outs(N, "the offsets"), outs(N, "the moves"));
    let boards = |index: usize, what| list(&given.boards[index][..N], what);
    let [a, b, c] =
        [(0, "orthogonal"), (1, "diagonal"), (2, "occupied")].map(|(i, what)| boards(i, what));
    let (from, over, d) = (
        boards(0, "generators"),
        boards(1, "propagators"),
        boards(3, "blockers"),
    );
    let rays = || {
        fields(
            "out",
            true,
            &OUT_NAMES.map(|what| outs(N, what).of::<u64>()),
        )
    };
    let board = |what| outs(N, what).of::<u64>().or_null();
    let arrays = || {
        let arrays = [
            number(size_of::<AnalysisArrays>()),
            board("checkers"),
            board("pinned"),
            board("danger"),
            board("attacked_by_white"),
            board("attacked_by_black"),
            outs(N, "mobility").of::<[u32; 6]>().or_null(),
            outs(N, "legal_moves").of::<u32>().or_null(),
        ];
        fields("the arrays", true, &arrays)
    };
    let step = number(E2E4.into()).named("a move");
    let (square, occupied) = (number(9).named("a square"), number(7).named("the occupied"));
    let mut rows = table! {
        setwise_position_startpos(out("the position"));
        setwise_position_from_fen(text(START, "the FEN"), out("the position"));
        setwise_position_from_fen_n(text(START, "the FEN"), 56, out("the position"));
        setwise_position_from_setup(setup, out("the position"));
        setwise_position_to_setup(position, out("the setup"));
        setwise_position_legal_moves(position, out("the list"));
        setwise_position_captures(position, out("the list"));
        setwise_position_count_legal_moves(position);
        setwise_position_is_legal(position, step);
        setwise_position_checkers(position);
        setwise_position_pinned(position);
        setwise_position_attackers_to(position, square, occupied);
        setwise_position_gives_check(position, step);
        setwise_position_status(position);
        setwise_position_key(position);
        setwise_position_pawn_key(position);
        setwise_position_material_key(position);
        setwise_position_polyglot_key(position);
        setwise_position_play(position, step, out("the next position"));
        setwise_position_play_unchecked(position, step, out("the next position"));
        setwise_position_null_move(position, out("the next position"));
        setwise_position_mirror(position, out("the next position"));
        setwise_position_exchange_value(position, step, values, out("the value"));
        setwise_position_exchange_reaches(position, step, values, 1);
        setwise_position_to_fen(position, out("the FEN"), SETWISE_FEN_SIZE);
        setwise_move_uci(step, 0, out("the move"), SETWISE_MOVE_SIZE);
        setwise_position_san(position, step, out("the move"), SETWISE_MOVE_SIZE);
        setwise_position_parse_uci(position, text(c"e2e4", "the move"), out("the move"));
        setwise_position_parse_uci_n(position, text(c"e2e4e5", "the move"), 4, out("the move"));
        setwise_position_parse_san(position, text(c"e4", "the move"), out("the move"));
        setwise_position_parse_san_n(position, text(c"e4e5", "the move"), 2, out("the move"));
        setwise_history_push(history, position);
        setwise_history_repetitions(history, position);
        setwise_history_plies_to_repetition(history, position);
        setwise_position_perft(position, 1, options, out("the leaves"));
        setwise_position_perft(position, 1, 0, out("the leaves"));

        setwise_positions_new(plain, count(N), out("the new array"));
        setwise_positions_from_fens(fens, count(N), out("the new array"));
        setwise_positions_from_setups(setups, count(N), out("the new array"));
        setwise_positions_copy(array, out("the new array"));
        setwise_positions_len(array);
        setwise_positions_at(array, 0);
        setwise_validate_positions(plain, count(N));
        setwise_count_legal_moves(plain, outs(N, "the counts"), count(N));
        setwise_positions_count_legal_moves(array, outs(N, "the counts"), length(N, "the counts"));
        setwise_positions_count_captures(array, outs(N, "the counts"), length(N, "the counts"));
        setwise_positions_count_move_kinds(array, outs(N, "the kinds"), length(N, "the kinds"));
        setwise_positions_keys(array, outs(N, "the keys"), length(N, "the keys"));
        setwise_positions_checkers(array, outs(N, "the checkers"), length(N, "the checkers"));
        setwise_positions_status(array, outs(N, "the statuses"), length(N, "the statuses"));
        setwise_positions_attack_maps(array, outs(N, "the maps"), length(N, "the maps"));
        setwise_positions_is_legal(array, moves, outs(N, "the answers"), length(N, "the answers"));
        setwise_positions_exchange_values(array, moves, values, won, length(N, "the values"));
        setwise_positions_move_effects(array, moves, effects, length(N, "the effects"));
        setwise_positions_play(array, list(&NO_MOVES, "the moves"), length(N, "the moves"));
        setwise_positions_legal_moves(array, offsets, found, 100, less_one);
        setwise_analyze(plain, arrays(), count(N));
        setwise_positions_analyze(array, arrays(), length(N, "the arrays"));

        setwise_attacks(1, 1, 1, out("out"));
        setwise_ray_attacks(1, 1, 1, out("out"));
        setwise_occluded_fill(1, 1, 0, out("out"));
        setwise_batch_attacks(a, b, c, outs(N, "out"), count(N));
        setwise_batch_ray_attacks(a, b, c, rays(), count(N));
        setwise_batch_occluded_fill(from, over, 0, outs(N, "out"), count(N));
        setwise_batch_xray_attacks(a, b, c, d, outs(N, "out"), count(N));
        setwise_piecewise_name(0, out("the name"));
        setwise_piecewise_named(text(c"hyperbola-quintessence", "the name"), out("the system"));
        setwise_piece_attacks(0, 3, 0, 1, out("out"));
        setwise_batch_piece_attacks(0, 3, list(&SQUARES, "squares"), c, outs(N, "out"), count(N));
        setwise_piecewise_attacks(0, 1, 1, 1, out("out"));
        setwise_piecewise_ray_attacks(0, 1, 1, 1, out("out"));
        setwise_piecewise_batch_attacks(0, a, b, c, outs(N, "out"), count(N));
        setwise_piecewise_batch_ray_attacks(0, a, b, c, rays(), count(N));

        setwise_kernel_name(0, out("the name"));
        setwise_kernel_is_supported(text(c"wide/adaptive", "the name"), out("the answer"));
        setwise_entry_point_name(0, out("the name"));
        setwise_selected_kernel(text(c"attacks", "the entry point"), 1, out("the name"));
        setwise_select_kernel(text(c"wide/adaptive", "the name"));
        setwise_select_kernel_from_env(out("the name"));

        setwise_nnue_set_named(text(c"pawn-pairs", "the name"), out("the set"));
        setwise_nnue_size(1, out("the size"));
        setwise_nnue_max_active(1, out("the greatest number"));
    };
    // Positions in each of three forms.
    let null = number(0);
    let [eight, twelve] = [
        list(&given.eight, "the positions"),
        list(&given.twelve, "the positions"),
    ];
    for [n, eight, twelve, checked] in [
        [number(N), eight, null, null],
        [number(N), null, twelve, null],
        [length(N, "the positions"), null, null, array.of::<usize>()],
    ] {
        let size = number(size_of::<NnuePositions>());
        let given = || {
            fields(
                "the positions",
                false,
                &[size, n, eight, twelve, checked, null, null],
            )
        };
        let (first, second) = (
            outs(N, "the first rows").of::<[u32; 50]>(),
            outs(N, "the second rows").of::<[u32; 50]>(),
        );
        rows.extend(table! {
            setwise_nnue_count(7, given(), outs(N, "the counts"));
            setwise_nnue_pad(7, given(), first, second, 50);
            setwise_nnue_csr(7, given(), offsets, first, second, N * 50);
        });
    }
    rows
}
