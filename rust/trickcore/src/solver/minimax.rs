//! Plain minimax: every line played out. Slow, short, and right: the oracle of all others.

use super::{Control, Objective, Stop};
use crate::state::Position;

/// The amount that the bidder's side ends with.
pub(super) fn minimax(position: &mut Position, goal: &Objective, control: &mut Control) -> Result<i32, Stop> {
    control.tick()?;
    if position.is_over() {
        return Ok(goal.amount(position));
    }
    let maximises = goal.maximises(position);
    let mut best = None;
    for mv in position.search_moves() {
        let undo = position.play_unchecked(mv);
        let value = minimax(position, goal, control);
        position.undo(undo);
        let value = value?;
        best = Some(best.map_or(value, |best: i32| if maximises { best.max(value) } else { best.min(value) }));
    }
    Ok(best.unwrap_or_else(|| goal.amount(position)))
}
