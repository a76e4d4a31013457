use proptest::prelude::*;

use super::*;

const CHANNELS: [Channel; 5] = [
    Channel::Text,
    Channel::Html,
    Channel::MailSubject,
    Channel::Slack,
    Channel::Markdown,
];

#[test]
fn a_long_value_shows_in_full() {
    let value = "0123456789".repeat(500);
    assert_eq!(show(Channel::Text, &value), value);
    assert_eq!(show(Channel::Html, &value), value);
    assert_eq!(show(Channel::MailSubject, &value), value);
    assert_eq!(show(Channel::Slack, &value), format!("`{value}`"));
    assert_eq!(show(Channel::Markdown, &value), format!("` {value} `"));
}

#[test]
fn no_terminal_escape_goes_out() {
    assert_eq!(
        visible("\u{1b}[31mred\u{9b}0m\u{7}\u{8}\0\u{7f}"),
        r"\u{1b}[31mred\u{9b}0m\u{7}\u{8}\u{0}\u{7f}"
    );
    let controls = (0..=0x1f).chain(0x7f..=0x9f).filter_map(char::from_u32);
    for c in controls {
        for channel in CHANNELS {
            let shown = show(channel, &format!("a{c}b")).into_owned();
            assert!(!shown.contains(c), "{channel:?} {:x}", u32::from(c));
            assert!(shown.contains('\\'), "{channel:?} {:x}", u32::from(c));
        }
    }
}

#[test]
fn what_hides_or_reorders_is_spelled_out() {
    for (text, shown) in [
        ("100\u{202e}000", r"100\u{202e}000"),
        ("\u{2066}a\u{2069}", r"\u{2066}a\u{2069}"),
        (
            "a\u{200b}b\u{200d}c\u{2060}",
            r"a\u{200b}b\u{200d}c\u{2060}",
        ),
        ("\u{e0041}\u{e0001}", r"\u{e0041}\u{e0001}"),
        ("\u{feff}x", r"\u{feff}x"),
        ("a\u{2028}b\u{2029}", r"a\u{2028}b\u{2029}"),
        ("a\u{fe0f}\u{e0100}", r"a\u{fe0f}\u{e0100}"),
        (
            "\u{3164}\u{115f}\u{ffa0}\u{2800}",
            r"\u{3164}\u{115f}\u{ffa0}\u{2800}",
        ),
        ("a\u{a0}b\u{3000}", r"a\u{a0}b\u{3000}"),
        (
            "\u{ad}\u{34f}\u{61c}\u{180e}",
            r"\u{ad}\u{34f}\u{61c}\u{180e}",
        ),
        ("\u{ffff}\u{1fffe}\u{fdd0}", r"\u{ffff}\u{1fffe}\u{fdd0}"),
    ] {
        assert_eq!(show(Channel::Text, text), shown);
        assert_eq!(show(Channel::Html, text), shown);
        assert_eq!(show(Channel::MailSubject, text), shown);
        assert_eq!(show(Channel::Slack, text), format!("`{shown}`"));
        assert_eq!(show(Channel::Markdown, text), format!("` {shown} `"));
    }
}

#[test]
fn ordinary_text_of_any_script_is_left_alone() {
    for text in [
        "Zoë paid 10 €",
        "日本語",
        "עברית",
        "हिन्दी",
        "🙂",
        "e\u{301}",
        "~ {}|",
    ] {
        assert!(matches!(visible(text), Cow::Borrowed(shown) if shown == text));
    }
}

#[test]
fn markup_does_not_break_out_of_its_span() {
    let value = "x` <https://e|Approve>";
    assert_eq!(show(Channel::Text, value), "x` <https://e|Approve>");
    assert_eq!(
        show(Channel::Html, value),
        "x&#96; &lt;https://e|Approve&gt;"
    );
    assert_eq!(show(Channel::MailSubject, value), "x` <https://e|Approve>");
    assert_eq!(
        show(Channel::Slack, value),
        r"`x\u{60} &lt;https://e|Approve&gt;`"
    );
    assert_eq!(
        show(Channel::Markdown, value),
        "`` x` <https://e|Approve> ``"
    );
    assert_eq!(show(Channel::Markdown, "``a```"), "```` ``a``` ````");
}

