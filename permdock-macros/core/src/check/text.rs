//! Rules on text that people will read.

/// What is wrong with a title, if anything is.
pub(super) fn title_fault(title: &str) -> Option<String> {
    if title.trim().is_empty() {
        return Some("a title has 1 to 200 characters: leave `title` out to have none".to_owned());
    }
    let length = title.chars().count();
    if length > 200 {
        return Some(format!(
            "a title has 1 to 200 characters, this one has {length}"
        ));
    }
    title.chars().find_map(|letter| {
        let what = unseen(letter)?;
        let code = u32::from(letter);
        Some(format!(
            "a title has no {what} characters: remove U+{code:04X}"
        ))
    })
}

/// What kind of character it is that people would not see, or that would mislead them.
fn unseen(letter: char) -> Option<&'static str> {
    match letter {
        _ if letter.is_control() => Some("control"),
        '\u{2028}' | '\u{2029}' => Some("line-breaking"),
        '\u{061C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => Some("bidi-override"),
        '\u{00AD}'
        | '\u{034F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FEFF}'
        | '\u{FFA0}' => Some("zero-width"),
        '\u{E0000}'..='\u{E007F}' => Some("tag"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::title_fault;

    #[test]
    fn a_title_is_short_and_visible() {
        assert_eq!(title_fault("Send invoice"), None);
        assert_eq!(title_fault(&"é".repeat(200)), None);
        for bad in [
            "",
            "  ",
            "a\nb",
            "a\u{7f}",
            "a\u{202E}b",
            "a\u{200B}b",
            "\u{E0041}",
            "a\u{2028}b",
        ] {
            assert!(title_fault(bad).is_some(), "{bad:?}");
        }
        assert!(title_fault(&"a".repeat(201)).is_some());
    }
}
