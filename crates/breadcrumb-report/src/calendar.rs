//! Days of the calendar in UTC, without a clock.

/// The seconds of a day.
pub const DAY_SECONDS: f64 = 86_400.0;

/// Days from 0000-03-01 to 1970-01-01 in the calendar that was always as it is now.
const EPOCH_SHIFT: i64 = 719_468;
/// The days of 400 years, after which the calendar repeats.
const ERA_DAYS: i64 = 146_097;

/// Returns the number of the day that a time is on, counted from 1970-01-01.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast of a float saturates, and a day that far off is shown as it is"
)]
pub fn day_number(time: f64) -> i64 {
    (time / DAY_SECONDS).floor() as i64
}

/// Writes a day as `2026-11-01`.
///
/// ```
/// assert_eq!(breadcrumb_report::calendar::date(0), "1970-01-01");
/// assert_eq!(breadcrumb_report::calendar::date(20_758), "2026-11-01");
/// ```
#[must_use]
pub fn date(day: i64) -> String {
    // Years begin in March here, so that the day that comes and goes is the last of a year.
    let shifted = day.saturating_add(EPOCH_SHIFT);
    let era = shifted.div_euclid(ERA_DAYS);
    let day_of_era = shifted.rem_euclid(ERA_DAYS);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

/// Writes a time as `2026-11-01 09:30 UTC`.
#[must_use]
pub fn date_time(time: f64) -> String {
    let day = day_number(time);
    let minutes = ((time - day as f64 * DAY_SECONDS) / 60.0).floor();
    let (hour, minute) = ((minutes / 60.0).floor(), minutes % 60.0);
    format!("{} {hour:02.0}:{minute:02.0} UTC", date(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_days_and_ends_of_years_are_where_they_belong() {
        for (day, written) in [
            (-1, "1969-12-31"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_782, "2024-02-29"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(day), written, "{day}");
        }
    }

    #[test]
    fn a_time_has_its_minute() {
        assert_eq!(date_time(1_793_525_459.9), "2026-11-01 09:30 UTC");
        assert_eq!(date_time(-1.0), "1969-12-31 23:59 UTC");
    }
}
