use permdock::Policy;
use permdock_ui_tests::permissions;

fn main() {
    let _ = Policy::builder(&permissions::PERMISSIONS).role("analyst", |role| {
        role.allow_when(permissions::report::run, "own", |_, _| true)
    });
}
