//! What a name stands for, perhaps in another file.

use std::rc::Rc;

use super::Library;
use crate::outcome::ManualReason;
use crate::source::{Bound, EXPORTS, Literal, Operand, Source, Unknown};

/// Nobody gives a constant more names; a circle has no end.
const MAX_STEPS: usize = 24;
/// How a module's name becomes a file in TypeScript and JavaScript.
const SCRIPT_ENDINGS: [&str; 13] = [
    "",
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mts",
    ".cts",
    ".mjs",
    ".cjs",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.mjs",
];

/// A literal that a name stands for.
pub(crate) struct Constant {
    pub(crate) source: Rc<Source>,
    pub(crate) literal: Literal,
}

type Resolved = Result<Constant, Unknown>;

fn not_known(reason: ManualReason) -> Resolved {
    Err(Unknown::new(reason))
}

impl Library<'_> {
    /// Follows a name that is used at a place.
    pub(crate) fn resolve(&mut self, source: &Rc<Source>, at: usize, path: &[String]) -> Resolved {
        self.name(source, at, path, MAX_STEPS)
    }

    fn name(&mut self, source: &Rc<Source>, at: usize, path: &[String], steps: usize) -> Resolved {
        let (Some((first, rest)), Some(steps)) = (path.split_first(), steps.checked_sub(1)) else {
            return not_known(ManualReason::NotConstant);
        };
        if matches!(first.as_str(), "self" | "cls" | "this") {
            return match source.names.class_at(at) {
                Some(class) => self.member(source, class, rest, steps),
                None => not_known(ManualReason::NotConstant),
            };
        }
        match source.names.lookup(first, at) {
            [] => self.starred(source, path, steps),
            [binding] => self.bound(source, binding.at, &binding.bound, rest, steps),
            _ => not_known(ManualReason::Reassigned),
        }
    }

    fn bound(
        &mut self,
        source: &Rc<Source>,
        at: usize,
        bound: &Bound,
        rest: &[String],
        steps: usize,
    ) -> Resolved {
        match bound {
            Bound::Operand(operand) => self.operand(source, at, operand, rest, steps),
            Bound::Parameter => not_known(ManualReason::Parameter),
            Bound::Parametrized => not_known(ManualReason::Parametrized),
            Bound::Class(class) => self.member(source, *class, rest, steps),
            Bound::Import { module, name } => {
                self.imported(source, module, name.as_deref(), rest, steps)
            }
            Bound::Other => not_known(ManualReason::NotConstant),
        }
    }

    fn operand(
        &mut self,
        source: &Rc<Source>,
        at: usize,
        operand: &Operand,
        rest: &[String],
        steps: usize,
    ) -> Resolved {
        match (operand, rest.split_first()) {
            (Operand::Text(literal), None) => Ok(Constant {
                source: Rc::clone(source),
                literal: literal.clone(),
            }),
            // `Selector.LOGIN.value` of an enumeration.
            (Operand::Text(_), Some((last, []))) if last == "value" => {
                self.operand(source, at, operand, &[], steps)
            }
            (Operand::Name(path), _) => {
                let path: Vec<String> = path.iter().chain(rest).cloned().collect();
                self.name(source, at, &path, steps)
            }
            (Operand::Table(entries), Some((first, rest))) => {
                let mut found = entries.iter().filter(|(name, _)| name == first);
                match (found.next(), found.next()) {
                    (Some((_, operand)), None) => self.operand(source, at, operand, rest, steps),
                    (Some(_), Some(_)) => not_known(ManualReason::Reassigned),
                    (None, _) => not_known(ManualReason::NotConstant),
                }
            }
            (Operand::Unknown(unknown), _) => Err(unknown.clone()),
            _ => not_known(ManualReason::NotConstant),
        }
    }

    /// Follows an attribute of a class, or of one that it extends.
    fn member(
        &mut self,
        source: &Rc<Source>,
        class: usize,
        rest: &[String],
        steps: usize,
    ) -> Resolved {
        let (Some((first, rest)), Some(steps)) = (rest.split_first(), steps.checked_sub(1)) else {
            return not_known(ManualReason::NotConstant);
        };
        match source.names.of(class, first) {
            [binding] => return self.bound(source, binding.at, &binding.bound, rest, steps),
            [_, _, ..] => return not_known(ManualReason::Reassigned),
            [] => {}
        }
        let Some(scope) = source.names.scope(class) else {
            return not_known(ManualReason::NotConstant);
        };
        for base in &scope.bases {
            // A base is a name of the scope around the class.
            let at = scope.range.start.saturating_sub(1);
            let path: Vec<String> = base
                .iter()
                .chain(std::iter::once(first))
                .chain(rest)
                .cloned()
                .collect();
            if let Ok(constant) = self.name(source, at, &path, steps) {
                return Ok(constant);
            }
        }
        not_known(ManualReason::NotConstant)
    }

    fn imported(
        &mut self,
        source: &Rc<Source>,
        module: &str,
        name: Option<&str>,
        rest: &[String],
        steps: usize,
    ) -> Resolved {
        let Some(steps) = steps.checked_sub(1) else {
            return not_known(ManualReason::NotConstant);
        };
        let path: Vec<String> = name
            .map(str::to_owned)
            .into_iter()
            .chain(rest.iter().cloned())
            .collect();
        let Some((first, rest)) = path.split_first() else {
            return not_known(ManualReason::NotConstant);
        };
        let found = self.module(source, module);
        if let Some(target) = &found
            && let Some(resolved) = self.exported(target, first, rest, steps)
        {
            return resolved;
        }
        if source.language.is_python() && !rest.is_empty() {
            let dot = if module.ends_with('.') { "" } else { "." };
            return self.imported(source, &format!("{module}{dot}{first}"), None, rest, steps);
        }
        match found {
            Some(_) => not_known(ManualReason::NotConstant),
            None => not_known(ManualReason::Import(module.to_owned())),
        }
    }

    /// Follows a name of a module; nothing where the module does not have it.
    fn exported(
        &mut self,
        target: &Rc<Source>,
        name: &str,
        rest: &[String],
        steps: usize,
    ) -> Option<Resolved> {
        match target.names.of(0, name) {
            [binding] => return Some(self.bound(target, binding.at, &binding.bound, rest, steps)),
            [_, _, ..] => return Some(not_known(ManualReason::Reassigned)),
            [] => {}
        }
        if let [binding] = target.names.of(0, EXPORTS) {
            let is_all = name == "default";
            let path: Vec<String> = Some(name.to_owned())
                .filter(|_| !is_all)
                .into_iter()
                .chain(rest.iter().cloned())
                .collect();
            return Some(self.bound(target, binding.at, &binding.bound, &path, steps));
        }
        if target.names.stars.is_empty() {
            return None;
        }
        let path: Vec<String> = std::iter::once(name.to_owned())
            .chain(rest.iter().cloned())
            .collect();
        Some(self.starred(target, &path, steps))
    }

    /// Follows a name that a module has from another one, with all of its names.
    fn starred(&mut self, source: &Rc<Source>, path: &[String], steps: usize) -> Resolved {
        for module in &source.names.stars {
            if let Some(steps) = steps.checked_sub(1)
                && let Ok(constant) = self.imported(source, module, None, path, steps)
            {
                return Ok(constant);
            }
        }
        not_known(ManualReason::NotConstant)
    }

    /// Finds the file of a module.
    pub(super) fn module(&mut self, source: &Rc<Source>, module: &str) -> Option<Rc<Source>> {
        let candidates = if source.language.is_python() {
            python_files(&source.path, module)
        } else {
            script_files(&source.path, module)
        };
        candidates.iter().find_map(|path| self.source(path).ok())
    }
}

