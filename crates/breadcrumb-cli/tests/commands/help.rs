//! The help of every command, as it is shown; walked, so that none is forgotten.

use clap::Command;

use crate::cli::Cli;

/// All commands, each as the words that name it; hidden ones too.
pub(crate) fn commands() -> Vec<(Vec<String>, Command)> {
    fn walk(words: &[String], command: &Command, found: &mut Vec<(Vec<String>, Command)>) {
        found.push((words.to_vec(), command.clone()));
        for inner in command.get_subcommands() {
            let words = [words, &[inner.get_name().to_owned()]].concat();
            walk(&words, inner, found);
        }
    }
    let mut found = Vec::new();
    walk(&[], &breadcrumb_cli::command(), &mut found);
    found
}

#[test]
fn every_command_is_explained_with_an_example() {
    let commands = commands();
    assert!(commands.len() > 20);
    for (words, command) in commands {
        assert!(command.get_about().is_some(), "{words:?} has no text");
        let after = command.get_after_help().map(ToString::to_string);
        let wanted = ["breadcrumb", &words.join(" ")].join(" ");
        let has_example = after
            .is_some_and(|after| after.contains("Example") && after.contains(wanted.trim_end()));
        assert!(has_example, "{words:?} has no example in its after_help");
        for arg in command.get_arguments() {
            assert!(
                arg.get_help().is_some(),
                "{words:?} {} has no text",
                arg.get_id()
            );
        }
    }
}

#[test]
fn the_help_of_every_command_is_as_it_was() {
    let cli = Cli::new();
    for (words, _) in commands() {
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        args.push("--help");
        let run = cli.run_with(&args, &[("COLUMNS", "80"), ("NO_COLOR", "1")]);
        assert_eq!(run.code, 0, "{words:?}: {}", run.stderr);
        let name = if words.is_empty() {
            "breadcrumb".to_owned()
        } else {
            words.join("-")
        };
        insta::with_settings!({snapshot_suffix => name}, {
            insta::assert_snapshot!("help", run.stdout);
        });
    }
}

#[test]
fn the_reference_has_every_command_and_flag() {
    let run = Cli::new().run(&["reference"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for (words, command) in commands() {
        if command.is_hide_set() {
            continue;
        }
        let name = ["breadcrumb", &words.join(" ")].join(" ");
        let heading = format!("# {}\n", name.trim_end());
        let section = run.stdout.split(&heading).nth(1);
        let section = section.unwrap_or_else(|| panic!("{name} is not in the reference"));
        let section = section.split("\n#").next().unwrap();
        for long in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(section.contains(&format!("--{long}")), "{name}: --{long}");
        }
        assert!(section.contains("Example"), "{name}");
    }
}

#[test]
fn a_typo_is_answered_with_what_was_meant() {
    let cli = Cli::new();
    let typos: [&[&str]; 3] = [
        &["reports"],
        &["report", "--formats", "json"],
        &["report", "--format", "html5"],
    ];
    let said = typos.map(|args| {
        let run = cli.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        format!("$ breadcrumb {}\n{}", args.join(" "), run.stderr)
    });
    insta::assert_snapshot!(said.join("\n"));
}
