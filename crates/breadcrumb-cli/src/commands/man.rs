//! `breadcrumb man`.

use std::fs;
use std::path::Path;

use clap_mangen::Man;

use crate::args_setup::ManArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(crate) fn man(args: &ManArgs) -> Result<Exit, CommandError> {
    if let Some(folder) = &args.output {
        let written = write(folder)?;
        let folder = folder.display();
        output::print(&format!("{written} pages in {folder}\n"))?;
    } else {
        let mut page = Vec::new();
        Man::new(crate::command().disable_help_subcommand(true)).render(&mut page)?;
        output::print_data(&String::from_utf8_lossy(&page))?;
    }
    Ok(Exit::Fine)
}

/// Writes a page for each command and returns how many.
fn write(folder: &Path) -> Result<usize, CommandError> {
    fs::create_dir_all(folder).map_err(|error| CommandError::write(folder, error))?;
    let mut command = crate::command().disable_help_subcommand(true);
    // Names the commands of commands in full.
    command.build();
    let mut waiting = vec![command];
    let mut written = 0;
    while let Some(command) = waiting.pop() {
        waiting.extend(
            command
                .get_subcommands()
                .filter(|inner| !inner.is_hide_set())
                .cloned(),
        );
        let page = Man::new(command);
        page.generate_to(folder)
            .map_err(|error| CommandError::write(&folder.join(page.get_filename()), error))?;
        written += 1;
    }
    Ok(written)
}
