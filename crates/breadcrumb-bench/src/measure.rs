//! Taking times.

use std::time::{Duration, Instant};

/// Where Linux says how long this thread has run, in nanoseconds.
const THREAD_TIME: &str = "/proc/thread-self/schedstat";

/// How many times a thing is measured; the median counts.
const ROUNDS: usize = 7;
/// A round lasts at least this long: the system counts processor time in ticks of some milliseconds.
const MIN_ROUND: Duration = Duration::from_millis(200);

/// Returns the median seconds of processor time that one call takes.
///
/// Processor time, where the system tells it: another process on the same core does not count.
pub(crate) fn seconds<T>(mut call: impl FnMut() -> T) -> f64 {
    let calls = calls_per_round(&mut call);
    median((0..ROUNDS).map(|_| round(&mut call, calls)).collect())
}

/// Returns the median of these numbers.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

fn calls_per_round<T>(call: &mut impl FnMut() -> T) -> u32 {
    let mut calls = 1;
    loop {
        let taken = round(call, calls) * f64::from(calls);
        if taken >= MIN_ROUND.as_secs_f64() || calls >= 1 << 24 {
            return calls;
        }
        calls *= 2;
    }
}

fn round<T>(call: &mut impl FnMut() -> T, calls: u32) -> f64 {
    let (start, cpu_start) = (Instant::now(), thread_seconds());
    for _ in 0..calls {
        std::hint::black_box(call());
    }
    let cpu = thread_seconds()
        .zip(cpu_start)
        .map(|(end, start)| end - start);
    cpu.unwrap_or_else(|| start.elapsed().as_secs_f64()) / f64::from(calls)
}

fn thread_seconds() -> Option<f64> {
    let line = std::fs::read_to_string(THREAD_TIME).ok()?;
    let nanoseconds: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
