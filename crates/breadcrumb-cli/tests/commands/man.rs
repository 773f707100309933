//! `breadcrumb man`: a page for each command.

use crate::cli::Cli;
use crate::help;

#[test]
fn without_a_folder_the_main_page_is_printed() {
    let run = Cli::new().run(&["man"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains(".TH breadcrumb 1"), "{}", run.stdout);
    assert!(run.stdout.contains("Exit codes:"), "{}", run.stdout);
}

#[test]
fn each_command_gets_a_page_in_a_folder_that_is_made() {
    let cli = Cli::new();
    let run = cli.run(&["man", "--output", "share/man1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut pages = 0;
    for (words, command) in help::commands() {
        if command.is_hide_set() {
            continue;
        }
        let name = [&["breadcrumb".to_owned()], words.as_slice()]
            .concat()
            .join("-");
        let page = cli.read(&format!("share/man1/{name}.1"));
        assert!(page.contains("Example"), "{name}");
        pages += 1;
    }
    let written = std::fs::read_dir(cli.path("share/man1")).unwrap().count();
    assert_eq!(written, pages);
    assert_eq!(run.stdout, format!("{pages} pages in share/man1\n"));
    cli.write("file", "mine");
    let failed = cli.run(&["man", "--output", "file"]);
    assert_eq!(failed.code, 2);
    assert!(
        failed.stderr.contains("cannot write `file`"),
        "{}",
        failed.stderr
    );
}
