//! The table: what is known of positions at the start of a trick, generalised over ranks that did not matter.
//!
//! Entries hang in chains by the hash of shape, leader and what else the rest depends on, and fill one line of the cache.
//! Each has a list of patterns, the first of them inside. The table grows as it needs to, up to its cap, and then starts
//! anew.

use super::patterns::{Meeting, NIL, Pattern, Pool};

/// What the patterns of one entry must share exactly.
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

/// What is known of positions of one key.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct Entry {
    shape: u128,
    turn: u64,
    couples: u32,
    next: u32,
    first: Pattern,
}

impl Entry {
    #[inline(always)]
    fn key(&self) -> Key {
        Key { shape: self.shape, turn: self.turn, couples: self.couples }
    }
}

/// A table of its own memory.
#[derive(Debug)]
pub(super) struct Table {
    heads: Vec<u32>,
    chunks: Vec<Vec<Entry>>,
    entries: usize,
    patterns: Pool,
    max_bytes: usize,
    /// How many entries the chains are meant for.
    limit: usize,
}

/// Chains of an empty table.
const FEWEST_CHAINS: usize = 1 << 10;

/// Entries in one piece of memory.
const CHUNK: usize = 1 << 10;

impl Table {
    /// A table that takes at most about `max_bytes`.
    pub fn new(max_bytes: usize) -> Table {
        Table {
            heads: vec![NIL; FEWEST_CHAINS],
            chunks: Vec::new(),
            entries: 0,
            patterns: Pool::new(),
            max_bytes,
            limit: 2 * FEWEST_CHAINS,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.heads.truncate(FEWEST_CHAINS);
        self.heads.fill(NIL);
        self.chunks.iter_mut().for_each(Vec::clear);
        self.entries = 0;
        self.patterns.clear();
        self.limit = 2 * FEWEST_CHAINS;
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

    /// Where the entry of a key is.
    #[inline(always)]
    fn place(&self, key: &Key) -> Option<(usize, usize)> {
        let mut at = self.heads[self.head(key)];
        loop {
            let (chunk, place) = (at as usize / CHUNK, at as usize % CHUNK);
            let entry = self.chunks.get(chunk)?.get(place)?;
            if entry.key() == *key {
                return Some((chunk, place));
            }
            at = entry.next;
        }
    }

    /// A bound that tells whether at least `need` is still to come, and the places it depends on; if the table knows.
    #[inline(always)]
    pub fn find(&mut self, key: &Key, owners: [u64; 2], need: i32) -> Option<(i32, u64)> {
        let (chunk, place) = self.place(key)?;
        let first = &self.chunks[chunk][place].first;
        first.answers(owners, need).or_else(|| self.patterns.find(first.more, owners, need))
    }

    /// Keeps a bound for all positions whose owners agree at the places of `mask`: at least `value` is still to come if
    /// that is `need` or more, else at most `value`.
    pub fn store(&mut self, key: &Key, owners: [u64; 2], mask: u64, need: i32, value: i32) {
        let (low, high) = if value >= need { (value as i16, i16::MAX) } else { (i16::MIN, value as i16) };
        let mut new = Pattern { owners, mask, low, high, more: NIL };
        let Some((chunk, place)) = self.place(key) else { return self.push(key, new) };
        let first = &mut self.chunks[chunk][place].first;
        match first.meets(&mut new) {
            Meeting::Same => {}
            Meeting::Superfluous => *first = Pattern { more: first.more, ..new },
            Meeting::Apart => {
                first.more = self.patterns.add(first.more, new);
                self.keep_within_bounds();
            }
        }
    }

    /// A first pattern of a key.
    fn push(&mut self, key: &Key, first: Pattern) {
        let head = self.head(key);
        let &Key { shape, turn, couples } = key;
        let entry = Entry { shape, turn, couples, next: self.heads[head], first };
        let chunk = self.entries / CHUNK;
        if chunk == self.chunks.len() {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[chunk].push(entry);
        self.heads[head] = self.entries as u32;
        self.entries += 1;
        if self.entries >= self.limit {
            self.grow();
        }
        if self.entries.is_multiple_of(CHUNK) {
            self.keep_within_bounds();
        }
    }

    /// At the cap everything is forgotten, and the memory given back: entries and patterns may want other shares of it.
    #[inline(always)]
    fn keep_within_bounds(&mut self) {
        let bytes = self.entries * size_of::<Entry>() + self.heads.len() * size_of::<u32>() + self.patterns.bytes();
        if bytes > self.max_bytes {
            *self = Table::new(self.max_bytes);
        }
    }

    /// More chains.
    #[cold]
    fn grow(&mut self) {
        let chains = (self.heads.len() * 4).min(1 << 24);
        self.limit = 2 * chains;
        self.heads.clear();
        self.heads.resize(chains, NIL);
        for at in 0..self.entries {
            let head = self.head(&self.chunks[at / CHUNK][at % CHUNK].key());
            self.chunks[at / CHUNK][at % CHUNK].next = self.heads[head];
            self.heads[head] = at as u32;
        }
    }
}
