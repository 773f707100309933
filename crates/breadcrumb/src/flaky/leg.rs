//! [`leg`]: which of several ways the tests of a CI job run in.

use super::suite::SuiteEnvironment;

/// Names the variant in so many words.
const VARIANT: &str = "BREADCRUMB_VARIANT";

/// Returns the leg of a CI job that runs now, the same in each of its runs; `None` outside of CI.
///
/// GitLab's names of jobs have the values of a matrix. GitHub shows them nowhere, so there it is the job and the machine, and
/// `runtime`: what runs the tests, where that is known. A shard is no leg: its tests are the same wherever they run.
pub(super) fn leg(environment: SuiteEnvironment<'_>, runtime: Option<&str>) -> Option<String> {
    let variable = |name: &str| {
        let value = environment(name)?.into_string().ok()?;
        Some(value.trim().to_owned()).filter(|value| !value.is_empty())
    };
    if let Some(told) = variable(VARIANT) {
        return Some(told);
    }
    let mut parts = if variable("GITHUB_ACTIONS").is_some() {
        let machine = ["RUNNER_OS", "RUNNER_ARCH"].map(|name| Some(variable(name)?.to_lowercase()));
        let job = [variable("GITHUB_JOB")];
        job.into_iter().chain(machine).flatten().collect()
    } else if variable("GITLAB_CI").is_some() {
        let job = variable("CI_JOB_NAME").map(|name| without_shard(&name));
        let machine = variable("CI_RUNNER_EXECUTABLE_ARCH");
        [job, machine].into_iter().flatten().collect()
    } else {
        Vec::new()
    };
    if !parts.is_empty() {
        parts.extend(runtime.map(str::to_owned));
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Returns the name of a GitLab job without the number of its shard: `e2e 1/4`, `e2e: [firefox, 1/4]`.
fn without_shard(job: &str) -> String {
    if let Some((name, values)) = job
        .strip_suffix(']')
        .and_then(|rest| rest.split_once(": ["))
    {
        let values: Vec<&str> = values
            .split(", ")
            .filter(|value| !is_shard(value))
            .collect();
        return if values.is_empty() {
            name.to_owned()
        } else {
            format!("{name}: [{}]", values.join(", "))
        };
    }
    match job.rsplit_once(' ') {
        Some((name, last)) if is_shard(last) => name.to_owned(),
        _ => job.to_owned(),
    }
}

fn is_shard(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(text.split_once('/'), Some((index, count)) if is_number(index) && is_number(count))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn found(variables: &[(&str, &str)]) -> Option<String> {
        let value = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        leg(&value, Some("python3.12"))
    }

    #[test]
    fn a_leg_has_what_the_service_says_of_it_and_no_shard() {
        let github = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_JOB", "e2e"),
            ("RUNNER_OS", "Linux"),
            ("RUNNER_ARCH", "X64"),
            ("GITHUB_RUN_ID", "12"),
        ];
        assert_eq!(found(&github).as_deref(), Some("e2e/linux/x64/python3.12"));
        let gitlab = |job: &str| {
            let name = [("GITLAB_CI", "true"), ("CI_JOB_NAME", job)];
            found(&name).unwrap_or_default()
        };
        assert_eq!(gitlab("e2e"), "e2e/python3.12");
        assert_eq!(gitlab("e2e 2/4"), gitlab("e2e"));
        assert_eq!(gitlab("e2e: [1/4]"), gitlab("e2e"));
        assert_eq!(gitlab("e2e: [firefox, 1/4]"), "e2e: [firefox]/python3.12");
        assert_eq!(
            gitlab("e2e: [firefox, de]"),
            "e2e: [firefox, de]/python3.12"
        );
    }

    #[test]
    fn a_name_that_is_given_is_the_name_and_outside_of_ci_there_is_none() {
        assert_eq!(found(&[("CI", "true")]), None);
        assert_eq!(found(&[]), None);
        let told = [("BREADCRUMB_VARIANT", "de"), ("GITHUB_ACTIONS", "true")];
        assert_eq!(found(&told).as_deref(), Some("de"));
    }
}
