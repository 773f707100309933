//! [`Kind`] and [`Value`]: what a setting may be.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use serde::Serialize;

/// What a setting may be.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// On or off.
    Switch,
    /// A path; in a file it starts at that file's folder.
    Path,
    /// Any text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number from 0 to 1.
    Share,
    /// The same, or `off`.
    ShareOrOff,
    /// A time in seconds, not below 0.
    Seconds,
    /// A whole number, not below this one.
    Count(u64),
    /// A list of names; in a text with commas or white space between them.
    Names,
}

/// What a setting is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// On or off.
    Switch(bool),
    /// A path.
    Path(PathBuf),
    /// A word.
    Word(String),
    /// A number.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// A list of names.
    Names(Vec<String>),
}

/// A value as it was written.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Raw {
    /// A text.
    Text(OsString),
    /// True or false.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// Several values.
    List(Vec<Self>),
    /// Nothing: a marker or an argument that is left at its default.
    Nothing,
    /// What a test runner could not read itself, in its own words.
    Unreadable(String),
    /// What no setting can be.
    Other,
}

/// What a setting is where it is switched off.
const OFF: &str = "off";

impl Kind {
    /// Reads what is always text: a flag, an environment variable, an ini option.
    pub(super) fn parse(self, said: &OsStr) -> Option<Value> {
        let text = said.to_string_lossy();
        let text = text.trim();
        let value = match self {
            Self::Switch => match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" | "on" => Some(Value::Switch(true)),
                "0" | "false" | "no" | "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Self::Count(_) => text.parse().ok().map(Value::Count),
            Self::ShareOrOff if text == OFF => Some(Value::Word(OFF.to_owned())),
            Self::Share | Self::ShareOrOff | Self::Seconds => text.parse().ok().map(Value::Number),
            Self::Choice(_) | Self::Text => Some(Value::Word(text.to_owned())),
            Self::Names | Self::Path => return self.read(&Raw::Text(said.to_owned())),
        };
        value.filter(|value| self.accepts(value))
    }

    /// Reads what has a type: a value of a file, of a marker, of a call.
    pub(super) fn read(self, said: &Raw) -> Option<Value> {
        let value = match (self, said) {
            (Self::Switch, Raw::Switch(on)) => Some(Value::Switch(*on)),
            (Self::Path, Raw::Text(path)) => Some(Value::Path(path.into())),
            (Self::ShareOrOff, Raw::Switch(false)) => Some(Value::Word(OFF.to_owned())),
            (Self::Choice(_) | Self::Text | Self::ShareOrOff, Raw::Text(word)) => {
                word.to_str().map(|w| Value::Word(w.to_owned()))
            }
            (Self::Share | Self::ShareOrOff | Self::Seconds, Raw::Number(number)) => {
                Some(Value::Number(*number))
            }
            (Self::Share | Self::ShareOrOff | Self::Seconds, Raw::Whole(number)) => {
                Some(Value::Number(*number as f64))
            }
            (Self::Count(_), Raw::Whole(number)) => u64::try_from(*number).ok().map(Value::Count),
            // One name is no list, but nothing else can be meant, and what is meant is not to be kept.
            (Self::Names, Raw::Text(names)) => {
                let names = names.to_string_lossy();
                let names = names.split(|c: char| c == ',' || c.is_whitespace());
                let names = names.filter(|name| !name.is_empty()).map(str::to_owned);
                Some(Value::Names(names.collect()))
            }
            (Self::Names, Raw::List(names)) => {
                let names = names.iter().map(|name| match name {
                    Raw::Text(name) => name.to_str().map(|name| name.trim().to_owned()),
                    _ => None,
                });
                names.collect::<Option<_>>().map(Value::Names)
            }
            _ => None,
        };
        value.filter(|value| self.accepts(value))
    }

    fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Choice(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Self::ShareOrOff, Value::Word(word)) => word == OFF,
            (Self::Share | Self::ShareOrOff, Value::Number(number)) => (0.0..=1.0).contains(number),
            (Self::Seconds, Value::Number(number)) => number.is_finite() && *number >= 0.0,
            (Self::Count(least), Value::Count(count)) => count >= &least,
            (Self::Path, Value::Path(path)) => !path.to_string_lossy().trim().is_empty(),
            (Self::Names, Value::Names(names)) => names.iter().all(|name| !name.is_empty()),
            _ => true,
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch => f.write_str("true or false"),
            Self::Path => f.write_str("a path"),
            Self::Text => f.write_str("a text"),
            Self::Choice(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                write!(f, "one of {}", words.join(", "))
            }
            Self::Share => f.write_str("a number from 0 to 1"),
            Self::ShareOrOff => f.write_str("a number from 0 to 1, or `off`"),
            Self::Seconds => f.write_str("a number of seconds, 0 or more"),
            Self::Count(least) => write!(f, "a whole number, {least} or more"),
            Self::Names => f.write_str("a list of names"),
        }
    }
}

impl std::fmt::Display for Value {
    /// Writes it as TOML has it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch(on) => write!(f, "{on}"),
            Self::Path(path) => write!(f, "\"{}\"", path.display()),
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::Number(number) => write!(f, "{number}"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Names(names) => write!(f, "{names:?}"),
        }
    }
}
