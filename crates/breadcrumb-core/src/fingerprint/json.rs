//! The JSON form of a fingerprint.
//!
//! Reading follows the Python package: attributes come as an object or as a list of pairs, a
//! missing or `null` field has its default, a box that is no object is no box. What has the wrong
//! type otherwise is an error that names the field. Writing puts the package's fields first, in
//! its order.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::{BoundingBox, ElementFingerprint, FingerprintBuilder};
use crate::error::{Error, ErrorKind};
use crate::json_text::tolerate;

pub(super) fn from_str(json: &str) -> Result<ElementFingerprint, Error> {
    serde_json::from_str(&tolerate(json))
        .map_err(|source| Error::json(ErrorKind::InvalidFingerprint, "invalid fingerprint", source))
}

pub(super) fn to_string(fingerprint: &ElementFingerprint) -> String {
    serde_json::to_string(fingerprint).expect("invariant: all keys are strings")
}

impl Serialize for ElementFingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tag", &self.tag)?;
        map.serialize_entry("text", &self.text)?;
        map.serialize_entry("attributes", &self.attributes)?;
        map.serialize_entry("dom_path", &self.dom_path)?;
        map.serialize_entry("siblings", &self.siblings)?;
        map.serialize_entry("locator", &self.locator)?;
        map.serialize_entry("test_id", &self.test_id)?;
        map.serialize_entry("bbox", &self.bbox)?;
        self.serialize_context(&mut map)?;
        for (name, value) in &self.other {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl ElementFingerprint {
    fn serialize_context<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let context = &self.context;
        let texts = [
            ("role", &context.role),
            ("name", &context.name),
            ("label", &context.label),
            ("heading", &context.heading),
            ("neighbor_text", &context.neighbor_text),
            ("nearby_text", &context.nearby_text),
            ("own_text", &context.own_text),
            ("input_type", &context.input_type),
            ("autocomplete", &context.autocomplete),
            ("form", &context.form),
            ("text_before", &context.text_before),
            ("text_after", &context.text_after),
            ("landmark", &context.landmark),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            map.serialize_entry(name, text)?;
        }
        if let Some(visible) = context.visible {
            map.serialize_entry("visible", &visible)?;
        }
        for (name, list) in [
            ("frames", &context.frames),
            ("shadow_hosts", &context.shadow_hosts),
            ("marks", &context.marks),
        ] {
            if !list.is_empty() {
                map.serialize_entry(name, list)?;
            }
        }
        if let Some(nth) = context.nth {
            map.serialize_entry("nth", &nth)?;
        }
        if let Some(places) = &context.places {
            map.serialize_entry("places", places)?;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for ElementFingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FingerprintVisitor)
    }
}

struct FingerprintVisitor;

impl<'de> Visitor<'de> for FingerprintVisitor {
    type Value = ElementFingerprint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fingerprint object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut builder = FingerprintBuilder::new("");
        while let Some(field) = map.next_key::<String>()? {
            builder
                .read_field(&field, &mut map)
                .map_err(|e| A::Error::custom(format_args!("field `{field}`: {e}")))?;
        }
        Ok(builder.build())
    }
}

impl FingerprintBuilder {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        field: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let fp = &mut self.fingerprint;
        match field {
            "tag" => fp.tag = crate::normalize_tag(&or_default::<String, _>(map)?),
            "text" => fp.text = crate::normalize_text(&or_default::<String, _>(map)?),
            "attributes" => fp.attributes = map.next_value::<AttributeSet>()?.0,
            "dom_path" => fp.dom_path = or_default(map)?,
            "siblings" => fp.siblings = or_default(map)?,
            "locator" => fp.locator = or_default(map)?,
            "test_id" => fp.test_id = or_default(map)?,
            "bbox" => fp.bbox = map.next_value::<LenientBox>()?.0,
            "role" => fp.context.role = or_default(map)?,
            "name" => fp.context.name = or_default(map)?,
            "label" => fp.context.label = or_default(map)?,
            "heading" => fp.context.heading = or_default(map)?,
            "neighbor_text" => fp.context.neighbor_text = or_default(map)?,
            "nearby_text" => fp.context.nearby_text = or_default(map)?,
            "own_text" => fp.context.own_text = or_default(map)?,
            "input_type" => fp.context.input_type = or_default(map)?,
            "autocomplete" => fp.context.autocomplete = or_default(map)?,
            "form" => fp.context.form = or_default(map)?,
            "visible" => fp.context.visible = map.next_value()?,
            "frames" => fp.context.frames = or_default(map)?,
            "shadow_hosts" => fp.context.shadow_hosts = or_default(map)?,
            "nth" => fp.context.nth = map.next_value()?,
            "text_before" => fp.context.text_before = or_default(map)?,
            "text_after" => fp.context.text_after = or_default(map)?,
            "landmark" => fp.context.landmark = or_default(map)?,
            "places" => fp.context.places = map.next_value()?,
            "marks" => fp.context.marks = or_default(map)?,
            _ => {
                fp.other.insert(field.to_owned(), map.next_value()?);
            }
        }
        Ok(())
    }
}

fn or_default<'de, T, A>(map: &mut A) -> Result<T, A::Error>
where
    T: Deserialize<'de> + Default,
    A: MapAccess<'de>,
{
    Ok(map.next_value::<Option<T>>()?.unwrap_or_default())
}

/// Attributes in either of the two forms; `null` is an empty set.
struct AttributeSet(Vec<(String, String)>);

impl<'de> Deserialize<'de> for AttributeSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AttributeSetVisitor).map(Self)
    }
}

struct AttributeSetVisitor;

impl<'de> Visitor<'de> for AttributeSetVisitor {
    type Value = Vec<(String, String)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of [name, value] pairs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = seq.next_element::<(String, AttributeValue)>()? {
            pairs.push((name, value.0));
        }
        Ok(pairs)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, AttributeValue>()? {
            pairs.push((name, value.0));
        }
        Ok(pairs)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }
}

/// An attribute's value; a number or a boolean becomes its text, `null` becomes empty.
struct AttributeValue(String);

impl<'de> Deserialize<'de> for AttributeValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AttributeValueVisitor)
    }
}

struct AttributeValueVisitor;

impl Visitor<'_> for AttributeValueVisitor {
    type Value = AttributeValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an attribute's value")
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(AttributeValue(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Self::Value, E> {
        Ok(AttributeValue(value))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(AttributeValue(String::new()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(AttributeValue(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(AttributeValue(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(AttributeValue(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(AttributeValue(value.to_string()))
    }
}

/// A box; a missing number is 0, and one that is no number makes it no box.
struct LenientBox(Option<BoundingBox>);

impl<'de> Deserialize<'de> for LenientBox {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Value::Object(fields) = Value::deserialize(deserializer)? else {
            return Ok(Self(None));
        };
        let number = |name| fields.get(name).map_or(Some(0.0), Value::as_f64);
        let read = || {
            BoundingBox::new(
                number("x")?,
                number("y")?,
                number("width")?,
                number("height")?,
            )
        };
        Ok(Self(read()))
    }
}
