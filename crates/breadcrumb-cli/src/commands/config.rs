//! `breadcrumb config`.

use std::fmt::Write as _;

use breadcrumb::config::{
    CONFIG_FILE, Config, KEYS, Origin, PYPROJECT_FILE, RULES, RuleSetting, Setting, Value,
};
use serde::Serialize;

use crate::args_config::{ConfigArgs, ConfigCommand, ConfigShowArgs};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, DIM, styled};
use crate::settings;

/// Where the origins stand: most settings are shorter.
const ORIGIN_COLUMN: usize = 44;

pub(crate) fn config(args: &ConfigArgs) -> Result<Exit, CommandError> {
    match &args.command {
        ConfigCommand::Show(args) => show(args),
        ConfigCommand::Reference(_) => {
            output::print_data(&reference())?;
            Ok(Exit::Fine)
        }
    }
}

fn show(args: &ConfigShowArgs) -> Result<Exit, CommandError> {
    let config = settings::load()?;
    if args.json {
        output::print_json(&Shown::of(&config))?;
    } else {
        output::print(&text(&config))?;
    }
    Ok(Exit::Fine)
}

/// The settings as a file that could be used: comments say where each comes from.
fn text(config: &Config) -> String {
    let mut text = match config.file() {
        Some(path) => format!("# {}\n", path.display()),
        None => {
            format!(
                "# no {CONFIG_FILE} here or above, and no [tool.breadcrumb] in {PYPROJECT_FILE}\n"
            )
        }
    };
    let is_file = |origin: &Origin| matches!(origin, Origin::File(_));
    let mut line = |setting: String, origin: &Origin| {
        // The file is named on top.
        let origin = if is_file(origin) {
            "file".to_owned()
        } else {
            origin.to_string()
        };
        let comment = styled(DIM, format!("# {origin}"));
        let _ = writeln!(text, "{setting:<ORIGIN_COLUMN$} {comment}");
    };
    for Setting {
        key, value, origin, ..
    } in config.settings()
    {
        let value = value.as_ref().map(Value::to_string).unwrap_or_default();
        line(format!("{} = {value}", key.name), origin);
    }
    for RuleSetting {
        key, value, origin, ..
    } in config.rules()
    {
        line(format!("{} = {value}", key.name), origin);
    }
    text
}

/// What can be set, as Markdown: the reference page of the documentation.
fn reference() -> String {
    let mut text = String::from(
        "| key | environment | flag | may be | default | what it does |\n|---|---|---|---|---|---|\n",
    );
    for key in KEYS {
        let default = key.default.map(|default| default().to_string());
        let _ = writeln!(
            text,
            "| `{}` | `{}` | {} | {} | `{}` | {} |",
            key.name,
            key.variable,
            key.flags,
            key.kind,
            default.unwrap_or_default(),
            key.help
        );
    }
    text.push_str(
        "\n| key of the rules for flaky tests | default | what it does |\n|---|---|---|\n",
    );
    let defaults = serde_json::to_value(breadcrumb::flaky::Policy::default()).unwrap_or_default();
    for rule in RULES {
        let pointer = format!("/{}", rule.name.replace('.', "/"));
        let default = defaults.pointer(&pointer).cloned().unwrap_or_default();
        let _ = writeln!(text, "| `{}` | `{default}` | {} |", rule.name, rule.help);
    }
    text
}

#[derive(Serialize)]
struct Shown<'a> {
    schema_version: u32,
    file: Option<String>,
    settings: Vec<ShownSetting<'a>>,
}

#[derive(Serialize)]
struct ShownSetting<'a> {
    key: &'a str,
    value: serde_json::Value,
    origin: &'a Origin,
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<&'a str>,
    help: &'a str,
}

impl<'a> Shown<'a> {
    fn of(config: &'a Config) -> Self {
        let general = config.settings().iter().map(|setting| ShownSetting {
            key: setting.key.name,
            value: serde_json::to_value(&setting.value).unwrap_or_default(),
            origin: &setting.origin,
            variable: Some(setting.key.variable),
            help: setting.key.help,
        });
        let rules = config.rules().iter().map(|setting| ShownSetting {
            key: setting.key.name,
            value: setting.value.clone(),
            origin: &setting.origin,
            variable: None,
            help: setting.key.help,
        });
        Self {
            schema_version: 1,
            file: config.file().map(|path| path.display().to_string()),
            settings: general.chain(rules).collect(),
        }
    }
}