/// Returns the files that a module of Python can be: beside the file, or in a folder around it.
fn python_files(path: &str, module: &str) -> Vec<String> {
    let name = module.trim_start_matches('.');
    let dots = module.len() - name.len();
    let mut folders: Vec<&str> = folders(path).collect();
    if dots > 0 {
        folders = folders.into_iter().skip(dots - 1).take(1).collect();
    } else {
        folders.push("src");
    }
    let inside = name.replace('.', "/");
    let files = |folder: &str| {
        let base = joined(folder, &inside);
        [format!("{base}.py"), joined(&base, "__init__.py")]
    };
    folders.into_iter().flat_map(files).collect()
}

/// Returns the files that a relative module of TypeScript or JavaScript can be.
fn script_files(path: &str, module: &str) -> Vec<String> {
    if !module.starts_with('.') {
        return Vec::new();
    }
    let mut parts: Vec<&str> = folders(path)
        .next()
        .unwrap_or_default()
        .split('/')
        .collect();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                if parts.pop().is_none() {
                    return Vec::new();
                }
            }
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    let base = parts.join("/");
    let mut files: Vec<String> = SCRIPT_ENDINGS
        .iter()
        .map(|end| format!("{base}{end}"))
        .collect();
    // `./locators.js` is what TypeScript calls `locators.ts`.
    for (written, real) in [
        (".js", ".ts"),
        (".js", ".tsx"),
        (".mjs", ".mts"),
        (".cjs", ".cts"),
    ] {
        files.extend(
            base.strip_suffix(written)
                .map(|stem| format!("{stem}{real}")),
        );
    }
    files
}

/// Returns the folders around a file, the nearest first; the last one is the root.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(parent(path), |folder| parent(folder))
}

fn parent(path: &str) -> Option<&str> {
    match path.rsplit_once('/') {
        Some((folder, _)) => Some(folder),
        None => (!path.is_empty()).then_some(""),
    }
}

fn joined(folder: &str, name: &str) -> String {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}
