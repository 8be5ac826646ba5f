//! The table of lenient reading in the book.

use setwise_formats::Notice;

#[test]
fn the_book_has_a_row_for_each_notice_and_no_other() {
    let page = include_str!("../../../../docs/book/src/lenient.md");
    let (_, counted) = page
        .split_once("\n## Counted as a lenient reading\n")
        .unwrap();
    let (lenient, rest) = counted.split_once("\n## Counted as a loss\n").unwrap();
    let lost = rest.split("\n## ").next().unwrap();
    for (part, is_lenient) in [(lenient, true), (lost, false)] {
        let rows = part.lines().filter_map(|line| line.strip_prefix("| "));
        let found: Vec<_> = rows.filter_map(|row| row.split(" | ").next()).collect();
        let notices = Notice::ALL.into_iter();
        let expected: Vec<_> = notices
            .filter(|notice| notice.is_lenient() == is_lenient)
            .map(|notice| format!("{notice} (`{}`)", notice.name()))
            .collect();
        assert_eq!(found[1..], expected);
    }
}
