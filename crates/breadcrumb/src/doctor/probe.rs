//! Asking another program something, without ever waiting for it for long.

use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// An answer is one line; a program that says much more is not the one that was asked.
const LONGEST_ANSWER: u64 = 64 * 1024;

/// Why a program has not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Silence {
    /// It cannot be started.
    CannotStart(String),
    /// It did not answer in time.
    TooSlow,
    /// It ended without an answer.
    Failed,
}

/// Runs a program and returns what it prints.
///
/// The answer is read by a thread of its own: a program that is killed may leave another one behind
/// that keeps the pipe open.
pub(super) fn ask(
    program: &Path,
    arguments: &[&str],
    timeout: Duration,
) -> Result<String, Silence> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| Silence::CannotStart(error.to_string()))?;
    let answer = read(&mut child, timeout);
    let _ = child.kill();
    let _ = child.wait();
    answer
}

fn read(child: &mut Child, timeout: Duration) -> Result<String, Silence> {
    let stdout = child.stdout.take().ok_or(Silence::Failed)?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.take(LONGEST_ANSWER).read_to_string(&mut text);
        // Nobody listens any more where it took too long.
        let _ = sender.send(read.map(|_| text));
    });
    match receiver.recv_timeout(timeout) {
        Ok(Ok(text)) if !text.trim().is_empty() => Ok(text),
        Ok(_) | Err(mpsc::RecvTimeoutError::Disconnected) => Err(Silence::Failed),
        Err(mpsc::RecvTimeoutError::Timeout) => Err(Silence::TooSlow),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    fn shell(script: &str, timeout: Duration) -> Result<String, Silence> {
        ask(Path::new("/bin/sh"), &["-c", script], timeout)
    }

    #[test]
    fn an_answer_is_returned_and_silence_is_named() {
        let second = Duration::from_secs(20);
        assert_eq!(shell("echo hello", second).as_deref(), Ok("hello\n"));
        assert_eq!(shell("exit 3", second), Err(Silence::Failed));
        let missing = ask(Path::new("/no/such/program"), &[], second);
        assert!(matches!(missing, Err(Silence::CannotStart(_))));
    }

    #[test]
    fn nobody_waits_for_a_program_that_hangs_nor_for_what_it_started() {
        let before = Instant::now();
        let hung = shell("sleep 30 & sleep 30", Duration::from_millis(100));
        assert_eq!(hung, Err(Silence::TooSlow));
        assert!(before.elapsed() < Duration::from_secs(10));
    }
}
