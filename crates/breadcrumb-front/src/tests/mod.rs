//! The flow on a scripted page, by a virtual clock.

mod acting;
mod driver;
mod frames;
mod knowledge;
mod log;
mod nonsense;
mod properties;
mod row;
mod script;
mod timing;
mod world;
