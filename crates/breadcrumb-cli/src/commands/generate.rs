//! `breadcrumb generate`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use breadcrumb::crawl::{CrawlOptions, PageCrawler, Progress, Start, parse_address};
use breadcrumb::generate::{GeneratedFiles, Language, PageModel};
use serde::Serialize;

use crate::args_generate::{GenerateArgs, LanguageName};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, DIM, styled};

pub(crate) fn generate(args: &GenerateArgs) -> Result<Exit, CommandError> {
    let pages = crawl(args)?;
    let made = make(args, &pages);
    if !args.dry_run {
        write(args, &made)?;
    }
    if args.json {
        output::print_json(
            &made
                .iter()
                .map(|page| page.summary(args))
                .collect::<Vec<_>>(),
        )?;
    } else if args.dry_run {
        output::print(&shown(&made))?;
    } else {
        output::print(&told(args, &made))?;
    }
    Ok(Exit::Fine)
}

/// The files for one page.
struct Made<'p> {
    page: &'p PageModel,
    files: GeneratedFiles,
}

#[derive(Serialize)]
struct Summary<'p> {
    url: &'p str,
    elements: usize,
    omitted: usize,
    steps: usize,
    page_object: Content<'p>,
    test_file: Content<'p>,
}

#[derive(Serialize)]
struct Content<'p> {
    path: PathBuf,
    text: &'p str,
}

impl Made<'_> {
    fn summary(&self, args: &GenerateArgs) -> Summary<'_> {
        let content = |(name, text)| Content {
            path: args.out.join(name),
            text,
        };
        let [page_object, test_file] = self.contents().map(content);
        Summary {
            url: &self.page.url,
            elements: self.page.elements.len(),
            omitted: self.page.omitted,
            steps: self.page.observations.len(),
            page_object,
            test_file,
        }
    }

    fn contents(&self) -> [(&str, &str); 2] {
        let files = &self.files;
        [
            (&files.page_object_name, &files.page_object),
            (&files.test_file_name, &files.test_file),
        ]
    }
}

fn crawl(args: &GenerateArgs) -> Result<Vec<PageModel>, CommandError> {
    let path = Path::new(&args.page);
    // Whatever is a file here is meant as one; a path that is none is more likely a typo than an address.
    let start = if path.exists() || !args.page.contains(':') {
        Start::File(path.to_path_buf())
    } else {
        Start::Address(parse_address(&args.page)?)
    };
    let mut options = CrawlOptions::default();
    options.timeout = Duration::from_secs(args.timeout.max(1));
    options.depth = args.depth;
    options.max_pages = args.max_pages;
    options.in_browser = args.browser;
    options.browser_path.clone_from(&args.browser_path);
    options.may_submit = args.submit;
    let mut line = ProgressLine::default();
    let pages = PageCrawler::new(options).crawl(&start, &mut |progress| line.show(&progress));
    line.clear();
    Ok(pages?)
}

fn make<'p>(args: &GenerateArgs, pages: &'p [PageModel]) -> Vec<Made<'p>> {
    let language = match args.lang {
        LanguageName::Python => Language::Python,
        LanguageName::Typescript => Language::TypeScript,
        LanguageName::TypescriptHealing => Language::HealingTypeScript,
    };
    let mut taken = HashSet::new();
    let make = |page: &'p PageModel| {
        let name = args.name.clone().unwrap_or_else(|| page.default_name());
        let mut distinct = name.clone();
        let mut number = 1;
        while !taken.insert(distinct.clone()) {
            number += 1;
            distinct = format!("{name}_{number}");
        }
        let files = breadcrumb::generate::generate(page, &distinct, language);
        Made { page, files }
    };
    pages.iter().map(make).collect()
}

/// Writes all files or, where one is there already, none.
fn write(args: &GenerateArgs, made: &[Made<'_>]) -> Result<(), CommandError> {
    let files: Vec<(PathBuf, &str)> = made
        .iter()
        .flat_map(Made::contents)
        .map(|(name, text)| (args.out.join(name), text))
        .collect();
    let there = files
        .iter()
        .find(|(path, _)| path.symlink_metadata().is_ok());
    if let Some((path, _)) = there.filter(|_| !args.force) {
        return Err(CommandError::input(
            format!("`{}` exists already", path.display()),
            "choose another folder with `--output`, or overwrite it with `--force`",
        ));
    }
    let failed = |path: &Path, error: &std::io::Error| {
        CommandError::input(
            format!("cannot write `{}`: {error}", path.display()),
            "give a folder that you may write to with `--output`",
        )
    };
    fs::create_dir_all(&args.out).map_err(|error| failed(&args.out, &error))?;
    for (path, text) in files {
        breadcrumb::write_file(&path, text).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

fn shown(made: &[Made<'_>]) -> String {
    let mut text = String::new();
    for (name, content) in made.iter().flat_map(Made::contents) {
        let _ = writeln!(text, "{}\n{content}", styled(BOLD, format!("==> {name}")));
    }
    text
}

fn told(args: &GenerateArgs, made: &[Made<'_>]) -> String {
    let mut text = String::new();
    for page in made {
        let (elements, steps) = (page.page.elements.len(), page.page.observations.len());
        let more = match page.page.omitted {
            0 => String::new(),
            omitted => format!(", {omitted} more left out"),
        };
        let _ = writeln!(
            text,
            "{}: {elements} elements{more}, {steps} steps seen",
            styled(BOLD, &page.page.url)
        );
        for (name, _) in page.contents() {
            let _ = writeln!(text, "  {}", args.out.join(name).display());
        }
    }
    let run = match args.lang {
        LanguageName::Python => format!("pytest {}", args.out.display()),
        LanguageName::Typescript | LanguageName::TypescriptHealing => {
            "npx playwright test".to_owned()
        }
    };
    let _ = writeln!(text, "{} {run}", styled(DIM, "run them with:"));
    text
}

/// One line that says what is being read, on a terminal only.
#[derive(Default)]
struct ProgressLine {
    is_shown: bool,
}

impl ProgressLine {
    fn show(&mut self, progress: &Progress<'_>) {
        let mut stderr = std::io::stderr();
        match progress {
            Progress::Reading { url, done, known } if stderr.is_terminal() => {
                self.is_shown = true;
                let _ = write!(
                    stderr,
                    "\r\x1b[2Kreading {} of {known}: {url:.60}",
                    done + 1
                );
                let _ = stderr.flush();
            }
            Progress::Skipped { url, reason } => {
                self.clear();
                let _ = writeln!(anstream::stderr(), "left out `{url}`: {reason}");
            }
            _ => {}
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
