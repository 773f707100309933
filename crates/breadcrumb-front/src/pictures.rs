//! Pictures of elements: a small crop of what is on the screen, taken without touching the page.
//!
//! A picture is never worth a failing test: where none can be taken, there is none.

use serde_json::json;

use crate::engine::Engine;
use crate::patience::PICTURE;
use crate::step::{Answer, Question};
use crate::turn::Turn;

/// What a picture shows at most, in CSS pixels: enough for a person to know the element again.
const MAX_WIDTH: u32 = 320;
const MAX_HEIGHT: u32 = 200;
/// A little of what is around, so that edges and shadows are on it.
const MARGIN: u32 = 6;

impl<E: Engine> Turn<E> {
    /// Takes a picture of what a selector finds; none where that is not asked for.
    pub(crate) async fn picture(&self, selector: &str) -> Option<Vec<u8>> {
        if !self.test.settings.shots {
            return None;
        }
        let request = json!({
            "op": "place", "redact": self.test.settings.redact,
            "margin": MARGIN, "width": MAX_WIDTH, "height": MAX_HEIGHT,
        });
        let clip = match self.all(selector.to_owned(), request.to_string()).await? {
            Answer::Value { json, .. } if json != "null" => json,
            _ => return None,
        };
        let timeout = PICTURE;
        match self
            .answer_of(Question::Crop { clip, timeout }, timeout)
            .await
        {
            Answer::Image(image) => Some(image),
            _ => None,
        }
    }

    /// Keeps a picture of the element; one that was not on the screen before the call may be now.
    pub(crate) async fn keep_picture(&self, image: Option<Vec<u8>>, url: &str) {
        let taken = match image {
            None if url == self.want.url => self.picture(&self.want.selector).await,
            image => image,
        };
        if let Some(image) = taken {
            self.test.engine.add_picture(self.want.place(), image);
        }
    }
}
