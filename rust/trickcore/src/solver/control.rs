//! Stopping a search: node limit, memory limit, deadline, cancellation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use thiserror::Error;

/// Why a search stopped before it had the answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum Stop {
    /// It visited as many nodes as it was allowed to.
    #[error("the limit of {0} nodes was reached")]
    Nodes(u64),
    /// Its table holds as many entries as it was allowed to.
    #[error("the memory limit of {0} bytes was reached")]
    Memory(usize),
    /// The deadline passed.
    #[error("the deadline passed")]
    Deadline,
    /// It was told to stop.
    #[error("the search was cancelled")]
    Cancelled,
}

/// How often (in nodes) the clock and the flags are looked at: well under a millisecond of search.
const EVERY: u64 = 1024;

/// What a running search obeys.
pub struct Control<'a> {
    max_nodes: u64,
    deadline: Option<Instant>,
    cancelled: Option<&'a AtomicBool>,
    poll: Option<&'a mut (dyn FnMut() -> bool + Send)>,
    nodes: u64,
    /// The node at which to look whether to stop.
    next_look: u64,
    /// Why it has been told to stop.
    stopped: Option<Stop>,
}

impl<'a> Control<'a> {
    /// No limit at all.
    pub fn unlimited() -> Control<'a> {
        Control {
            max_nodes: u64::MAX,
            deadline: None,
            cancelled: None,
            poll: None,
            nodes: 0,
            next_look: 0,
            stopped: None,
        }
    }

    /// At most this many nodes.
    pub fn max_nodes(self, max_nodes: u64) -> Control<'a> {
        Control { max_nodes, ..self }
    }

    /// Until this moment.
    pub fn deadline(self, deadline: Option<Instant>) -> Control<'a> {
        Control { deadline, ..self }
    }

    /// Until this flag is set.
    pub fn cancelled(self, flag: &'a AtomicBool) -> Control<'a> {
        Control { cancelled: Some(flag), ..self }
    }

    /// Until this function, called about every thousand nodes, says stop.
    pub fn poll(self, poll: &'a mut (dyn FnMut() -> bool + Send)) -> Control<'a> {
        Control { poll: Some(poll), ..self }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, and looks now and then whether to stop. Once it has said stop it says so again.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let stop = self.stopped.or_else(|| self.reason());
        if let Some(stop) = stop {
            self.nodes -= 1;
            (self.stopped, self.next_look) = (Some(stop), 0);
            return Err(stop);
        }
        self.next_look = self.nodes.saturating_add(EVERY).min(self.max_nodes.saturating_add(1));
        Ok(())
    }

    /// Why the search has to stop before this node, if it has to.
    fn reason(&mut self) -> Option<Stop> {
        if self.nodes > self.max_nodes {
            return Some(Stop::Nodes(self.max_nodes));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::Deadline);
        }
        let flagged = self.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed));
        (flagged || self.poll.as_mut().is_some_and(|poll| poll())).then_some(Stop::Cancelled)
    }
}
