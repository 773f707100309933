//! [`PageCrawler`]: from a start to the pages that can be reached from it.

use std::collections::{HashSet, VecDeque};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use breadcrumb_core::PageSnapshot;
use breadcrumb_gen::PageModel;
use url::Url;

use crate::address::is_same_origin;
use crate::browser::Browser;
use crate::error::{Error, ErrorKind};
use crate::fetch::{MAX_BYTES, decode, fetch, fetch_text};
use crate::robots::Robots;
use crate::static_page::{model_of, model_of_html, parse};

/// Where to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// At an address: see [`parse_address`](crate::parse_address).
    Address(Url),
    /// With a file.
    File(PathBuf),
}

/// How to go about it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CrawlOptions {
    /// How long one page may take.
    pub timeout: Duration,
    /// How many links away from the start pages are read; 0 for the start alone.
    pub depth: usize,
    /// How many pages are read at most.
    pub max_pages: usize,
    /// Whether pages are opened in a browser.
    pub in_browser: bool,
    /// The browser's program; none to look for one.
    pub browser_path: Option<PathBuf>,
    /// Whether forms that change something may be sent to see what happens.
    pub may_submit: bool,
}

impl Default for CrawlOptions {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            depth: 0,
            max_pages: 20,
            in_browser: false,
            browser_path: None,
            may_submit: false,
        }
    }
}

/// What a crawl is doing.
#[derive(Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A page is read: which one, and how many are known so far.
    Reading {
        /// Its address.
        url: &'a str,
        /// How many were read before it.
        done: usize,
        /// How many are known.
        known: usize,
    },
    /// A page that was linked is left out.
    Skipped {
        /// Its address.
        url: &'a str,
        /// Why.
        reason: String,
    },
}

/// Reads pages.
#[derive(Debug, Default)]
pub struct PageCrawler {
    options: CrawlOptions,
}

/// A page that was read, and what it links to.
struct Visited {
    model: PageModel,
    links: Vec<Url>,
}

impl PageCrawler {
    /// Makes a crawler.
    #[must_use]
    pub fn new(options: CrawlOptions) -> Self {
        Self { options }
    }

    /// Reads a page and those it links to on the same site, one at a time.
    ///
    /// The start must be readable; other pages that are not are skipped.
    pub fn crawl(
        &self,
        start: &Start,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<PageModel>, Error> {
        let (path, timeout) = (self.options.browser_path.as_deref(), self.options.timeout);
        let launch = || Browser::launch(path, timeout);
        let mut browser = self.options.in_browser.then(launch).transpose()?;
        let url = match start {
            Start::Address(url) => url.clone(),
            Start::File(path) => {
                progress(Progress::Reading {
                    url: &path.to_string_lossy(),
                    done: 0,
                    known: 1,
                });
                return Ok(vec![self.read_file(path, browser.as_mut())?]);
            }
        };
        let mut crawl = Crawl::new(url);
        while let Some((url, depth)) = crawl.next(self.options.max_pages) {
            let (done, known) = (crawl.pages.len(), crawl.seen.len());
            progress(Progress::Reading {
                url: url.as_str(),
                done,
                known,
            });
            match self.visit(&url, browser.as_mut()) {
                Ok(visited) => {
                    if depth < self.options.depth {
                        crawl.add_links(visited.links, depth + 1, self.options.timeout);
                    }
                    crawl.pages.push(visited.model);
                }
                Err(error) if crawl.pages.is_empty() => return Err(error),
                Err(error) => {
                    let reason = error.to_string();
                    progress(Progress::Skipped {
                        url: url.as_str(),
                        reason,
                    });
                }
            }
        }
        Ok(crawl.pages)
    }

    fn visit(&self, url: &Url, browser: Option<&mut Browser>) -> Result<Visited, Error> {
        if let Some(browser) = browser {
            let (model, page) = browser.read(url, self.options.may_submit)?;
            // After a redirect the page is elsewhere, and its links start from there.
            let here = Url::parse(&model.url).unwrap_or_else(|_| url.clone());
            let links = links(&page, &here);
            return Ok(Visited { model, links });
        }
        let document = fetch(url, self.options.timeout)?;
        let page = parse(&document.html, document.url.as_str())?;
        let links = links(page.snapshot(), &document.url);
        let model = model_of(&page);
        Ok(Visited { model, links })
    }

    fn read_file(&self, path: &Path, browser: Option<&mut Browser>) -> Result<PageModel, Error> {
        let fail = |error: &dyn std::fmt::Display| {
            let message = format!("cannot read `{}`: {error}", path.display());
            Error::new(ErrorKind::File, message)
        };
        let whole = path.canonicalize().map_err(|error| fail(&error))?;
        let size = whole.metadata().map_err(|error| fail(&error))?.len();
        if size > MAX_BYTES {
            return Err(too_large(path));
        }
        let url = Url::from_file_path(&whole).map_err(|()| fail(&"it has no address"))?;
        if let Some(browser) = browser {
            return Ok(browser.read(&url, self.options.may_submit)?.0);
        }
        let mut bytes = Vec::new();
        // What is no file of its own has no size: a device never ends.
        let file = std::fs::File::open(&whole).map_err(|error| fail(&error))?;
        let mut start = file.take(MAX_BYTES + 1);
        start
            .read_to_end(&mut bytes)
            .map_err(|error| fail(&error))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(too_large(path));
        }
        model_of_html(&decode(&bytes, ""), url.as_str())
    }
}

fn too_large(path: &Path) -> Error {
    let message = format!("`{}` has more than {} MB", path.display(), MAX_BYTES >> 20);
    Error::new(ErrorKind::TooLarge, message)
}

/// Pages that are to be read, and those that were.
struct Crawl {
    start: Url,
    queue: VecDeque<(Url, usize)>,
    seen: HashSet<String>,
    pages: Vec<PageModel>,
    robots: Option<Robots>,
}

impl Crawl {
    fn new(start: Url) -> Self {
        Self {
            seen: HashSet::from([key(&start)]),
            queue: VecDeque::from([(start.clone(), 0)]),
            start,
            pages: Vec::new(),
            robots: None,
        }
    }

    fn next(&mut self, limit: usize) -> Option<(Url, usize)> {
        if self.pages.len() >= limit.max(1) {
            return None;
        }
        self.queue.pop_front()
    }

    fn add_links(&mut self, links: Vec<Url>, depth: usize, timeout: Duration) {
        let start = self.start.clone();
        let robots = self.robots.get_or_insert_with(|| {
            let file = start.join("/robots.txt");
            Robots::parse(
                &file
                    .map(|url| fetch_text(&url, timeout))
                    .unwrap_or_default(),
            )
        });
        for link in links {
            let is_ours = is_same_origin(&start, &link) && robots.allows(&link);
            if is_ours && self.seen.insert(key(&link)) {
                self.queue.push_back((link, depth));
            }
        }
    }
}

/// Addresses that differ in their fragment alone are one page.
fn key(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.to_string()
}

fn links(page: &PageSnapshot, base: &Url) -> Vec<Url> {
    let is_link =
        |index: &usize| page.tag(*index) == "a" && page.attribute(*index, "download").is_none();
    let hrefs = (0..page.len()).filter(is_link);
    let hrefs = hrefs.filter_map(|index| page.attribute(index, "href"));
    hrefs.filter_map(|href| base.join(href).ok()).collect()
}
