use permdock::Policy;
use permdock_ui_tests::permissions;

fn main() {
    let _ = Policy::builder(&permissions::PERMISSIONS)
        .role("clerk", |role| role.allow(permissions::billing::invoice));
}
