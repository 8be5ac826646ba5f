//! Batches of positions: each call of each instruction set, compared with one position at a time.

use crate::input::Input;
use setwise_conformance::one_by_one;
use setwise_moves::{
    Analysis, Move, MoveFunctions, MoveKindCounts, MoveRows, Position, move_effects,
};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let count = input.below(160);
    let mut positions: Vec<Position> = Vec::new();
    let mut moves: Vec<Move> = Vec::new();
    while positions.len() < count {
        // After the end of the input, the children of the positions so far.
        let next = match input.is_empty() {
            false => input.position(),
            true => positions.get(positions.len() / 2).copied(),
        };
        let Some(position) = next else {
            if input.is_empty() {
                break;
            }
            continue;
        };
        let legal = input.legal_move(&position);
        let played = legal.filter(|_| !input.flag());
        moves.push(played.unwrap_or_else(|| input.any_move()));
        positions.push(position);
        let number = positions.len();
        let children = position.legal_moves().into_iter().skip(number % 5).take(2);
        for child in children {
            positions.push(position.play_unchecked(child));
            moves.push(child);
        }
    }
    let n = positions.len();
    for kernel in MoveFunctions::all() {
        let name = kernel.name();
        let (mut counts, mut captures) = (vec![u32::MAX; n], vec![u32::MAX; n]);
        let mut analyses = vec![Analysis::default(); n];
        let mut maps = vec![[1; 2]; n];
        let mut kinds = vec![MoveKindCounts::default(); n];
        let (mut checks, mut left) = (vec![true; n], vec![true; n]);
        let mut effects = vec![None; n];
        let mut rows = MoveRows::new();
        let calls = [
            kernel.count_legal_moves(&positions, &mut counts),
            kernel.analyze(&positions, &mut analyses),
            kernel.attack_maps(&positions, &mut maps),
            kernel.count_move_kinds(&positions, &mut kinds),
            kernel.count_captures(&positions, &mut captures),
            kernel.find_checks(&positions, &mut checks),
            kernel.find_kings_left_in_check(&positions, &mut left),
            move_effects(&positions, &moves, &mut effects),
        ];
        assert_eq!(calls, [Ok(()); 8], "equal lengths");
        kernel.legal_moves(&positions, &mut rows);
        for (i, position) in positions.iter().enumerate() {
            let (analysis, kinds, effect) = (&analyses[i], &kinds[i], effects[i]);
            let context = format_args!("{position}, {:?} ({name})", moves[i]);
            assert_eq!(counts[i], position.count_legal(), "{context}");
            assert_eq!(rows.row(i), Some(&*position.legal_moves()), "{context}");
            assert_eq!(analysis.legal_moves(), counts[i], "{context}");
            assert_eq!(analysis.checkers(), position.checkers(), "{context}");
            assert_eq!(analysis.pinned(), position.pinned(), "{context}");
            assert_eq!(analysis.danger(), position.danger(), "{context}");
            assert_eq!(maps[i], one_by_one::attack_maps(position), "{context}");
            assert_eq!(checks[i], position.is_check(), "{context}");
            // Else it would be no position.
            assert!(!left[i], "{context}");
            assert_eq!(captures[i], kinds.captures(), "{context}");
            let found = [kinds.captures(), kinds.promotions(), kinds.checks()];
            assert_eq!(found, one_by_one::move_kinds(position), "{context}");
            assert_eq!(effect.is_some(), position.is_legal(moves[i]), "{context}");
            if let Some(effect) = effect {
                let is_check = position.play_unchecked(moves[i]).is_check();
                assert_eq!(effect.is_check(), is_check, "{context}");
            }
        }
    }
}
