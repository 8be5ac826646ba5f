//! Finds the names that a misspelled one may stand for.

use strsim::damerau_levenshtein;

/// Returns names that differ from another one in few letters.
pub(crate) fn near<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let limit = name.chars().count() / 4;
    let lower = name.to_ascii_lowercase();
    names
        .filter(|other| distance(&lower, other) <= limit)
        .collect()
}

fn distance(lower: &str, other: &str) -> usize {
    damerau_levenshtein(lower, &other.to_ascii_lowercase())
}

/// Returns up to three names that a misspelled one may stand for, the nearest first: few letters
/// are different, or one name contains the other.
pub(crate) fn similar<'n>(misspelled: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    // A longer text is not a name, and comparing it takes long.
    if misspelled.len() > 40 {
        return Vec::new();
    }
    let misspelled = misspelled.to_ascii_lowercase();
    let length = misspelled.chars().count();
    let is_part = |name: &str| length >= 3 && name.contains(&misspelled);
    let mut similar: Vec<_> = names
        .filter(|name| {
            distance(&misspelled, name) <= 1 + length / 4
                || is_part(name)
                || misspelled.contains(*name)
        })
        .collect();
    similar.sort_by_key(|name| distance(&misspelled, name));
    similar.truncate(3);
    similar
}