#[test]
fn html_comes_out_as_text() {
    assert_eq!(
        html(r#"<img src=x onerror="alert('1')">&amp;"#),
        "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;"
    );
}

#[test]
fn a_subject_is_one_line_and_decodes_to_nothing_else() {
    assert_eq!(
        mail_subject("Pay\r\nBcc: eve@example.com"),
        r"Pay\r\nBcc: eve@example.com"
    );
    assert_eq!(mail_subject("=?utf-8?B?4oCu?="), r"=\u{3f}utf-8?B?4oCu?=");
    assert_eq!(mail_subject("a=b?"), "a=b?");
}

#[test]
fn a_spelled_escape_is_not_the_character() {
    assert_eq!(visible(r"\u{202e}"), r"\\u{202e}");
    assert_eq!(visible("\u{202e}"), r"\u{202e}");
    assert_eq!(visible("\\\u{202e}"), r"\\\u{202e}");
    assert_eq!(visible("\\n\n"), r"\\n\n");
}

#[test]
fn a_cut_says_so_and_cannot_be_imitated() {
    assert_eq!(bounded("", 0), "");
    assert_eq!(bounded("é\u{7}é", 2), r"é\u{7}\… (2 of 3 characters)");
    assert_eq!(
        bounded(r"ab\… (2 of 9 characters)", 99),
        r"ab\\… (2 of 9 characters)"
    );
}

#[test]
fn a_shown_text_is_one_json_line() {
    let text = "a\n\u{2028}\u{85}\"b";
    let line = serde_json::to_string(&visible(text)).unwrap();
    assert_eq!(line, r#""a\\n\\u{2028}\\u{85}\"b""#);
}

/// Reads [`visible`]'s output back.
fn unshow(shown: &str) -> String {
    let mut out = String::new();
    let mut rest = shown;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let (c, tail) = match after.chars().next().unwrap() {
            'n' => ('\n', &after[1..]),
            'r' => ('\r', &after[1..]),
            't' => ('\t', &after[1..]),
            '\\' => ('\\', &after[1..]),
            _ => {
                let (hex, tail) = after[2..].split_once('}').unwrap();
                let code = u32::from_str_radix(hex, 16).unwrap();
                (char::from_u32(code).unwrap(), tail)
            }
        };
        out.push(c);
        rest = tail;
    }
    out + rest
}

/// Texts in which what matters here is frequent.
fn texts() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        '\\',
        'u',
        '{',
        '}',
        'n',
        '2',
        '0',
        'e',
        '`',
        '<',
        '&',
        '=',
        '?',
        '\n',
        '\r',
        '\t',
        '\u{1b}',
        '\u{202e}',
        '\u{e0041}',
        '\u{200b}',
        '…',
    ]);
    let chars = prop_oneof![3 => odd, 1 => any::<char>()];
    prop::collection::vec(chars, 0..40).prop_map(|chars| chars.into_iter().collect())
}

proptest! {
    #[test]
    fn nothing_hidden_goes_out_on_any_channel(text in texts()) {
        for channel in CHANNELS {
            prop_assert!(!show(channel, &text).contains(is_hidden));
        }
        prop_assert!(!bounded(&text, 7).contains(is_hidden));
    }

    #[test]
    fn two_texts_never_show_alike(text in texts()) {
        prop_assert_eq!(unshow(&visible(&text)), text);
    }

    #[test]
    fn html_has_no_markup(text in texts()) {
        prop_assert!(!html(&text).contains(['<', '>', '"', '\'', '`']));
    }
}
