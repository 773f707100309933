//! A hash that is the same on every machine and in every version.

/// The parameters of FNV-1a with 128 bits. Not for secrets: it names failures and attempts.
const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Hashes texts, each kept apart from the next, to 32 hexadecimal digits.
///
/// ```
/// use breadcrumb_ingest::hash128;
///
/// assert_eq!(hash128(&["a", "b"]).len(), 32);
/// assert_ne!(hash128(&["a", "b"]), hash128(&["ab", ""]));
/// ```
#[must_use]
pub fn hash128(texts: &[&str]) -> String {
    let mut hash = OFFSET;
    for text in texts {
        // No text contains this byte, so it keeps them apart.
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
    format!("{hash:032x}")
}
