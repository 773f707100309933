//! The tools: one file each, and the list of them.

mod doctor;
mod explain_heal;
mod failing_tests;
mod flaky_tests;
mod generate_tests;
mod heal_views;
mod healing_events;
mod list_fingerprints;
pub(crate) mod report;
mod stats;
mod suggest_locator;

use breadcrumb::report::DEFAULT_DAYS;
use rmcp::model::{self, JsonObject, ToolAnnotations};
use serde_json::Value;

use crate::arguments::{Arguments, Kind, Parameter, input_schema};
use crate::context::{Context, DB_PATH};
use crate::refusal::Refusal;

/// Something that a client can ask.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    title: &'static str,
    description: &'static str,
    parameters: &'static [Parameter],
    world: World,
    output: fn() -> JsonObject,
    call: fn(&Context, &Arguments<'_>) -> Result<Value, Refusal>,
}

/// What a tool looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum World {
    /// The database only.
    Store,
    /// Pages that the client names.
    Pages,
}

const TOOLS: &[Tool] = &[
    stats::TOOL,
    report::TOOL,
    doctor::TOOL,
    healing_events::TOOL,
    flaky_tests::TOOL,
    generate_tests::TOOL,
    list_fingerprints::TOOL,
    explain_heal::TOOL,
    suggest_locator::TOOL,
    failing_tests::TOOL,
];

/// How far to look back.
const DAYS: Parameter = Parameter::new(
    "days",
    Kind::Count {
        most: 3_650,
        default: DEFAULT_DAYS,
    },
    "Number of days to look back.",
);

/// Which database: a parameter of every tool.
pub(crate) const DB: Parameter = Parameter::new(
    DB_PATH,
    Kind::OptionalText,
    "The database file, relative to the first allowed folder. Leave it out for the project's own.",
);

/// Returns the tool of a name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// Returns all tools as clients are told of them.
pub(crate) fn described() -> Vec<model::Tool> {
    TOOLS.iter().map(Tool::described).collect()
}

/// Returns the names of all tools.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

impl Tool {
    /// Answers a call.
    pub(crate) fn call(
        &self,
        context: &Context,
        given: Option<JsonObject>,
    ) -> Result<Value, Refusal> {
        let arguments = Arguments::check(self.name, self.parameters, given)?;
        (self.call)(context, &arguments)
    }

    fn described(&self) -> model::Tool {
        let annotations = ToolAnnotations::with_title(self.title)
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(self.world == World::Pages);
        model::Tool::new(self.name, self.description, input_schema(self.parameters))
            .with_title(self.title)
            .with_raw_output_schema((self.output)().into())
            .with_annotations(annotations)
    }
}
