//! Hashes that are the same on every machine and in every version: FNV-1a. Not for secrets.

/// Hashes texts, each kept apart from the next, to 32 hexadecimal digits: a name for their content.
///
/// ```
/// use breadcrumb_core::hash128;
///
/// assert_eq!(hash128(&["a", "b"]).len(), 32);
/// assert_ne!(hash128(&["a", "b"]), hash128(&["ab", ""]));
/// ```
#[must_use]
pub fn hash128(texts: &[&str]) -> String {
    // No text contains this byte, so it keeps them apart.
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    format!("{:032x}", fnv1a(bytes))
}

/// Hashes bytes as [`hash128`] hashes texts.
#[must_use]
pub fn hash128_bytes(bytes: &[u8]) -> String {
    format!("{:032x}", fnv1a(bytes.iter().copied()))
}

/// Hashes bytes; 128 bits keep all names of a project apart.
pub(crate) fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.into_iter().fold(OFFSET, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}
