//! `breadcrumb completions`.

use crate::args_setup::CompletionsArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, CommandError> {
    // In memory first: the generator panics where its writer fails, e.g. on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command(), "breadcrumb", &mut script);
    output::print_data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
