//! A hint for queries whose condition cannot hold for any row.

use super::table::Positions;
use datafusion::catalog::default_table_source::source_as_provider;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, LogicalPlan};

/// The functions that hold only in the last position of a game.
const OF_ENDS: [&str; 2] = ["mate", "stalemate"];

/// The functions of a position that return other positions.
const TO_OTHERS: [&str; 2] = ["play", "children"];

/// The columns of positions.
const COLUMNS: [&str; 3] = ["fen", "position", "kings"];

/// Returns a line that explains why a plan finds no mates or no stalemates: it reads a file of
/// games without the last positions of the games, and a move follows every other position.
///
/// # Errors
/// The plan cannot be walked.
pub fn hint(plan: &LogicalPlan) -> Result<Option<String>> {
    let (mut games, mut function, mut is_renamed) = (None, None, false);
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node
            && let Ok(provider) = source_as_provider(&scan.source)
            && let Some(table) = provider.downcast_ref::<Positions>()
        {
            games = games.take().or_else(|| table.without_ends());
        }
        node.apply_expressions(|expression| {
            expression.apply(|part| {
                match part {
                    Expr::ScalarFunction(call)
                        if OF_ENDS.contains(&call.name()) && call.args.iter().any(is_of_row) =>
                    {
                        function = Some(call.name().to_owned());
                    }
                    // An alias that replaces the position of the row by another one.
                    Expr::Alias(alias) if COLUMNS.contains(&alias.name.as_str()) => {
                        is_renamed |= !is_of_row(&alias.expr);
                    }
                    _ => {}
                }
                Ok(TreeNodeRecursion::Continue)
            })
        })
    })?;
    Ok(match (games, function) {
        (Some(file), Some(name)) if !is_renamed => Some(format!(
            "{file}: `{name}` holds for no row without positions(file, layout, 'final'), since a move follows each position"
        )),
        _ => None,
    })
}

/// Whether an expression is the position of the row, in any layout.
fn is_of_row(expression: &Expr) -> bool {
    let is_other = |part: &Expr| matches!(part, Expr::ScalarFunction(call) if TO_OTHERS.contains(&call.name()));
    let is_column = |part: &Expr| matches!(part, Expr::Column(column) if COLUMNS.contains(&column.name.as_str()));
    let has = |is_wanted: &dyn Fn(&Expr) -> bool| {
        expression
            .exists(|part| Ok(is_wanted(part)))
            .unwrap_or(false)
    };
    has(&is_column) && !has(&is_other)
}
