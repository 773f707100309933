//! What may be kept of a page, and how much of it.
//!
//! The page-side code follows the same rules before anything leaves the page; they are applied
//! again here, because a payload can come from anywhere.

/// Longer texts and attribute values are cut: more does not tell elements apart any better.
pub(crate) const MAX_TEXT_CHARS: usize = 500;

/// Types of `<input>` that nobody types into; the `value` of any other is the user's.
const UNTYPED_INPUTS: [&str; 6] = ["button", "checkbox", "image", "radio", "reset", "submit"];

/// Which attributes of a page must not be kept, beyond what is never kept.
///
/// ```
/// use breadcrumb_core::CaptureRules;
///
/// let rules = CaptureRules::redacting(["data-user-*", "title"]);
/// assert!(rules.is_redacted("data-user-email"));
/// assert!(!rules.is_redacted("data-test"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaptureRules {
    redact: Vec<String>,
}

impl CaptureRules {
    /// Leaves out attributes by name; a name ending in `*` stands for all that start so.
    pub fn redacting<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Self {
        Self {
            redact: names.into_iter().map(Into::into).collect(),
        }
    }

    /// Whether the user asked to leave this attribute out.
    #[must_use]
    pub fn is_redacted(&self, name: &str) -> bool {
        self.redact
            .iter()
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            })
    }

    /// Returns what may be kept of an attribute: its value, cut or hashed, or nothing.
    pub(crate) fn kept_value(
        &self,
        tag: &str,
        input_type: &str,
        name: &str,
        value: &str,
    ) -> Option<String> {
        let is_typed = match tag {
            "input" => !UNTYPED_INPUTS.contains(&input_type.to_ascii_lowercase().as_str()),
            "textarea" | "select" => true,
            _ => false,
        };
        if self.is_redacted(name) || (name == "value" && is_typed) {
            return None;
        }
        Some(if is_data_url(value) {
            hash_data_url(value)
        } else {
            cap_text(value, MAX_TEXT_CHARS)
        })
    }
}

/// Returns at most `max` characters of a text.
pub(crate) fn cap_text(text: &str, max: usize) -> String {
    crate::text::cap_chars(text, max)
        .trim_end_matches(' ')
        .to_owned()
}

/// Whether this is a `data:` URL that still carries its data.
fn is_data_url(value: &str) -> bool {
    let start = value.get(..5).unwrap_or_default();
    start.eq_ignore_ascii_case("data:") && value.contains(',')
}

/// Names a `data:` URL by its type, length and hash: `data:image/png#2048-9f3a01bc`.
///
/// The hash is FNV-1a over UTF-16 units, as the page-side code computes it.
fn hash_data_url(url: &str) -> String {
    const OFFSET: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    let hash = url.encode_utf16().fold(OFFSET, |hash, unit| {
        (hash ^ u32::from(unit)).wrapping_mul(PRIME)
    });
    let media_type = url
        .get(5..)
        .unwrap_or_default()
        .split([',', ';'])
        .next()
        .unwrap_or_default();
    format!(
        "data:{media_type}#{}-{hash:08x}",
        url.encode_utf16().count()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(tag: &str, input_type: &str, name: &str, value: &str) -> Option<String> {
        CaptureRules::default().kept_value(tag, input_type, name, value)
    }

    #[test]
    fn what_a_user_types_is_never_kept() {
        for input_type in [
            "text", "password", "PASSWORD", "email", "number", "date", "made-up",
        ] {
            assert_eq!(
                kept("input", input_type, "value", "secret"),
                None,
                "{input_type}"
            );
        }
        assert_eq!(kept("textarea", "", "value", "secret"), None);
    }

    #[test]
    fn the_value_of_a_button_is_its_name_and_stays() {
        assert_eq!(
            kept("input", "submit", "value", "Save").as_deref(),
            Some("Save")
        );
        assert_eq!(
            kept("button", "submit", "value", "Save").as_deref(),
            Some("Save")
        );
    }

    #[test]
    fn long_values_are_cut_and_data_urls_hashed() {
        assert_eq!(
            kept("a", "", "href", &"ü".repeat(600))
                .unwrap()
                .chars()
                .count(),
            500
        );
        let url = format!("data:image/png;base64,{}", "A".repeat(100_000));
        let hashed = kept("img", "", "src", &url).unwrap();
        assert!(hashed.starts_with("data:image/png#100022-"), "{hashed}");
        assert_eq!(kept("img", "", "src", &hashed), Some(hashed));
    }
}
