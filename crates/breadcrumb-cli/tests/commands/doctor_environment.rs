//! `breadcrumb doctor` on environments that are made up: a Python that answers as a test wants.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use crate::cli::{Cli, Run};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Puts a program into a folder; all that it does is in the shell.
fn program(cli: &Cli, path: &str, script: &str) {
    let path = cli.path(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Puts a Python into a folder that has these packages.
fn python(cli: &Cli, path: &str, packages: &str) {
    let answer = format!("{{\"version\": \"3.12.1\", \"packages\": {{{packages}}}}}");
    program(cli, path, &format!("echo '{answer}'"));
}

fn packages(plugin: &str, playwright: &str) -> String {
    format!(
        "\"breadcrumb_playwright\": \"{plugin}\", \"playwright\": \"{playwright}\", \
         \"pytest\": \"9.2.0\", \"pytest_playwright\": \"0.10.0\""
    )
}

/// Runs `doctor` where nothing is on the path but what is in the folder `bin`.
fn doctor(cli: &Cli, args: &[&str]) -> Run {
    let path = cli.path("bin").display().to_string();
    let home = cli.path("home").display().to_string();
    let variables = [
        ("PATH", path.as_str()),
        ("HOME", &home),
        ("VIRTUAL_ENV", ""),
        ("PLAYWRIGHT_BROWSERS_PATH", ""),
        ("BREADCRUMB_BROWSER", ""),
        ("BREADCRUMB_PYTHON", ""),
    ];
    let mut run = cli.run_with(&[&["doctor"], args].concat(), &variables);
    let folder = cli.path("").display().to_string();
    run.stdout = run.stdout.replace(&folder, "HERE/");
    run
}

#[test]
fn all_is_well_where_all_is_there() {
    let cli = Cli::new();
    python(&cli, "bin/python3", &packages(VERSION, "1.65.0"));
    program(&cli, "bin/chromium", "");
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    insta::assert_snapshot!(run.stdout.replace(VERSION, "VERSION"), @r"
    Environment
      command    VERSION
      python     3.12.1 HERE/bin/python3
      plugin     VERSION
      pytest     9.2.0
      playwright 1.65.0
      browser    HERE/bin/chromium

    Findings
      note nothing is recorded yet
        fix: pytest --breadcrumb
      ok no problems found
    ");
}

#[test]
fn each_trouble_comes_with_the_command_that_mends_it() {
    let cli = Cli::new();
    let both = format!(
        "{}, \"pytest_breadcrumb\": \"0.0.3\"",
        packages("0.0.1", "1.40.0")
    );
    python(&cli, "bin/python3", &both);
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let findings = run.stdout.split("Findings").nth(1).unwrap();
    insta::assert_snapshot!(findings.replace(VERSION, "VERSION"));
    let json = doctor(&cli, &["--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let answer = &json["environment"]["python"]["answer"];
    assert_eq!(answer["packages"]["playwright"], "1.40.0");
}

#[test]
fn the_projects_own_environment_comes_before_the_path() {
    let cli = Cli::new();
    python(&cli, "bin/python3", "");
    python(&cli, ".venv/bin/python", &packages(VERSION, "1.65.0"));
    program(&cli, "bin/chromium", "");
    assert!(doctor(&cli, &[]).stdout.contains(" .venv/bin/python"));
    let named = doctor(&cli, &["--python", "bin/python3"]).stdout;
    assert!(
        named.contains("the pytest plugin is not installed"),
        "{named}"
    );
}

#[test]
fn a_machine_without_python_is_fine() {
    let cli = Cli::new();
    program(&cli, "bin/chromium", "");
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(
        run.stdout.contains("note there is no Python here"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_program_that_is_no_python_is_said_to_be_none() {
    let cli = Cli::new();
    program(&cli, "bin/chromium", "");
    program(&cli, "bin/python3", "echo 'Python was not found'; exit 9");
    let run = doctor(&cli, &[]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert!(
        run.stdout.contains("it does not answer as Python does"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_browser_that_is_named_must_be_there() {
    let cli = Cli::new();
    let run = cli.run_with(
        &["doctor", "--python", "none"],
        &[("BREADCRUMB_BROWSER", "/no/such/chrome")],
    );
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(
        run.stdout
            .contains("BREADCRUMB_BROWSER names `/no/such/chrome`"),
        "{}",
        run.stdout
    );
}
