//! The one source of chance: a small fixed generator with the same numbers on every platform, for ever.
//!
//! xoshiro256++ (Blackman and Vigna, 2018) whose four words come from SplitMix64. Bounded numbers are unbiased
//! (Lemire's multiply-and-reject), shuffles are Fisher–Yates from the top. Golden tests fix all of it: a change
//! of any number is a breaking change.

/// A seeded generator of random numbers.
///
/// ```
/// use trickcore::random::Rng;
/// let mut a = Rng::new(7);
/// let mut b = Rng::new(7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

/// The stream that deals cards.
const DEALS: u64 = 0x6465_616C;
/// The stream that plays random games.
const PLAYOUTS: u64 = 0x706C_6179;
/// The stream that draws worlds.
const WORLDS: u64 = 0x776F_726C;
/// The stream that shares out cards within a world; its part is added.
const SPLITS: u64 = 0x7370_6C00;
/// The stream that deals what is wanted.
const WANTED: u64 = 0x7761_6E74;
/// SplitMix64's increment.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Rng {
    /// The generator of a seed: its words are the first four outputs of SplitMix64 started at `seed`.
    pub const fn new(seed: u64) -> Rng {
        let mut state = [0; 4];
        let mut word = 0;
        while word < 4 {
            state[word] = mix(seed.wrapping_add(GAMMA.wrapping_mul(word as u64 + 1)));
            word += 1;
        }
        Rng { state }
    }

    /// An independent generator for each (seed, stream, index): `new(mix(mix(mix(seed + γ) ^ stream) + γ·index))`.
    pub const fn stream(seed: u64, stream: u64, index: u64) -> Rng {
        let base = mix(mix(seed.wrapping_add(GAMMA)) ^ stream);
        Rng::new(mix(base.wrapping_add(GAMMA.wrapping_mul(index))))
    }

    /// The generator that shuffles deal number `index` of a seed.
    pub const fn for_deal(seed: u64, index: u64) -> Rng {
        Rng::stream(seed, DEALS, index)
    }

    /// The generator that plays random game number `index` of a seed.
    pub const fn for_playout(seed: u64, index: u64) -> Rng {
        Rng::stream(seed, PLAYOUTS, index)
    }

    /// The generator that draws world number `index` of a seed.
    pub const fn for_world(seed: u64, index: u64) -> Rng {
        Rng::stream(seed, WORLDS, index)
    }

    /// The generator that shares out the cards of part `part` of world number `index` of a seed.
    pub const fn for_split(seed: u64, part: u8, index: u64) -> Rng {
        Rng::stream(seed, SPLITS + part as u64, index)
    }

    /// The generator of candidate number `candidate` for deal number `index` of a seed that has to be as wanted.
    pub const fn for_wanted(seed: u64, index: u32, candidate: u32) -> Rng {
        Rng::stream(seed, WANTED, (index as u64) << 32 | candidate as u64)
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A uniform number in `0..n`, from the upper half of each draw. `n` of 0 gives 0.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * n as u64;
        if (product as u32) < n {
            let reject = n.wrapping_neg() % n;
            while (product as u32) < reject {
                product = (self.next_u64() >> 32) * n as u64;
            }
        }
        (product >> 32) as u32
    }

    /// Shuffles uniformly: for `i` from the last place down to 1, swaps place `i` with place `below(i + 1)`.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
