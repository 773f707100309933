//! Times as reports write them.

/// Reads a time of ISO 8601 as seconds since 1970; without a zone it is taken as UTC.
///
/// ```
/// use breadcrumb_ingest::parse_time;
///
/// assert_eq!(parse_time("1970-01-02T00:00:01.5"), Some(86_401.5));
/// assert_eq!(parse_time("1970-01-01T02:00:00+02:00"), Some(0.0));
/// assert_eq!(parse_time("yesterday"), None);
/// ```
#[must_use]
pub fn parse_time(text: &str) -> Option<f64> {
    let text = text.trim();
    let (date, rest) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let mut date = date.split('-').map(str::parse::<i64>);
    let (year, month, day) = (date.next()?.ok()?, date.next()?.ok()?, date.next()?.ok()?);
    let is_date =
        (1900..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !is_date || date.next().is_some() {
        return None;
    }
    let (clock, zone) = split_zone(rest)?;
    let mut clock = clock.split(':');
    let hours: f64 = clock.next()?.parse().ok()?;
    let minutes: f64 = clock.next()?.parse().ok()?;
    let seconds: f64 = clock.next().unwrap_or("0").replace(',', ".").parse().ok()?;
    let time =
        days(year, month, day) as f64 * 86_400.0 + hours * 3_600.0 + minutes * 60.0 + seconds;
    Some(time - zone).filter(|time| time.is_finite())
}

/// Splits off the zone, as seconds ahead of UTC.
fn split_zone(text: &str) -> Option<(&str, f64)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock, 0.0));
    }
    let Some(at) = text.rfind(['+', '-']) else {
        return Some((text, 0.0));
    };
    let (clock, zone) = text.split_at_checked(at)?;
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = if minutes.is_empty() { "0" } else { minutes };
    let ahead = hours.parse::<f64>().ok()? * 3_600.0 + minutes.parse::<f64>().ok()? * 60.0;
    Some((clock, if zone.starts_with('-') { -ahead } else { ahead }))
}

/// Returns the days since 1970, by the rule of the civil calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is the last of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_the_tools_are_read() {
        for (text, expected) in [
            ("2024-02-29T12:00:00", 1_709_208_000.0),
            ("2024-02-29T12:00:00.250Z", 1_709_208_000.25),
            ("2024-02-29T12:00:00+00:00", 1_709_208_000.0),
            ("2024-02-29T14:30:00+0230", 1_709_208_000.0),
            ("2024-02-29T07:00:00-05", 1_709_208_000.0),
            ("2024-02-29 12:00:00,250", 1_709_208_000.25),
            ("2000-01-01", 946_684_800.0),
        ] {
            assert_eq!(parse_time(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "T",
            "2024-13-01T00:00:00",
            "2024-01-01Tx",
            "99999999-1-1",
            "-",
            "é-é-éTé+é",
        ] {
            assert_eq!(parse_time(text), None, "{text}");
        }
    }
}
