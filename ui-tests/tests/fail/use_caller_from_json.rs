use permdock::Caller;

fn main() {
    let _: Result<Caller, _> = serde_json::from_str("{}");
}
