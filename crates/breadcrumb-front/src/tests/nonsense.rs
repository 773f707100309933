//! Answers that no front would give.

use std::sync::Arc;
use std::time::Duration;

use breadcrumb_core::Shape;
use proptest::prelude::*;

use super::knowledge::{Knowledge, Verdict};
use super::script::{Script, URL};
use crate::{Answer, Call, Next, Step, Test};

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        Just("null".to_owned()),
        Just("0".to_owned()),
        Just("!".to_owned()),
        Just("\"url\":".to_owned()),
        Just(format!("{{\"url\":\"{URL}\"}}")),
        Just("{\"capture\":1}".to_owned()),
        Just("{\"capture\":1,\"tooLarge\":true}".to_owned()),
        Just("{\"address\":null,\"counts\":[],\"hits\":[]}".to_owned()),
        Just("{\"address\":\"css=:root\",\"scope\":\"é\",\"counts\":[0],\"hits\":[]}".to_owned()),
        Just("{\"address\":\"css=:root\",\"counts\":[0,0,0],\"hits\":[true,true]}".to_owned()),
        Just("strict mode violation".to_owned()),
    ]
}

fn answers() -> impl Strategy<Value = Answer> {
    let url = Just(URL.to_owned());
    let shape = prop_oneof![
        Just(Shape::Bool(false)),
        Just(Shape::Count(1)),
        Just(Shape::Nothing)
    ];
    prop_oneof![
        (shape, url).prop_map(|(shape, url)| Answer::Acted { shape, url }),
        Just(Answer::Stopped { log: Vec::new() }),
        (texts(), any::<bool>())
            .prop_map(|(message, timed_out)| Answer::Failed { message, timed_out }),
        prop_oneof![Just(0), Just(1), any::<u64>()].prop_map(Answer::Count),
        prop::option::of(texts()).prop_map(Answer::Text),
        (texts(), prop::option::of(texts()))
            .prop_map(|(json, payload)| Answer::Value { json, payload }),
        Just(Answer::Image(Vec::new())),
        Just(Answer::Done),
        (texts(), any::<bool>())
            .prop_map(|(message, timed_out)| Answer::Error { message, timed_out }),
        prop::bool::weighted(0.1).prop_map(|is_silent| if is_silent {
            Answer::Silent
        } else {
            Answer::Done
        }),
    ]
}

/// An answer, which of the calls gets it, and how much later; the clock may reach its end.
type Turn = (Answer, usize, Duration);

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let later = prop_oneof![
        9 => (0..3000_u64).prop_map(Duration::from_millis),
        1 => Just(Duration::MAX),
    ];
    prop::collection::vec((answers(), 0..4_usize, later), 0..60)
}

/// Plays the turns; calls that were started on the way take part in them.
fn play(script: &Script, turns: Vec<Turn>) {
    let test = Arc::new(Test::new(Knowledge::new(script), script.settings.clone()));
    let mut calls: Vec<Call> = Vec::new();
    let mut now = Duration::ZERO;
    let begin = |mut call: Call, now| {
        let next = call.start(now);
        (call, next)
    };
    let mut waiting = vec![begin(test.call(script.want.clone()), now)];
    for (answer, which, later) in turns {
        now = now.saturating_add(later);
        while let Some((call, next)) = waiting.pop() {
            let inner = match next {
                Next::Step(Step::Start { call, .. }) => Some(call),
                Next::Step(Step::Act(act)) => act.beside.map(|beside| beside.call),
                _ => None,
            };
            waiting.extend(inner.map(|inner| begin(inner, now)));
            calls.push(call);
        }
        if calls.len() > 6 {
            // Given up on the way.
            calls.swap_remove(which);
        }
        if let Some(mut call) = calls.pop() {
            let next = call.answer(answer, now);
            waiting.push((call, next));
        }
        if which == 3 {
            calls.reverse();
            test.navigated(script.want.frame, now.subsec_millis().is_multiple_of(2));
        }
    }
    test.take_events();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_answers_make_a_call_panic(
        turns in turns(),
        call in prop::sample::select(&["click", "fill", "text_content", "is_visible", "evaluate"]),
        flags in prop::array::uniform5(any::<bool>()),
    ) {
        let mut script = Script::new(call, Duration::from_secs(5));
        let [is_known, is_due, can_stop, has_pictures, waits] = flags;
        (script.is_known, script.is_due, script.want.can_stop) = (is_known, is_due, can_stop);
        (script.settings.shots, script.settings.waits_for_answers) = (has_pictures, waits);
        script.verdict = if can_stop { Verdict::Healed } else { Verdict::Refused };
        play(&script, turns);
    }
}
