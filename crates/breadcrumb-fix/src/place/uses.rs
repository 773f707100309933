//! Whether a name is used for more than locators: then its value must stay.
//!
//! What is not certain counts as such a use: the healed place alone changes, which is always safe.

use std::collections::HashSet;
use std::rc::Rc;

use super::Library;
use super::resolve::Constant;
use crate::source::{Bound, Called, Mention, Names, Owner, Position, Source};

/// A name that leads to a constant.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Word {
    name: String,
    /// The keys that lead from it to the text.
    rest: Vec<String>,
    reach: Reach,
}

/// Where a name can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Reach {
    /// In its function.
    Local,
    /// In its module, and where that is imported.
    Module,
    /// On objects of its class.
    Member,
    /// As [`Reach::Module`]; it is the class of the constant.
    Class,
}

/// The search for the uses of one constant.
struct Search<'c> {
    constant: &'c Constant,
    owner: Owner,
    open: Vec<Word>,
    known: HashSet<Word>,
    uses: Vec<String>,
}

impl Library<'_> {
    /// Returns where a constant is used, or may be, for something else than a locator.
    pub(super) fn other_uses(&mut self, constant: &Constant) -> Rc<Vec<String>> {
        let key = (constant.source.path.clone(), constant.literal.range.start);
        if let Some(known) = self.uses.get(&key) {
            return Rc::clone(known);
        }
        let uses = Rc::new(self.search_uses(constant));
        self.uses.insert(key, Rc::clone(&uses));
        uses
    }

    fn search_uses(&mut self, constant: &Constant) -> Vec<String> {
        let source = &constant.source;
        let Some(owner) = source.owner(&constant.literal.range) else {
            return vec![place(source, constant.literal.range.start)];
        };
        let mut search = Search {
            constant,
            open: Vec::new(),
            known: HashSet::new(),
            uses: Vec::new(),
            owner,
        };
        self.begin(&mut search);
        while let Some(word) = search.open.pop() {
            for source in self.users(&word, &constant.source) {
                self.search_file(&mut search, &word, &source);
            }
        }
        search.uses
    }

    fn begin(&mut self, search: &mut Search<'_>) {
        let keys = search.owner.keys.clone();
        match &search.owner.called {
            Called::Local(name) => search.push(&name.clone(), keys, Reach::Local),
            Called::Module(name) => search.push(&name.clone(), keys, Reach::Module),
            Called::Member { class, name } => {
                let (class, name) = (class.clone(), name.clone());
                let path = std::iter::once(name.clone()).chain(keys.iter().cloned());
                search.push(&class, path.collect(), Reach::Class);
                search.push(&name, keys, Reach::Member);
            }
            Called::Exports => {
                if let Some((first, rest)) = keys.split_first() {
                    search.push(first, rest.to_vec(), Reach::Module);
                }
                self.push_importers(search, &keys);
            }
        }
    }

    /// Adds the names under which other files have all that the module exports.
    fn push_importers(&mut self, search: &mut Search<'_>, rest: &[String]) {
        let target = search.constant.source.path.clone();
        let file = target.rsplit('/').next().unwrap_or_default();
        let stem = file.split('.').next().unwrap_or_default();
        let folder = target.rsplit('/').nth(1).unwrap_or_default();
        let stem = if stem == "index" { folder } else { stem };
        for source in self.containing(stem) {
            for (local, binding) in source.names.all() {
                let Bound::Import { module, name } = &binding.bound else {
                    continue;
                };
                let is_whole = name.as_deref().is_none_or(|name| name == "default");
                let found = if is_whole {
                    self.module(&source, module)
                } else {
                    None
                };
                if found.is_some_and(|found| found.path == target) {
                    search.push(local, rest.to_vec(), Reach::Module);
                }
            }
        }
    }

    /// Returns the files that can use a name.
    fn users(&mut self, word: &Word, defined: &Rc<Source>) -> Vec<Rc<Source>> {
        if word.reach == Reach::Local {
            return vec![Rc::clone(defined)];
        }
        let mut users = self.containing(&word.name);
        if users.iter().all(|user| user.path != defined.path) {
            users.push(Rc::clone(defined));
        }
        users
    }

    fn search_file(&mut self, search: &mut Search<'_>, word: &Word, source: &Rc<Source>) {
        if source.has_errors() {
            search.uses.extend(written(source, &word.name));
            return;
        }
        for mention in source.mentions(&word.name) {
            let is_definition =
                mention.range == search.owner.range && source.path == search.constant.source.path;
            if is_definition {
                continue;
            }
            if let Position::Moved(name) = &mention.position {
                if name == "default" {
                    self.push_importers(search, &word.rest);
                } else {
                    search.push(name, word.rest.clone(), word.reach);
                }
            } else if !self.is_harmless(search.constant, word, source, &mention) {
                search.uses.push(place(source, mention.range.start));
            }
        }
    }

    /// Whether a use of a name is a locator, or of something else than the constant.
    fn is_harmless(
        &mut self,
        constant: &Constant,
        word: &Word,
        source: &Rc<Source>,
        mention: &Mention,
    ) -> bool {
        let Some(path) = &mention.path else {
            let is_name = matches!(word.reach, Reach::Local | Reach::Class);
            return is_name || mention.position == Position::Locator;
        };
        if !self.may_be(constant, word, source, mention, path) {
            return true;
        }
        let after = path.get(mention.index + 1..).unwrap_or_default();
        if word.reach == Reach::Class {
            // Its attributes are looked at by their own names.
            return !after.is_empty() || mention.position == Position::Class;
        }
        match self.resolve(source, mention.range.start, path) {
            Ok(found) if !is_same(&found, constant) => true,
            Ok(_) => mention.position == Position::Locator,
            Err(_) => mention.position == Position::Locator && after == word.rest.as_slice(),
        }
    }

    /// Whether a name can lead to the constant where it is used.
    fn may_be(
        &mut self,
        constant: &Constant,
        word: &Word,
        source: &Rc<Source>,
        mention: &Mention,
        path: &[String],
    ) -> bool {
        let at = mention.range.start;
        let start = path.get(..=mention.index).unwrap_or_default();
        let whole: Vec<String> = start.iter().chain(&word.rest).cloned().collect();
        if let Ok(found) = self.resolve(source, at, &whole) {
            return is_same(&found, constant);
        }
        let first = path.first().map(String::as_str).unwrap_or_default();
        match (word.reach, mention.index) {
            (Reach::Local, _) | (Reach::Member, 0) => false,
            (Reach::Member, _) if matches!(first, "self" | "cls" | "this") => {
                // A class that has the name itself means its own.
                let own = source.names.class_at(at);
                own.is_none_or(|class| source.names.of(class, &word.name).is_empty())
            }
            (Reach::Member, _) => true,
            (Reach::Module | Reach::Class, _) => is_foreign(&source.names, first, at),
        }
    }
}

