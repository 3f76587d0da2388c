//! Cards, packs, sets of cards, deals, and the one codec that writes and reads them.

mod card;
mod deal;
mod dealing;
mod notation;
mod pack;
mod set;

pub use card::Card;
pub use deal::{Deal, DealFault, DealFaults, Layout, LayoutError, ReadDealError};
pub use dealing::{Count, Dealing, NothingFits, Wanted};
pub(crate) use notation::excerpt;
pub use notation::{ParseCardError, card_symbol, card_text, hand_text, parse_card, parse_hand};
pub use pack::{FRENCH, FRENCH24, FRENCH32, FRENCH52, Family, ITALIAN, ITALIAN40, PACKS, Pack};
pub use set::{CardSet, Cards};
