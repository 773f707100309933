//! [`CiRun`]: what a CI service calls the job that runs now.

use super::suite::SuiteEnvironment;

/// Gives several runs one id: those of shards and legs that belong together.
const RUN_ID: &str = "BREADCRUMB_RUN_ID";

/// One job of a CI service, and which try at it this is.
///
/// Runs are recorded under an id that begins with it, so that all shards and legs of a pipeline are
/// found by [`CiRun::pipeline`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CiRun {
    /// The pipeline: the same for all its jobs and for each try at them.
    pub pipeline: String,
    /// Which try it is; a later one replaces the results of an earlier one.
    pub attempt: u64,
    /// The job; empty where only the pipeline is known.
    pub job: String,
}

impl CiRun {
    /// Finds out what runs now; `None` outside of CI.
    #[must_use]
    pub fn detect(environment: SuiteEnvironment<'_>) -> Option<Self> {
        let variable = |name: &str| {
            let value = environment(name)?.into_string().ok()?;
            Some(value).filter(|value| !value.is_empty())
        };
        let number = |name: &str| variable(name).and_then(|value| value.parse().ok());
        let job = |name: &str| variable(name).unwrap_or_default();
        if let Some(id) = variable(RUN_ID) {
            return Some(Self::new(id, 0, String::new()));
        }
        if variable("GITHUB_ACTIONS").is_some() {
            let pipeline = format!("github-{}", variable("GITHUB_RUN_ID")?);
            let attempt = number("GITHUB_RUN_ATTEMPT").unwrap_or_default();
            return Some(Self::new(pipeline, attempt, job("GITHUB_JOB")));
        }
        if variable("GITLAB_CI").is_some() {
            // A job that is tried again has another, greater number.
            let pipeline = format!("gitlab-{}", variable("CI_PIPELINE_ID")?);
            let attempt = number("CI_JOB_ID").unwrap_or_default();
            return Some(Self::new(pipeline, attempt, job("CI_JOB_NAME")));
        }
        None
    }

    fn new(pipeline: String, attempt: u64, job: String) -> Self {
        Self {
            pipeline,
            attempt,
            job,
        }
    }

    /// Returns the id of one run in this job.
    #[must_use]
    pub fn run_uid(&self, own: &str) -> String {
        format!("{}/{}/{}/{own}", self.pipeline, self.attempt, self.job)
    }

    /// Reads the job and the try back from the id of a run.
    pub(super) fn of_run(run_uid: &str) -> Option<Self> {
        let (pipeline, rest) = run_uid.split_once('/')?;
        let (attempt, rest) = rest.split_once('/')?;
        // The name of a job may have slashes, what is the run's own has none.
        let (job, _) = rest.rsplit_once('/')?;
        let attempt = attempt.parse().ok()?;
        Some(Self::new(pipeline.to_owned(), attempt, job.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn detect(variables: &[(&str, &str)]) -> Option<CiRun> {
        CiRun::detect(&|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn a_job_is_read_back_from_the_id_of_its_run() {
        for variables in [
            &[
                ("GITHUB_ACTIONS", "true"),
                ("GITHUB_RUN_ID", "12"),
                ("GITHUB_RUN_ATTEMPT", "2"),
                ("GITHUB_JOB", "e2e"),
            ][..],
            &[
                ("GITLAB_CI", "true"),
                ("CI_PIPELINE_ID", "7"),
                ("CI_JOB_ID", "99"),
                ("CI_JOB_NAME", "e2e: [firefox/linux, 1/2]"),
            ],
            &[("BREADCRUMB_RUN_ID", "nightly")],
        ] {
            let ci = detect(variables).unwrap();
            assert_eq!(CiRun::of_run(&ci.run_uid("a1")), Some(ci));
        }
        assert_eq!(detect(&[("CI", "true")]), None);
        assert_eq!(CiRun::of_run("0f8e"), None);
    }
}
