//! Rules, states and exact search for two-sided trick-taking card games.
//!
//! Data flows one way: [`cards`] → [`rules`] → [`state`] → [`solver`] and [`worlds`]; [`random`] serves them all.
//!
//! * [`cards`]: cards in a byte, packs, sets over a word, deals, and the one text codec.
//! * [`rules`]: the card play of a game as plain data ([`rules::Rules`]), and the same compiled for one contract into
//!   bit masks ([`rules::Plan`]).
//! * [`state`]: a legal moment of the play ([`state::Position`]), made from anything a user may type
//!   ([`state::Setup`]); legal moves, play, undo, perft, random playouts.
//! * [`solver`]: exact double-dummy values.
//! * [`worlds`]: where the cards may be that somebody does not see, drawn uniformly.
//!
//! **Panics.** No public function panics on any input that its types admit, except where its documentation says so.

pub mod cards;
pub mod random;
pub mod rules;
pub mod solver;
pub mod state;
pub mod worlds;

/// The most seats a game may have.
pub const MAX_SEATS: usize = 4;

/// One value per seat.
pub type BySeat<T> = [T; MAX_SEATS];
