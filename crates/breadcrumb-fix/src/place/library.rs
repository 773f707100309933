//! [`Library`]: the files that were read, each read and parsed once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::files::{Files, Unreadable};
use crate::language::Language;
use crate::outcome::ManualReason;
use crate::source::Source;

/// A file of the project with its text.
type Listed = (String, Arc<str>);

/// The files that were read.
pub(crate) struct Library<'f> {
    files: &'f mut dyn Files,
    sources: HashMap<String, Result<Rc<Source>, ManualReason>>,
    texts: HashMap<String, Result<Arc<str>, Unreadable>>,
    listing: Option<Rc<Vec<Listed>>>,
    /// Uses of constants, by file and place.
    pub(super) uses: HashMap<(String, usize), Rc<Vec<String>>>,
}

impl<'f> Library<'f> {
    pub(crate) fn new(files: &'f mut dyn Files) -> Self {
        Self {
            files,
            sources: HashMap::new(),
            texts: HashMap::new(),
            listing: None,
            uses: HashMap::new(),
        }
    }

    /// Returns a file, parsed.
    pub(crate) fn source(&mut self, path: &str) -> Result<Rc<Source>, ManualReason> {
        if let Some(known) = self.sources.get(path) {
            return known.clone();
        }
        let read = match Language::of_path(path) {
            None => Err(ManualReason::Language),
            Some(_) => self
                .text(path)
                .map_err(ManualReason::Unreadable)
                .and_then(|text| Source::parse(path, text).ok_or(ManualReason::DoesNotParse))
                .map(Rc::new),
        };
        self.sources.insert(path.to_owned(), read.clone());
        read
    }

    /// Returns the file that a test run has named.
    pub(crate) fn recorded(&mut self, recorded: &str) -> Result<Rc<Source>, ManualReason> {
        match self.files.resolve(recorded) {
            Some(path) => self.source(&path),
            None => Err(ManualReason::Unreadable(Unreadable::Outside)),
        }
    }

    /// Returns the files of the project that contain a text, parsed.
    pub(crate) fn containing(&mut self, wanted: &str) -> Vec<Rc<Source>> {
        let listing = self.listing();
        let has_it = |(_, text): &&Listed| text.contains(wanted);
        let paths = listing.iter().filter(has_it).map(|(path, _)| path);
        paths.filter_map(|path| self.source(path).ok()).collect()
    }

    /// Returns the files of the project that can be read, each read once.
    fn listing(&mut self) -> Rc<Vec<Listed>> {
        if let Some(listing) = &self.listing {
            return Rc::clone(listing);
        }
        let mut paths = self.files.list();
        paths.sort();
        paths.dedup();
        let read = paths
            .into_iter()
            .filter(|path| Language::of_path(path).is_some())
            .filter_map(|path| self.text(&path).ok().map(|text| (path, text)));
        let listing = Rc::new(read.collect());
        self.listing = Some(Rc::clone(&listing));
        listing
    }

    fn text(&mut self, path: &str) -> Result<Arc<str>, Unreadable> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = self.files.read(path);
        self.texts.insert(path.to_owned(), text.clone());
        text
    }
}
