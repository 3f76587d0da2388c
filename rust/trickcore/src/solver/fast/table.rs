//! The table: what is known of positions at the start of a trick, generalised over ranks that did not matter.
//!
//! Entries hang in chains by the hash of shape, leader and what else the rest depends on. An entry speaks of every
//! position of that key whose owners agree with its own on the places of its mask, and fills one line of the cache. The
//! table grows as it needs to, up to its cap, and then starts anew.

/// What the entries of one chain must share exactly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Cards of each seat by run.
    pub shape: u128,
    /// Leader, seats whose announced points wait for a first trick, and the totals of the deal where the question is
    /// about those.
    pub turn: u64,
    /// Where marriages are intact, the places of their cards.
    pub couples: u32,
}

/// What is known of a class of positions: the amount still to come lies between `low` and `high`.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct Entry {
    shape: u128,
    turn: u64,
    owners: [u64; 2],
    mask: u64,
    couples: u32,
    next: u32,
    low: i16,
    high: i16,
}

impl Entry {
    #[inline(always)]
    fn key(&self) -> Key {
        Key { shape: self.shape, turn: self.turn, couples: self.couples }
    }

    /// Whether it speaks of a position of its key with these owners.
    #[inline(always)]
    fn covers(&self, owners: [u64; 2]) -> bool {
        ((self.owners[0] ^ owners[0]) | (self.owners[1] ^ owners[1])) & self.mask == 0
    }
}

/// A table of its own memory.
#[derive(Debug)]
pub(super) struct Table {
    heads: Vec<u32>,
    entries: Vec<Entry>,
    max_entries: usize,
    /// How many entries the chains are meant for.
    limit: usize,
}

/// No entry.
const NIL: u32 = u32::MAX;

/// Chains of an empty table.
const FEWEST_CHAINS: usize = 1 << 10;

impl Table {
    /// A table that takes at most about `max_bytes`.
    pub fn new(max_bytes: usize) -> Table {
        // Beside each entry room for half a head, twice while the chains are made anew.
        let max_entries = (max_bytes / (size_of::<Entry>() + 2 * size_of::<u32>())).clamp(1, NIL as usize - 1);
        let limit = max_entries.min(2 * FEWEST_CHAINS);
        Table { heads: vec![NIL; FEWEST_CHAINS], entries: Vec::new(), max_entries, limit }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.heads.truncate(FEWEST_CHAINS);
        self.heads.fill(NIL);
        self.entries.clear();
        self.limit = self.max_entries.min(2 * FEWEST_CHAINS);
    }

    #[inline(always)]
    fn head(&self, key: &Key) -> usize {
        let folded = (key.shape as u64)
            ^ ((key.shape >> 64) as u64).rotate_left(29)
            ^ u64::from(key.couples).rotate_left(47)
            ^ key.turn.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.heads.len() - 1)
    }

    /// A bound that tells whether at least `need` is still to come, and the places it depends on; if the table knows.
    #[inline(always)]
    pub fn find(&self, key: &Key, owners: [u64; 2], need: i32) -> Option<(i32, u64)> {
        let mut at = self.heads[self.head(key)];
        while let Some(entry) = self.entries.get(at as usize) {
            if entry.key() == *key && entry.covers(owners) {
                if i32::from(entry.low) >= need {
                    return Some((i32::from(entry.low), entry.mask));
                }
                if i32::from(entry.high) < need {
                    return Some((i32::from(entry.high), entry.mask));
                }
            }
            at = entry.next;
        }
        None
    }

    /// Keeps a bound for all positions whose owners agree at the places of `mask`: at least `value` is still to come if
    /// that is `need` or more, else at most `value`.
    pub fn store(&mut self, key: &Key, owners: [u64; 2], mask: u64, need: i32, value: i32) {
        let head = self.head(key);
        let mut at = self.heads[head];
        let (low, high) = if value >= need { (value as i16, i16::MAX) } else { (i16::MIN, value as i16) };
        while let Some(entry) = self.entries.get_mut(at as usize) {
            if entry.mask == mask && entry.covers(owners) && entry.key() == *key {
                entry.low = entry.low.max(low);
                entry.high = entry.high.min(high);
                return;
            }
            at = entry.next;
        }
        let next = self.heads[head];
        self.heads[head] = self.entries.len() as u32;
        let &Key { shape, turn, couples } = key;
        self.entries.push(Entry { shape, turn, owners, mask, couples, next, low, high });
        if self.entries.len() >= self.limit {
            self.grow();
        }
    }

    /// More chains, or, at the cap, a new start.
    #[cold]
    fn grow(&mut self) {
        if self.entries.len() >= self.max_entries {
            return self.clear();
        }
        let chains = (self.heads.len() * 4).min(1 << 24);
        self.limit = self.max_entries.min(2 * chains).max(self.entries.len() + 1);
        self.heads.clear();
        self.heads.resize(chains, NIL);
        for at in 0..self.entries.len() {
            let head = self.head(&self.entries[at].key());
            self.entries[at].next = self.heads[head];
            self.heads[head] = at as u32;
        }
    }
}
