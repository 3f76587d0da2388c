//! Moments of the card play: anything a user may type ([`Setup`]), the always legal [`Position`] made of it, and what
//! is done with one: legal moves, play, undo, [`perft`], random [`playouts`].

mod moves;
mod perft;
mod playout;
mod position;
mod setup;
mod text;

pub use moves::{IllegalMove, Move, MoveList, Say};
pub use perft::{Stopped, perft};
pub use playout::{Outcome, RandomGames, playout, playouts};
pub use position::{Position, Undo};
pub use setup::{Setup, SetupFault, SetupFaults};
pub use text::ParsePositionError;
