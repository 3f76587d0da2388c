//! The table: what is known of positions at the start of a trick, generalised over ranks that did not matter.
//!
//! Entries hang in chains by the hash of shape, leader and what else the rest depends on. An entry speaks of every
//! position of that key whose owners agree with its own on the places of its mask. The table grows as it needs to, up to
//! its cap, and then starts anew.

/// What the entries of one chain must share exactly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Cards of each seat by run.
    pub shape: u128,
    /// Where marriages are intact, the cards of their lanes.
    pub couples: u64,
    /// The totals so far, where the question is about those of the deal.
    pub totals: u64,
    /// Leader, and seats whose announced points wait for a first trick.
    pub turn: u8,
}

/// What is known of a class of positions: the amount still to come lies between `low` and `high`.
#[derive(Copy, Clone, Debug)]
pub(super) struct Entry {
    key: Key,
    owners: [u64; 2],
    mask: u64,
    low: i16,
    high: i16,
    next: u32,
    /// The card that decided last, as plan bit.
    pub best: u8,
}

/// A table of its own memory.
#[derive(Debug)]
pub(super) struct Table {
    heads: Vec<u32>,
    entries: Vec<Entry>,
    max_entries: usize,
}

/// No entry.
const NIL: u32 = u32::MAX;

/// What a look into the table found.
pub(super) enum Found {
    /// The answer, and the places it depends on.
    Answer(bool, u64),
    /// No answer; the card that decided a position like this one, if any.
    Hint(Option<u8>),
}

impl Table {
    /// A table with 2^`bits` chains that takes at most about `max_bytes`.
    pub fn new(bits: u32, max_bytes: usize) -> Table {
        Table {
            heads: vec![NIL; 1 << bits],
            entries: Vec::new(),
            max_entries: (max_bytes / size_of::<Entry>()).clamp(1, NIL as usize - 1),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.heads.fill(NIL);
        self.entries.clear();
    }

    #[inline]
    fn head(&self, key: &Key) -> usize {
        let folded = (key.shape as u64)
            ^ ((key.shape >> 64) as u64).rotate_left(29)
            ^ key.couples.rotate_left(47)
            ^ key.totals.wrapping_mul(0xD6E8_FEB8_6659_FD93)
            ^ u64::from(key.turn) << 17;
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.heads.len().trailing_zeros())) as usize & (self.heads.len() - 1)
    }

    /// Whether at least `need` is still to come, if the table knows.
    #[inline]
    pub fn find(&self, key: &Key, owners: [u64; 2], need: i32) -> Found {
        let mut hint = None;
        let mut at = self.heads[self.head(key)];
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.key == *key {
                if ((entry.owners[0] ^ owners[0]) | (entry.owners[1] ^ owners[1])) & entry.mask == 0 {
                    if i32::from(entry.low) >= need {
                        return Found::Answer(true, entry.mask);
                    }
                    if i32::from(entry.high) < need {
                        return Found::Answer(false, entry.mask);
                    }
                    hint = Some(entry.best);
                } else if hint.is_none() {
                    hint = Some(entry.best);
                }
            }
            at = entry.next;
        }
        Found::Hint(hint)
    }

    /// Keeps an answer for all positions whose owners agree at the places of `mask`.
    pub fn store(&mut self, key: &Key, owners: [u64; 2], mask: u64, need: i32, answer: bool, best: u8) {
        let head = self.head(key);
        let mut at = self.heads[head];
        while let Some(entry) = self.entries.get_mut(at as usize) {
            let same = entry.mask == mask
                && ((entry.owners[0] ^ owners[0]) | (entry.owners[1] ^ owners[1])) & mask == 0
                && entry.key == *key;
            if same {
                if answer {
                    entry.low = entry.low.max(need as i16);
                } else {
                    entry.high = entry.high.min(need as i16 - 1);
                }
                entry.best = best;
                return;
            }
            at = entry.next;
        }
        if self.entries.len() >= self.max_entries {
            self.clear();
        }
        let (low, high) = if answer { (need as i16, i16::MAX) } else { (i16::MIN, need as i16 - 1) };
        let next = self.heads[head];
        self.heads[head] = self.entries.len() as u32;
        self.entries.push(Entry { key: *key, owners, mask, low, high, next, best });
    }
}
