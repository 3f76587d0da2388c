//! Which amounts to ask for, one after the other, until the value is known.
//!
//! Every answer says that at least so much is reached, or no more than so much.

use std::ops::ControlFlow;

/// What is known about a first guess.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// It is near: go on step by step.
    Near,
    /// It may be far off: go long ways, and once it is passed halve the rest.
    Vague,
    /// It may be far off, and to ask for what is reached costs much more than to ask for too much: so begin above the
    /// guess and come down step by step; once it is passed take a quarter of the rest off from above.
    Dear,
}

/// The amounts that are still possible: `low`, and so many whole steps more up to `high`.
#[derive(Debug)]
pub(super) struct Steps {
    base: i32,
    step: i32,
    low: i32,
    high: i32,
    trust: Trust,
    /// The next amount to ask for, and how far to go on from it.
    target: i32,
    stride: i32,
    /// Whether the last amount asked for was reached, and whether that has changed yet.
    last: Option<bool>,
    turned: bool,
}

/// How many steps to go on from a guess that may be far off; then twice as many.
const LONG: i32 = 3;

impl Steps {
    /// From `base` up to `width` more, in steps.
    pub fn new(base: i32, width: i32, step: i32, guess: i32, trust: Trust) -> Steps {
        let high = base + width / step * step;
        let target = if trust == Trust::Dear { guess + LONG * step } else { guess };
        let stride = if trust == Trust::Near { step } else { LONG * step };
        Steps { base, step, low: base, high, trust, target, stride, last: None, turned: false }
    }

    /// The amount to ask for next, or the value.
    pub fn next(&self) -> ControlFlow<i32, i32> {
        if self.low >= self.high {
            return ControlFlow::Break(self.low);
        }
        let whole = (self.target - self.base + self.step - 1).div_euclid(self.step) * self.step;
        ControlFlow::Continue((self.base + whole).clamp(self.low + self.step, self.high))
    }

    /// Takes in the answer: at least `bound` if that is what was asked for or more, and else no more than `bound`.
    pub fn take(&mut self, asked: i32, bound: i32) {
        let (step, reached) = (self.step, bound >= asked);
        if reached {
            self.low = bound;
        } else {
            self.high = self.base + (bound - self.base).div_euclid(step) * step;
        }
        self.turned |= self.last == Some(!reached);
        if self.trust != Trust::Near && self.last == Some(reached) {
            self.stride *= 2;
        }
        self.last = Some(reached);
        let rest = self.high - self.low;
        self.target = match (self.trust, reached) {
            (Trust::Vague, _) if self.turned => self.low + (rest + step) / 2,
            (Trust::Dear, _) if self.turned => self.high - rest / 4,
            (Trust::Dear, false) => self.high,
            (_, true) => self.low + self.stride,
            (_, false) => self.high - self.stride + step,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The amounts asked for until a value is known.
    fn asked(value: i32, guess: i32, trust: Trust) -> Vec<i32> {
        let (mut steps, mut all) = (Steps::new(-6, 36, 3, guess, trust), Vec::new());
        loop {
            match steps.next() {
                ControlFlow::Break(found) => {
                    assert_eq!(found, value);
                    return all;
                }
                ControlFlow::Continue(asked) => {
                    all.push(asked);
                    steps.take(asked, if value >= asked { asked } else { asked - 1 });
                }
            }
        }
    }

    #[test]
    fn every_value_is_found_from_every_guess() {
        for value in (-6..=30).step_by(3) {
            for guess in -40..60 {
                for trust in [Trust::Near, Trust::Vague, Trust::Dear] {
                    let amounts = asked(value, guess, trust);
                    assert!(amounts.iter().all(|amount| (-3..=30).contains(amount) && amount % 3 == 0), "{amounts:?}");
                }
            }
        }
    }

    #[test]
    fn a_right_guess_takes_two_questions() {
        assert_eq!(asked(9, 9, Trust::Near), [9, 12]);
        assert_eq!(asked(9, 8, Trust::Near), [9, 12]);
        assert_eq!(asked(-6, -6, Trust::Near), [-3]);
        assert_eq!(asked(30, 30, Trust::Near), [30]);
    }

    #[test]
    fn a_guess_that_is_far_off_is_left_by_long_ways() {
        assert_eq!(asked(24, 3, Trust::Vague), [3, 12, 30, 21, 27, 24]);
        assert_eq!(asked(9, 9, Trust::Dear), [18, 15, 12, 9]);
        assert_eq!(asked(24, -6, Trust::Dear), [3, 12, 30, 24, 27]);
    }
}
