//! What holds in any world.

use std::slice;
use std::time::Duration;

use proptest::prelude::*;

use super::driver::Driver;
use super::knowledge::{Note, Verdict};
use super::log::{End, Made};
use super::script::{Script, Span};
use super::world::Whose;
use crate::patience::{ANSWER, FOREVER, LAST_CALL, LAST_LOOK, PROBE};
use crate::{Mode, Outcome};

const CALLS: &[&str] = &[
    "click",
    "press",
    "evaluate",
    "fill",
    "check",
    "text_content",
    "expect to_have_text",
    "is_visible",
    "is_hidden",
    "count",
    "query_selector",
];
/// What a page that is well may take for all of its answers.
const ANSWERS: Duration = Duration::from_millis(500);

fn times(from: u64, until: u64) -> impl Strategy<Value = Duration> {
    (from..until).prop_map(Duration::from_millis)
}

fn spans() -> impl Strategy<Value = Span> {
    prop_oneof![
        3 => Just(Span::ALWAYS),
        1 => times(0, 9000).prop_map(|from| Span(from, Duration::MAX)),
        2 => (times(0, 5000), times(1, 5000)).prop_map(|(from, long)| Span(from, from + long)),
    ]
}

fn timeouts() -> impl Strategy<Value = Duration> {
    prop_oneof![4 => times(1, 12_000), 1 => Just(FOREVER)]
}

fn verdicts() -> impl Strategy<Value = Verdict> {
    prop_oneof![
        4 => Just(Verdict::Healed),
        1 => Just(Verdict::Refused),
        1 => Just(Verdict::Gone),
        1 => Just(Verdict::Trouble),
    ]
}

/// Calls with their times, and what is known.
fn wants() -> impl Strategy<Value = Script> {
    let patience = prop_oneof![Just(0), Just(300), Just(2000), Just(20_000)];
    let modes = prop_oneof![5 => Just(Mode::Heal), 1 => Just(Mode::Suggest), 1 => Just(Mode::Off)];
    let call = prop::sample::select(CALLS);
    let flags = prop::array::uniform4(any::<bool>());
    (
        call,
        timeouts(),
        patience,
        modes,
        verdicts(),
        flags,
        prop::bool::weighted(0.8),
    )
        .prop_map(
            |(call, timeout, patience, mode, verdict, [due, stop, waits, strict], is_known)| {
                let mut script = Script::new(call, timeout);
                script.settings.heal_after = Duration::from_millis(patience);
                script.settings.mode = mode;
                script.settings.waits_for_answers = waits;
                script.want.can_stop = stop;
                script.want.is_strict &= strict;
                (script.is_due, script.is_known, script.verdict) = (due, is_known, verdict);
                script
            },
        )
}

/// Pages that answer soon.
fn well() -> impl Strategy<Value = Script> {
    let own = prop::collection::vec(spans(), 0..3);
    let ready = prop_oneof![3 => Just(Duration::ZERO), 1 => times(0, 9000), 1 => Just(FOREVER)];
    let restless = prop_oneof![3 => Just(Duration::ZERO), 1 => times(0, 9000), 1 => Just(FOREVER)];
    let flags = prop::array::uniform8(prop::bool::weighted(0.2));
    let page = (own, 1..3_u64, ready, restless, spans(), flags);
    (wants(), page, times(1, 20), times(1, 3000)).prop_map(|(mut script, page, latency, takes)| {
        let (own, count, ready, restless, other, flags) = page;
        let [
            unsure,
            no_engine,
            large,
            no_timers,
            removes,
            leads,
            fails,
            blocked,
        ] = flags;
        (script.own, script.own_count, script.own_ready) = (own, count, ready);
        (script.restless_until, script.other) = (restless, other);
        (script.latency, script.takes) = (latency, takes);
        script.is_engine_known = !unsure && !no_engine;
        script.has_engine = !no_engine;
        script.is_too_large = large;
        script.has_timers = !no_timers;
        (script.removes, script.navigates) = (removes, leads);
        script.error = fails.then_some("the element is broken");
        script.is_other_ready = !blocked;
        script
    })
}

/// Pages that answer late, not for a while, or never.
fn worlds() -> impl Strategy<Value = Script> {
    let silent = prop_oneof![
        2 => Just(Span::NEVER),
        1 => times(0, 9000).prop_map(|from| Span(from, Duration::MAX)),
        1 => (times(0, 5000), times(1, 9000)).prop_map(|(from, long)| Span(from, from + long)),
    ];
    let latency = prop_oneof![2 => times(1, 20), 1 => times(20, 6000)];
    let flags = prop::array::uniform2(prop::bool::weighted(0.2));
    (well(), silent, latency, times(1, 3000), flags).prop_map(
        |(mut script, silent, latency, crop, [mute, pictures])| {
            (script.silent, script.latency, script.crop) = (silent, latency, crop);
            (script.is_mute, script.settings.shots) = (mute, pictures);
            script
        },
    )
}

fn run(script: &Script) -> (Driver, Option<End>) {
    let mut driver = Driver::new(script);
    let end = driver.run(slice::from_ref(&script.want)).remove(0);
    driver.finish();
    (driver, end)
}

fn count(driver: &Driver, note: Note) -> usize {
    driver.notes().iter().filter(|one| **one == note).count()
}

