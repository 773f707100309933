//! Reports from real stores.
