//! Which page of a heal may be opened in the browser.

/// Files that a browser shows; the system would run some others.
const PAGE_ENDINGS: [&str; 3] = [".html", ".htm", ".xhtml"];

/// Returns the address if it is one to open, else why it is not.
pub(super) fn openable(url: Option<&str>) -> Result<&str, &'static str> {
    let url = url.ok_or("it is not known which page it was")?;
    if url.contains(|c: char| c.is_control() || c.is_whitespace()) {
        return Err("the page's address is broken");
    }
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" if !rest.is_empty() => Ok(url),
        "file" if is_page(rest) => Ok(url),
        "file" => Err("the page is a file that is no HTML"),
        _ => Err("only pages of http, https and file are opened"),
    }
}

fn is_page(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    PAGE_ENDINGS.iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::openable;

    #[test]
    fn pages_are_opened_and_nothing_else() {
        for url in ["http://shop.test/a", "HTTPS://x", "file:///tmp/a.HTML"] {
            assert_eq!(openable(Some(url)), Ok(url));
        }
        let wrong = [
            "",
            "-x",
            "http://",
            "/cart",
            "about:blank",
            "data:text/html,x",
            "javascript://x",
            "file:///bin/sh",
            "http://a b",
            "http://a\n",
        ];
        for url in wrong {
            assert!(openable(Some(url)).is_err(), "{url}");
        }
        assert!(openable(None).is_err());
    }
}
