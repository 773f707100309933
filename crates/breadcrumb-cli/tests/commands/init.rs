//! `breadcrumb init`: what it says. What it writes is run in a browser by the tests of the wheel.

use crate::cli::Cli;

#[test]
fn an_empty_folder_is_set_up_and_the_next_commands_are_told() {
    let cli = Cli::new();
    let run = cli.run(&["init"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!("an_empty_folder", run.stdout);
    let again = cli.run(&["init"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    insta::assert_snapshot!("the_second_time", again.stdout);
}

#[test]
fn a_dry_run_shows_all_and_writes_nothing() {
    let cli = Cli::new();
    let run = cli.run(&["init", "a/b", "--dry-run"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
    assert!(!cli.path("a").exists());
    let json = cli.json(&["init", "a/b", "--dry-run", "--json"]);
    assert_eq!(json["is_written"], false);
    assert_eq!(json["plan"]["steps"][0]["path"], "breadcrumb.toml");
    assert_eq!(json["plan"]["steps"][0]["kind"], "create");
}

#[test]
fn a_file_in_the_way_is_an_error_with_a_way_out() {
    let cli = Cli::new();
    cli.write("file", "mine");
    let run = cli.run(&["init", "file/inner"]);
    assert_eq!(run.code, 2);
    insta::assert_snapshot!("a_file_in_the_way", run.stderr);
    assert_eq!(cli.read("file"), "mine");
}

/// A folder that even root cannot write to.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_to_is_an_error_with_a_way_out() {
    let run = Cli::new().run(&["init", "/proc/breadcrumb"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("cannot make `/proc/breadcrumb`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("nothing was written"), "{}", run.stderr);
}
