//! What settings mean for a session and for the calls of its test.

use std::path::Path;

use breadcrumb_core::{CaptureRules, Healer};
use breadcrumb_front::Settings;

use super::{Keeping, SessionOptions};
use crate::config::TestSettings;
use crate::error::Error;
use crate::shots::Shots;

impl TestSettings {
    /// Returns how the session of a test behaves; pictures are kept beside the database.
    pub fn session_options(
        &self,
        test_id: &str,
        keeping: Keeping,
        database: &Path,
    ) -> Result<SessionOptions, Error> {
        let mut options = SessionOptions::new(test_id)
            .with_healer(Healer::default().with_threshold(self.threshold)?)
            .with_mode(self.mode)
            .with_keeping(keeping)
            .with_max_heals(self.max_heals)
            .with_rules(CaptureRules::redacting(self.redact.clone()))
            .with_style(self.locator_style)
            .with_relearn_after(self.relearn_after);
        if let Some(confidence) = self.auto_approve {
            options = options.with_auto_approve(confidence);
        }
        if self.screenshots {
            options = options.with_shots(Shots::of(database));
        }
        Ok(options)
    }

    /// Returns how the calls of a test are watched. A script waits for what it learns: it has no end
    /// at which that could come.
    #[must_use]
    pub fn of_calls(&self, keeping: Keeping, test_id_attribute: &str) -> Settings {
        Settings {
            mode: self.mode,
            heal_after: self.heal_after,
            redact: self.redact.clone(),
            shots: self.screenshots,
            waits_for_answers: keeping == Keeping::AtOnce,
            test_id_attribute: test_id_attribute.to_owned(),
        }
    }
}
