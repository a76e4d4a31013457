//! macros
use proc_macro::TokenStream;
/// stub
#[proc_macro]
pub fn define_operations(input: TokenStream) -> TokenStream {
    input
}
/// stub
#[proc_macro]
pub fn define_permissions(input: TokenStream) -> TokenStream {
    input
}
