//! [`AppSettings`]: how the version of the application is found out.

use breadcrumb_flaky::AppVersion;

use crate::config::{Config, Value};

/// What the settings say of the version of the application.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct AppSettings {
    /// The version, in so many words.
    pub version: Option<String>,
    /// The response header that has it.
    pub header: Option<String>,
    /// The name of the meta tag that has it.
    pub meta: Option<String>,
}

impl AppSettings {
    /// Reads the settings.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let text = |name: &str| match &config.get(name)?.value {
            Some(Value::Word(text)) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => None,
        };
        Self {
            version: text("app_version"),
            header: text("app_version_header"),
            meta: text("app_version_meta"),
        }
    }

    /// Returns the version of an attempt: what the suite itself says, else what is set, else what its pages have shown.
    ///
    /// Where pages are asked and have not answered, it is unknown.
    #[must_use]
    pub fn version(&self, said: Option<&str>, shown: Option<&str>) -> AppVersion {
        let said = said.map(str::trim).filter(|text| !text.is_empty());
        let shown = shown.map(str::trim).filter(|text| !text.is_empty());
        let is_asked = self.header.is_some() || self.meta.is_some();
        match (said.or(self.version.as_deref()), shown) {
            (Some(said), _) => AppVersion::read(said),
            (None, Some(shown)) => AppVersion::Known(shown.to_owned()),
            (None, None) if is_asked => AppVersion::Unknown,
            (None, None) => AppVersion::InRepository,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_comes_before_the_settings_and_those_before_the_page() {
        let known = |version: &str| AppVersion::Known(version.to_owned());
        let nothing = AppSettings::default();
        assert_eq!(nothing.version(None, None), AppVersion::InRepository);
        assert_eq!(nothing.version(Some("1"), Some("2")), known("1"));
        let mut asks = AppSettings {
            header: Some("x-version".to_owned()),
            ..AppSettings::default()
        };
        assert_eq!(asks.version(None, None), AppVersion::Unknown);
        assert_eq!(asks.version(None, Some(" 2 ")), known("2"));
        assert_eq!(
            asks.version(Some("repo"), Some("2")),
            AppVersion::InRepository
        );
        asks.version = Some("3".to_owned());
        assert_eq!(asks.version(Some(" "), Some("2")), known("3"));
    }
}