fn done(made: &[Made], on: Whose) -> usize {
    let is_done = |one: &&Made| one.has_succeeded && one.on == on;
    made.iter().filter(is_done).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_action_is_done_once_unless_it_is_repeatable(script in worlds()) {
        let (driver, _) = run(&script);
        let kind = script.want.kind;
        if !kind.is_read && !kind.is_repeatable && kind.there.is_none() {
            let all = done(&driver.made, Whose::Own) + done(&driver.made, Whose::Other);
            prop_assert!(all <= 1, "{:?}", driver.made);
        }
    }

    #[test]
    fn an_action_that_is_not_repeatable_gets_all_of_its_time(script in worlds()) {
        let (driver, _) = run(&script);
        let kind = script.want.kind;
        if !kind.is_read && !kind.is_repeatable && kind.there.is_none() {
            let end = |one: &Made| one.at.saturating_add(one.timeout);
            let is_short = driver.made.iter().any(|one| end(one) < script.want.timeout);
            prop_assert!(!is_short, "{:?}", driver.made);
        }
    }

    #[test]
    fn only_a_healed_verdict_acts_on_another_element(script in worlds()) {
        let (driver, _) = run(&script);
        let is_healed = script.is_known
            && script.verdict == Verdict::Healed
            && script.settings.mode == Mode::Heal;
        let is_other = driver.made.iter().any(|one| one.on == Whose::Other);
        prop_assert!(is_healed || !is_other, "{:?}", driver.made);
    }

    #[test]
    fn the_own_locator_wins_if_it_appears_before_the_action(script in worlds()) {
        let (driver, _) = run(&script);
        let mut others = driver.made.iter().filter(|one| one.on == Whose::Other);
        // A picture is taken between the last question and the action.
        let is_wrong = others.any(|one| one.own_is_there);
        prop_assert!(!is_wrong || script.settings.shots, "{:?}", driver.made);
    }

    #[test]
    fn a_call_ends_in_its_timeout_and_the_last_call(script in well()) {
        let (_, end) = run(&script);
        // A page without timers shows that only by its silence.
        if script.want.timeout < FOREVER && script.has_timers {
            let last = script.want.timeout + LAST_CALL + ANSWERS;
            let end = end.expect("it has a timeout");
            let waited = if script.settings.waits_for_answers { ANSWER } else { Duration::ZERO };
            prop_assert!(end.at <= last + waited, "{:?}", end);
        }
    }

    #[test]
    fn looks_at_a_page_that_does_not_answer_have_an_end(mut script in worlds()) {
        script.settings.waits_for_answers = false;
        script.settings.shots = false;
        let (_, end) = run(&script);
        let is_check = script.want.kind.there.is_some();
        if script.want.timeout < FOREVER && !is_check {
            let last = script.want.timeout + LAST_LOOK * 2 + LAST_CALL + PROBE * 4;
            let end = end.expect("it has a timeout");
            prop_assert!(end.at <= last, "{:?}", end);
        }
    }

    #[test]
    fn nothing_is_confirmed_unless_the_action_has_succeeded(script in worlds()) {
        let (driver, end) = run(&script);
        let healed = done(&driver.made, Whose::Other);
        let confirmed = count(&driver, Note::Confirmed);
        prop_assert!(confirmed <= healed);
        let is_healed = end.is_some_and(|end| {
            end.of.on == Whose::Other && matches!(end.outcome, Outcome::Return(_))
        });
        // Who has left the test alone meanwhile notes nothing.
        let is_off = driver.test.why_off().is_some();
        prop_assert_eq!(confirmed == 1, is_healed && !is_off);
    }

    #[test]
    fn nothing_is_learned_unless_a_call_has_succeeded(script in worlds()) {
        let (driver, _) = run(&script);
        let learned = count(&driver, Note::Learned);
        prop_assert!(learned == 0 || done(&driver.made, Whose::Own) > 0);
    }

    #[test]
    fn two_calls_in_turns_confirm_one_heal_once(script in worlds()) {
        let mut driver = Driver::new(&script);
        driver.run(&vec![script.want; 2]);
        driver.finish();
        prop_assert!(count(&driver, Note::Confirmed) <= 1);
        let healed = done(&driver.made, Whose::Other);
        prop_assert!(count(&driver, Note::Placed) <= healed.saturating_sub(1));
    }

    #[test]
    fn nothing_is_asked_after_breadcrumb_has_given_up(script in worlds()) {
        let (driver, _) = run(&script);
        let asked = driver.sent.iter().find(|one| one.is_off);
        prop_assert!(asked.is_none(), "{:?}", asked);
    }

    #[test]
    fn a_call_on_an_element_that_is_there_is_made_once(mut script in well()) {
        script.own = vec![Span::ALWAYS];
        (script.own_count, script.own_ready, script.error) = (1, Duration::ZERO, None);
        script.takes = Duration::from_millis(5);
        let (driver, end) = run(&script);
        let is_patient = script.settings.heal_after > Duration::from_millis(5);
        if is_patient && script.want.timeout > Duration::from_millis(600) {
            prop_assert_eq!(driver.made.len(), 1);
            prop_assert!(matches!(end.unwrap().outcome, Outcome::Return(0)));
        }
    }
}
