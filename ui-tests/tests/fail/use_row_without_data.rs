use permdock::Call;
use permdock_ui_tests::operations;

fn main() {}

pub fn handle(call: Call<operations::runReport>) {
    let _ = call.row();
}
