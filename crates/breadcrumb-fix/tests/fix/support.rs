//! Cases of the corpus: a folder with source files, and `heals.toml` with what was healed in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use breadcrumb_core::{LocatorStyle, SourceSite, VerifiedLocator};
use breadcrumb_fix::{Files, Heal, Plan, Stance, Unreadable, plan};
use serde::Deserialize;

/// Files in memory, which counts how often each is read.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub files: BTreeMap<String, Arc<str>>,
    pub reads: BTreeMap<String, usize>,
    pub lists: usize,
}

impl Files for Memory {
    fn read(&mut self, path: &str) -> Result<Arc<str>, Unreadable> {
        *self.reads.entry(path.to_owned()).or_default() += 1;
        self.files.get(path).cloned().ok_or(Unreadable::Missing)
    }

    fn resolve(&mut self, recorded: &str) -> Option<String> {
        let is_end = |path: &&String| recorded == *path || recorded.ends_with(&format!("/{path}"));
        self.files
            .keys()
            .filter(is_end)
            .max_by_key(|path| path.len())
            .cloned()
    }

    fn list(&mut self) -> Vec<String> {
        self.lists += 1;
        self.files.keys().cloned().collect()
    }
}

/// A folder of the corpus.
pub(crate) struct Case {
    pub name: String,
    pub files: Memory,
    pub heals: Vec<Heal>,
    pub style: LocatorStyle,
}

impl Case {
    pub(crate) fn plan(&self) -> Plan {
        plan(&self.heals, self.style, &mut self.files.clone())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    style: Option<String>,
    heal: Vec<WrittenHeal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenHeal {
    test: String,
    locator: String,
    sites: Vec<String>,
    proposals: Vec<VerifiedLocator>,
    stance: Option<String>,
}

/// Reads all cases, by name.
pub(crate) fn cases() -> Vec<Case> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut folders: Vec<PathBuf> = fs::read_dir(corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders.iter().map(|folder| case(folder)).collect()
}

fn case(folder: &Path) -> Case {
    let mut files = Memory::default();
    collect(folder, folder, &mut files);
    let heals = files.files.remove("heals.toml").unwrap();
    let written: Written = toml::from_str(&heals).unwrap();
    let style = written
        .style
        .map(|name| LocatorStyle::from_name(&name).unwrap());
    let heals = written
        .heal
        .into_iter()
        .enumerate()
        .map(|(index, heal)| Heal {
            id: i64::try_from(index).unwrap() + 1,
            test_id: heal.test,
            locator: heal.locator,
            confidence: 0.9,
            reason: "the same role and name".to_owned(),
            proposals: heal.proposals,
            sites: heal.sites.iter().map(|site| parsed(site)).collect(),
            stance: match heal.stance.as_deref() {
                None => Stance::Fix,
                Some("waits") => Stance::Waits,
                Some("rejected") => Stance::Rejected,
                Some(other) => panic!("{other}"),
            },
        });
    Case {
        name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
        heals: heals.collect(),
        style: style.unwrap_or_default(),
        files,
    }
}

fn parsed(site: &str) -> SourceSite {
    let (file, line) = site.rsplit_once(':').unwrap();
    SourceSite {
        file: file.to_owned(),
        line: line.parse().unwrap(),
    }
}

fn collect(root: &Path, folder: &Path, files: &mut Memory) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let parts = path.strip_prefix(root).unwrap().iter();
            let name: Vec<_> = parts.map(|part| part.to_str().unwrap()).collect();
            files.files.insert(
                name.join("/"),
                Arc::from(fs::read_to_string(&path).unwrap()),
            );
        }
    }
}
