//! CPU time and memory of this process.

use std::process::Command;

use rustix::time::{ClockId, clock_gettime};

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// CPU seconds of this thread that `work` takes.
pub fn thread_time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = seconds(ClockId::ThreadCPUTime);
    let result = work();
    (seconds(ClockId::ThreadCPUTime) - start, result)
}

/// Seconds by the clock on the wall, and CPU seconds of all threads, that `work` takes.
pub fn process_time(work: impl FnOnce()) -> (f64, f64) {
    let (wall, cpu) = (seconds(ClockId::Monotonic), seconds(ClockId::ProcessCPUTime));
    work();
    (seconds(ClockId::Monotonic) - wall, seconds(ClockId::ProcessCPUTime) - cpu)
}

/// The most bytes that this process ever had in memory; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

/// The number that this program prints for a command, run as a process of its own.
pub fn in_a_process(command: &str, argument: &str) -> u64 {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).args([command, argument]).output().expect("a process");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
}
