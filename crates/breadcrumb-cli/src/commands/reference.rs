//! `breadcrumb reference`: the command line as Markdown, made from what parses it.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(crate) fn reference() -> Result<Exit, CommandError> {
    let mut command = crate::command().disable_help_subcommand(true);
    command.build();
    let mut text = String::from("# Command line\n");
    write_command(&mut command, &mut text);
    output::print_data(&text)?;
    Ok(Exit::Fine)
}

fn write_command(command: &mut Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let depth = name.split(' ').count() + 1;
    let _ = writeln!(text, "\n{} {name}\n", "#".repeat(depth));
    let about = command.get_long_about().or_else(|| command.get_about());
    let _ = writeln!(
        text,
        "{}",
        prose(&about.map(ToString::to_string).unwrap_or_default())
    );
    let usage = command.render_usage().to_string();
    let usage = usage.trim().trim_start_matches("Usage: ");
    let _ = writeln!(text, "\n```text\n{usage}\n```");
    let is_shown =
        |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    let arguments: Vec<String> = command.get_arguments().filter(is_shown).map(item).collect();
    if !arguments.is_empty() {
        let _ = writeln!(text, "\n{}", arguments.join("\n"));
    }
    if let Some(after) = command.get_after_help() {
        let _ = writeln!(text, "\n```text\n{}\n```", after.to_string().trim_end());
    }
    for inner in command.get_subcommands_mut() {
        if !inner.is_hide_set() {
            write_command(inner, text);
        }
    }
}

/// Returns one argument as an item of a list.
fn item(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let values = values(arg);
    let shown = match (names.is_empty(), values.is_empty()) {
        (true, _) => values,
        (false, true) => names.join(", "),
        (false, false) => format!("{} {values}", names.join(", ")),
    };
    let help = arg.get_long_help().or_else(|| arg.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut text = format!("- `{shown}`: {}", prose(&help).replace('\n', "\n  "));
    if arg.is_required_set() {
        text.push_str(" Required.");
    }
    let defaults: Vec<String> = arg
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.display()))
        .filter(|value| value != "``")
        .collect();
    if arg.get_action().takes_values() && !defaults.is_empty() {
        let _ = write!(text, " Default: {}.", defaults.join(", "));
    }
    for value in arg
        .get_possible_values()
        .iter()
        .filter(|_| arg.get_action().takes_values())
    {
        let _ = write!(text, "\n    - `{}`", value.get_name());
        if let Some(help) = value.get_help() {
            let _ = write!(text, ": {}", prose(&help.to_string()));
        }
    }
    text
}

fn values(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    names.join(" ")
}

/// Returns help as a paragraph; what looks like HTML is none.
fn prose(help: &str) -> String {
    let is_end = |part: &str| part.ends_with(['.', ':', ']']) || part.is_empty();
    let mut text: String = help
        .split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => part.replace('<', "&lt;"),
            _ => format!("`{part}`"),
        })
        .collect();
    if !is_end(&text) {
        text.push('.');
    }
    text
}
