//! `breadcrumb completions`: complete, and understood by the shell that is there.

use std::process::Command;

use crate::cli::Cli;
use crate::help;

#[test]
fn every_shell_gets_every_command() {
    let cli = Cli::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = cli.run(&["completions", shell]);
        assert_eq!(run.code, 0, "{shell}: {}", run.stderr);
        for (words, command) in help::commands() {
            let name = words.last().map_or("breadcrumb", String::as_str);
            let is_there = run.stdout.contains(name) || command.is_hide_set();
            assert!(is_there, "{shell}: {words:?}");
        }
        assert!(
            run.stdout.contains("--fail-on") || run.stdout.contains("-l fail-on"),
            "{shell}"
        );
    }
    assert_eq!(cli.run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn bash_completes_commands_flags_and_values() {
    if Command::new("bash").arg("--version").output().is_err() {
        return; // A machine without this shell has no use for the script either.
    }
    let cli = Cli::new();
    cli.write(
        "completions.bash",
        &cli.run(&["completions", "bash"]).stdout,
    );
    for (typed, wanted) in [
        ("breadcrumb repo", "report"),
        ("breadcrumb report --form", "--format"),
        ("breadcrumb report --format htm", "html"),
        ("breadcrumb quarantine rel", "release"),
    ] {
        let script = format!(
            "source completions.bash; COMP_WORDS=({typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _breadcrumb breadcrumb \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let mut bash = Command::new("bash");
        bash.current_dir(cli.path(""))
            .args(["--norc", "-c", &script]);
        let output = bash.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.trim(), wanted, "{typed}: {errors}");
    }
}
