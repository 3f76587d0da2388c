//! What the table knows of positions of one key: patterns, each about all positions whose owners agree with its own on
//! the places of its mask.

/// Bounds on the amount still to come in a class of positions.
#[derive(Copy, Clone, Debug)]
pub(super) struct Pattern {
    pub owners: [u64; 2],
    pub mask: u64,
    pub low: i16,
    pub high: i16,
    /// In the pattern that an entry of the table holds: where its others are. In the first of those: how many there are,
    /// and how many fit.
    pub more: u32,
}

/// No patterns.
pub(super) const NIL: u32 = u32::MAX;

impl Pattern {
    /// Whether it speaks of positions with these owners.
    #[inline(always)]
    fn covers(&self, owners: [u64; 2]) -> bool {
        ((self.owners[0] ^ owners[0]) | (self.owners[1] ^ owners[1])) & self.mask == 0
    }

    /// Whether it speaks of every position that another speaks of.
    #[inline(always)]
    fn includes(&self, other: &Pattern) -> bool {
        self.mask & !other.mask == 0 && self.covers(other.owners)
    }

    /// A bound that tells whether at least `need` is still to come for these owners, and the places it depends on.
    #[inline(always)]
    pub fn answers(&self, owners: [u64; 2], need: i32) -> Option<(i32, u64)> {
        if !self.covers(owners) {
            return None;
        }
        if i32::from(self.low) >= need {
            Some((i32::from(self.low), self.mask))
        } else if i32::from(self.high) < need {
            Some((i32::from(self.high), self.mask))
        } else {
            None
        }
    }

    /// Learns from a pattern that speaks of all its positions.
    #[inline(always)]
    fn learn(&mut self, other: &Pattern) {
        self.low = self.low.max(other.low);
        self.high = self.high.min(other.high);
    }

    /// Takes in a new pattern if it is about the same positions. Else both learn from each other what they can.
    #[inline(always)]
    pub fn meets(&mut self, new: &mut Pattern) -> Meeting {
        if self.mask == new.mask && self.covers(new.owners) {
            self.learn(new);
            return Meeting::Same;
        }
        if self.includes(new) {
            new.learn(self);
        } else if new.includes(self) {
            self.learn(new);
            if new.low >= self.low && new.high <= self.high {
                return Meeting::Superfluous;
            }
        }
        Meeting::Apart
    }
}

/// What a known pattern is beside a new one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// About the same positions: it has learned what the new one says.
    Same,
    /// The new one says all that it says.
    Superfluous,
    /// Neither.
    Apart,
}

/// Patterns in one piece of memory.
const CHUNK: usize = 1 << 10;

/// The fewest and the most patterns in one list, as powers of two.
const FEWEST: u32 = 2;
const MOST: u32 = 8;

/// Lists of patterns. A list that is full moves to a place of twice the size; its old place is given to others.
#[derive(Debug)]
pub(super) struct Pool {
    chunks: Vec<Box<[Pattern]>>,
    /// The first free place of each size.
    free: [u32; MOST as usize + 1],
    /// Where nothing has ever been.
    end: usize,
}

const EMPTY: Pattern = Pattern { owners: [0; 2], mask: 0, low: 0, high: 0, more: NIL };

impl Pool {
    pub fn new() -> Pool {
        Pool { chunks: Vec::new(), free: [NIL; MOST as usize + 1], end: 0 }
    }

    /// Gives up all lists, but keeps the memory.
    pub fn clear(&mut self) {
        self.free = [NIL; MOST as usize + 1];
        self.end = 0;
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.end * size_of::<Pattern>()
    }

    #[inline(always)]
    fn list(&self, place: u32) -> &[Pattern] {
        &self.chunks[place as usize / CHUNK][place as usize % CHUNK..]
    }

    #[inline(always)]
    fn list_mut(&mut self, place: u32) -> &mut [Pattern] {
        &mut self.chunks[place as usize / CHUNK][place as usize % CHUNK..]
    }

    /// An answer from a list.
    #[inline(always)]
    pub fn find(&mut self, place: u32, owners: [u64; 2], need: i32) -> Option<(i32, u64)> {
        if place == NIL {
            return None;
        }
        let list = self.list_mut(place);
        let length = (list[0].more & 0xFFFF) as usize;
        for at in 0..length.min(list.len()) {
            if let Some(answer) = list[at].answers(owners, need) {
                if at > 0 {
                    rise(list, at);
                }
                return Some(answer);
            }
        }
        None
    }

    /// Adds a pattern to a list, of which it takes out what has become superfluous. Gives where the list is now.
    pub fn add(&mut self, place: u32, mut new: Pattern) -> u32 {
        if place == NIL {
            let place = self.allocate(FEWEST);
            new.more = FEWEST << 16 | 1;
            self.list_mut(place)[0] = new;
            return place;
        }
        let list = self.list_mut(place);
        let (mut length, size) = ((list[0].more & 0xFFFF) as usize, list[0].more >> 16);
        let mut at = 0;
        while at < length {
            match list[at].meets(&mut new) {
                Meeting::Same => {
                    list[0].more = size << 16 | length as u32;
                    return place;
                }
                Meeting::Superfluous => {
                    length -= 1;
                    list[at] = list[length];
                }
                Meeting::Apart => at += 1,
            }
        }
        if length < 1 << size {
            list[length] = new;
            list[0].more = size << 16 | (length as u32 + 1);
            return place;
        }
        if size == MOST {
            // The last is the one that has been of least use.
            list[length - 1] = new;
            return place;
        }
        let larger = self.allocate(size + 1);
        for at in 0..length {
            self.list_mut(larger)[at] = self.list(place)[at];
        }
        let list = self.list_mut(larger);
        list[length] = new;
        list[0].more = (size + 1) << 16 | (length as u32 + 1);
        self.release(place, size);
        larger
    }

