//! Naming a page by what stays the same between two runs.

use crate::secrets::is_secret_word;

/// A path part of this length or longer, of hexadecimal digits only, is an id, not a word.
const MIN_HEX_ID: usize = 8;

/// Names the page behind a URL: its path without query, with ids in it as `*`.
///
/// The host is left out: the same app runs on another port or host in every environment. A
/// fragment counts only where it is a route (`#/settings`).
///
/// ```
/// use breadcrumb_core::page_key;
///
/// assert_eq!(page_key("http://localhost:4173/users/42/edit?tab=1#top"), "/users/*/edit");
/// assert_eq!(page_key("https://app.test/#/settings/profile"), "/#/settings/profile");
/// ```
#[must_use]
pub fn page_key(url: &str) -> String {
    let (before_fragment, fragment) = url.split_once('#').unwrap_or((url, ""));
    let is_route = fragment.starts_with('/') || fragment.starts_with("!/");
    let mut key = path_key(path_of(before_fragment));
    if is_route {
        key.push('#');
        key.push_str(&path_key(fragment.split('?').next().unwrap_or_default()));
    }
    key
}

/// Returns the path of an http or file URL; another scheme (`data:`, `blob:`) stands for itself.
fn path_of(url: &str) -> &str {
    let url = url.split('?').next().unwrap_or_default();
    match url.split_once(':') {
        Some((_, rest)) if rest.starts_with("//") => {
            let rest = rest.trim_start_matches("//");
            rest.find('/')
                .and_then(|start| rest.get(start..))
                .unwrap_or("/")
        }
        Some(("about", _)) => url,
        Some((scheme, _)) if scheme.chars().all(|c| c.is_ascii_alphabetic()) => scheme,
        _ => url,
    }
}

fn path_key(path: &str) -> String {
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| if is_id(part) { "*" } else { part })
        .collect();
    parts.join("/")
}

/// Whether a path part names one record rather than a kind of page.
fn is_id(part: &str) -> bool {
    let has_digit = part.bytes().any(|b| b.is_ascii_digit());
    let is_number = has_digit && part.bytes().all(|b| b.is_ascii_digit());
    let is_hex = part.len() >= MIN_HEX_ID
        && has_digit
        && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    is_number || is_hex || is_secret_word(part) || part.contains('@') || part.contains("%40")
}

#[cfg(test)]
mod tests {
    use super::page_key;

    #[test]
    fn names_pages_by_their_stable_parts() {
        for (url, expected) in [
            ("https://shop.test", "/"),
            ("https://shop.test/", "/"),
            ("https://shop.test/cart?item=3", "/cart"),
            ("https://shop.test/orders/1024", "/orders/*"),
            (
                "https://shop.test/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301/pay",
                "/o/*/pay",
            ),
            ("https://shop.test/c/deadbeef01", "/c/*"),
            (
                "https://shop.test/reset/Zk3x9Qw7Lm2pR8vT/new",
                "/reset/*/new",
            ),
            ("https://shop.test/u/ann@shop.test", "/u/*"),
            ("https://shop.test/feedback", "/feedback"),
            ("https://shop.test/v2/x#section", "/v2/x"),
            ("https://shop.test/app#!/inbox?x=1", "/app#!/inbox"),
            (
                "file:///home/me/site/index.html",
                "/home/me/site/index.html",
            ),
            ("about:blank", "about:blank"),
            ("data:text/html,<p>", "data"),
            ("", ""),
            ("/relative/7", "/relative/*"),
        ] {
            assert_eq!(page_key(url), expected, "{url}");
        }
    }
}