impl Search<'_> {
    fn push(&mut self, name: &str, rest: Vec<String>, reach: Reach) {
        let word = Word {
            name: name.to_owned(),
            rest,
            reach,
        };
        if !name.is_empty() && self.known.insert(word.clone()) {
            self.open.push(word);
        }
    }
}

/// Whether a name comes from a module, perhaps one that is not found.
fn is_foreign(names: &Names, name: &str, at: usize) -> bool {
    let bindings = names.lookup(name, at);
    let is_import = |bound: &Bound| matches!(bound, Bound::Import { .. });
    match bindings {
        [] => !names.stars.is_empty(),
        bindings => bindings.iter().any(|binding| is_import(&binding.bound)),
    }
}

fn is_same(found: &Constant, constant: &Constant) -> bool {
    found.source.path == constant.source.path && found.literal.range == constant.literal.range
}

/// Returns where a file that does not parse has a name.
fn written(source: &Source, name: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_alone = |at: &usize| {
        let before = source.text.get(..*at).and_then(|text| text.chars().last());
        let after = source.text.get(at + name.len()..);
        let after = after.and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    let mut found = source.text.match_indices(name).map(|(at, _)| at);
    found.find(is_alone).map(|at| place(source, at))
}

fn place(source: &Source, at: usize) -> String {
    format!("{}:{}", source.path, source.line(at))
}
