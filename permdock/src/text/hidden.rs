//! Which characters hide, move or imitate others.
//!
//! Unicode's `Default_Ignorable_Code_Point` with its reserved ranges, the categories `Cc`, `Zl`, `Zp`
//! and `Zs`, the formatting characters of `Cf` that have no shape, noncharacters, and a few letters
//! that are drawn as nothing. Ranges rather than a Unicode crate: the list must not grow smaller with
//! a dependency, and a code point that is assigned later is drawn as a box until then.

/// Whether the character is shown by an escape rather than by itself.
pub(super) fn is_hidden(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false;
    }
    let noncharacter = u32::from(c) & 0xfffe == 0xfffe;
    noncharacter || is_control(c) || is_blank(c) || is_format(c) || is_shapeless(c)
}

/// C0, DEL and C1: what terminals obey.
fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}')
}

/// Blanks that pass for U+0020 or take no room, and the two separators that break a line.
fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{2800}'
                | '\u{3000}'
    )
}

/// Bidirectional controls, joiners, invisible operators, annotations, tags, and the ranges that
/// Unicode keeps for more of them.
fn is_format(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{70f}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Letters and marks that are drawn as nothing, or only change how their neighbour is drawn.
fn is_shapeless(c: char) -> bool {
    matches!(
        c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{16fe4}' | '\u{1d159}'
    )
}