    fn allocate(&mut self, size: u32) -> u32 {
        let place = self.free[size as usize];
        if place != NIL {
            self.free[size as usize] = self.list(place)[0].more;
            return place;
        }
        let many = 1 << size;
        let start = self.end.next_multiple_of(many);
        if start / CHUNK >= self.chunks.len() {
            self.chunks.push(vec![EMPTY; CHUNK].into_boxed_slice());
        }
        self.end = start + many;
        start as u32
    }

    fn release(&mut self, place: u32, size: u32) {
        let next = self.free[size as usize];
        self.list_mut(place)[0].more = next;
        self.free[size as usize] = place;
    }
}

/// A pattern that was of use comes nearer to the front.
#[inline(always)]
fn rise(list: &mut [Pattern], at: usize) {
    let to = at / 2;
    let (mine, other) = (list[at].more, list[to].more);
    list.swap(at, to);
    list[at].more = mine;
    list[to].more = other;
}

#[cfg(test)]
mod tests {
    use super::{MOST, Meeting, NIL, Pattern, Pool};

    /// Places in the world of these tests, each with one of four owners.
    const PLACES: u32 = 6;

    /// A world of values: any function of the owners will do.
    fn value(owners: [u64; 2]) -> i16 {
        let mixed = (owners[0] | owners[1] << PLACES).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        // The first places say most, as high cards do.
        (owners[0] >> (PLACES - 2)) as i16 * 3 + (owners[1] >> (PLACES - 1)) as i16 * 2 + (mixed % 3) as i16
    }

    /// The lowest and the highest value of all positions that agree with these owners on a mask.
    fn range(owners: [u64; 2], mask: u64) -> (i16, i16) {
        let free = !mask & ((1 << PLACES) - 1);
        let mut range = (i16::MAX, i16::MIN);
        for low in 0..1 << PLACES {
            for high in 0..1 << PLACES {
                if (low | high) & !free == 0 {
                    let value = value([owners[0] & mask | low, owners[1] & mask | high]);
                    range = (range.0.min(value), range.1.max(value));
                }
            }
        }
        range
    }

    #[test]
    fn answers_are_true_and_what_was_said_is_known() {
        let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut draw = |below: u64| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (word >> 33) % below
        };
        let mut pool = Pool::new();
        let mut lists = [NIL; 3];
        let mut answered = 0;
        for round in 0..4000 {
            let list = &mut lists[round % 3];
            let owners = [draw(1 << PLACES), draw(1 << PLACES)];
            let mask = ((1 << PLACES) - 1) & !((1 << draw(u64::from(PLACES))) - 1);
            let (least, most) = range(owners, mask);
            let (low, high) = if draw(2) == 0 { (least, i16::MAX) } else { (i16::MIN, most) };
            *list = pool.add(*list, Pattern { owners, mask, low, high, more: NIL });
            let need = if high == i16::MAX { i32::from(low) } else { i32::from(high) + 1 };
            assert!(pool.find(*list, owners, need).is_some(), "what was just said");
            for _ in 0..20 {
                let owners = [draw(1 << PLACES), draw(1 << PLACES)];
                let need = draw(20) as i32;
                if let Some((bound, mask)) = pool.find(*list, owners, need) {
                    let (least, most) = range(owners, mask);
                    let said = if bound >= need { i32::from(least) >= bound } else { i32::from(most) <= bound };
                    assert!(said, "{bound} for {need} where {least} to {most} is possible");
                    answered += 1;
                }
            }
        }
        assert!(answered > 10_000, "the test has to test something: {answered}");
    }

    #[test]
    fn a_list_has_an_end() {
        let mut pool = Pool::new();
        let mut list = NIL;
        for number in 0..1000 {
            list = pool.add(list, Pattern { owners: [number, 0], mask: u64::MAX, low: 1, high: i16::MAX, more: NIL });
            assert!(pool.find(list, [number, 0], 1).is_some());
        }
        assert_eq!(pool.list(list)[0].more, MOST << 16 | 1 << MOST);
        let before = pool.bytes();
        pool.clear();
        assert!(before > 0 && pool.bytes() == 0);
    }

    #[test]
    fn patterns_learn_from_each_other() {
        let pattern = |owner, mask, low, high| Pattern { owners: [owner, 0], mask, low, high, more: NIL };
        let mut general = pattern(0b10, 0b10, 3, 9);
        let mut special = pattern(0b11, 0b11, 1, 5);
        assert_eq!(general.meets(&mut special), Meeting::Apart);
        assert_eq!((general.low, general.high), (3, 9));
        assert_eq!((special.low, special.high), (3, 5));
        let mut better = pattern(0b10, 0b10, 4, 4);
        assert_eq!(special.meets(&mut better), Meeting::Superfluous);
        assert_eq!(general.meets(&mut better), Meeting::Same);
        assert_eq!((general.low, general.high), (4, 4));
        let mut other = pattern(0b00, 0b10, 7, 7);
        assert_eq!(general.meets(&mut other), Meeting::Apart);
        assert_eq!((general.low, other.low), (4, 7));
    }
}
