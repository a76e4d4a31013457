use permdock::{Caller, Policy};
use permdock_ui_tests::permissions;

pub struct Report;

fn own(_: &Caller, _: &Report) -> bool {
    true
}

fn main() {
    let _ = Policy::builder(&permissions::PERMISSIONS).role("clerk", |role| {
        role.allow_when(permissions::billing::invoice::submit, "own", own)
    });
}
