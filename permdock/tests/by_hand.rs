//! The expansion by hand.
#![deny(warnings, missing_docs, unused, clippy::pedantic)]
#![forbid(unsafe_code)]
use serde::{Deserialize, Serialize};
/// I
#[derive(Clone)]
pub struct Invoice {
    /// i
    pub id: String,
}
/// I
#[derive(Serialize, Deserialize)]
pub struct InvoiceId {
    /// i
    pub id: String,
}
/// A
pub struct App {
    /// i
    pub invoices: Vec<Invoice>,
}

/// Everything
pub mod permissions {
    /// Every permission leaf of this tree, in the order of declaration.
    pub static PERMISSIONS: ::permdock::PermissionSet =
        ::permdock::PermissionSet::__new(&[::permdock::Permission::__new(
            0,
            "billing.invoice.read",
            "billing.invoice",
            "read",
            true,
            ::core::option::Option::None,
        )]);
    const LEAVES: &[::permdock::Permission] = &[];
    const _: &[::permdock::Permission] = LEAVES;
    /// The permissions under `billing`.
    pub mod billing {
        /// The permissions under `billing.invoice`.
        pub mod invoice {
            #[doc(hidden)]
            pub struct __Row;
            /// The permission `billing.invoice.read`.
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy)]
            pub struct read;
            #[automatically_derived]
            impl ::permdock::Leaf for read {
                type Row = <__Row as ::permdock::__private::Resource>::Row;
                const PERMISSION: &'static ::permdock::Permission =
                    super::super::PERMISSIONS.__at(0);
            }
            #[automatically_derived]
            impl ::permdock::RowLeaf for read {}
        }
    }
}
#[automatically_derived]
impl ::permdock::__private::Resource for permissions::billing::invoice::__Row {
    type Row = Invoice;
}

/// ops
pub mod operations {
    #[doc(hidden)]
    pub struct __Table;
    /// send
    #[allow(non_camel_case_types, dead_code)]
    #[derive(Clone, Copy)]
    pub struct sendInvoice;
    /// list
    #[allow(non_camel_case_types, dead_code)]
    #[derive(Clone, Copy)]
    pub struct listInvoices;
    /// Every operation.
    pub static OPERATIONS: ::permdock::OperationMap<<__Table as ::permdock::Table>::App> =
        ::permdock::OperationMap::__new::<__Table>(&SLOTS);
    const COUNT: usize = <__Table as ::permdock::Table>::ENTRIES.len();
    static SLOTS: [::permdock::__private::Slot; ::permdock::__private::capacity(COUNT)] =
        ::permdock::__private::build(&::permdock::__private::names::<__Table, COUNT>());
}
const _: () = {
    use permissions as __tree;
    #[automatically_derived]
    impl ::permdock::Table for operations::__Table {
        type App = App;
        const PERMISSIONS: &'static ::permdock::PermissionSet = &__tree::PERMISSIONS;
        const ENTRIES: &'static [&'static ::permdock::Operation<Self::App>] = &[
            <operations::sendInvoice as ::permdock::Handle>::OPERATION,
            <operations::listInvoices as ::permdock::Handle>::OPERATION,
        ];
    }
    #[automatically_derived]
    impl ::permdock::Handle for operations::sendInvoice {
        type Table = operations::__Table;
        type Permission = __tree::billing::invoice::read;
        type Input = InvoiceId;
        const OPERATION: &'static ::permdock::Operation<::permdock::AppOf<Self>> =
            &::permdock::Operation::__new::<Self>(
                "sendInvoice",
                ::core::option::Option::None,
                ::permdock::Meta::__new(
                    ::core::option::Option::Some(::permdock::Risk::High),
                    &[::permdock::Effect::Send],
                    ::core::option::Option::None,
                ),
            )
            .__data::<Self>();
        fn __load<'a>(
            __app: &'a ::permdock::AppOf<Self>,
            __input: &'a Self::Input,
        ) -> ::permdock::__private::Loading<'a, ::permdock::RowOf<Self>> {
            let app: &App = __app;
            let input = __input;
            ::permdock::__private::an_async_loader_must_be_send::<Self, _>(async move {
                ::core::result::Result::<_, ::std::io::Error>::Ok(
                    app.invoices.iter().find(|i| i.id == input.id).cloned(),
                )
            })
        }
        fn __schema() -> ::core::option::Option<::permdock::Schema> {
            use ::permdock::__private::NoSchema as _;
            ::permdock::__private::Probe::<Self::Input>::NEW.schema()
        }
    }
    #[automatically_derived]
    impl ::permdock::WithData for operations::sendInvoice {}
    #[automatically_derived]
    impl ::permdock::Handle for operations::listInvoices {
        type Table = operations::__Table;
        type Permission = __tree::billing::invoice::read;
        type Input = ::permdock::NoInput;
        const OPERATION: &'static ::permdock::Operation<::permdock::AppOf<Self>> =
            &::permdock::Operation::__new::<Self>(
                "listInvoices",
                ::core::option::Option::None,
                ::permdock::Meta::__new(
                    ::core::option::Option::None,
                    &[],
                    ::core::option::Option::None,
                ),
            )
            .__results::<Self>();
        fn __load<'a>(
            __app: &'a ::permdock::AppOf<Self>,
            __input: &'a Self::Input,
        ) -> ::permdock::__private::Loading<'a, ::permdock::RowOf<Self>> {
            ::permdock::__private::loaded::<Self, _>((move || __app.invoices.first().cloned())())
        }
    }
    #[automatically_derived]
    impl ::permdock::WithResults for operations::listInvoices {
        type Results = __tree::billing::invoice::read;
    }
};

#[test]
fn works() {
    assert_eq!(
        operations::OPERATIONS
            .get("sendInvoice")
            .unwrap()
            .permission()
            .key(),
        "billing.invoice.read"
    );
    assert!(
        operations::OPERATIONS
            .get_ignore_case("LISTINVOICES")
            .is_some()
    );
}

/// In a function.
#[test]
fn local() {
    #[derive(Clone)]
    struct Row2;
    struct App2;
    mod p {
        pub(super) static PERMISSIONS: ::permdock::PermissionSet =
            ::permdock::PermissionSet::__new(&[::permdock::Permission::__new(
                0,
                "b.read",
                "b",
                "read",
                true,
                ::core::option::Option::None,
            )]);
        pub(super) mod b {
            pub(in super::super) struct __Row;
            #[derive(Clone, Copy)]
            #[allow(non_camel_case_types, dead_code)]
            pub(in super::super) struct read;
            impl ::permdock::Leaf for read {
                type Row = <__Row as ::permdock::__private::Resource>::Row;
                const PERMISSION: &'static ::permdock::Permission = super::PERMISSIONS.__at(0);
            }
            impl ::permdock::RowLeaf for read {}
        }
    }
    impl ::permdock::__private::Resource for p::b::__Row {
        type Row = Row2;
    }
    mod o {
        pub(super) struct __Table;
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, dead_code)]
        pub(super) struct go;
        pub(super) static OPERATIONS: ::permdock::OperationMap<
            <__Table as ::permdock::Table>::App,
        > = ::permdock::OperationMap::__new::<__Table>(&SLOTS);
        const COUNT: usize = <__Table as ::permdock::Table>::ENTRIES.len();
        static SLOTS: [::permdock::__private::Slot; ::permdock::__private::capacity(COUNT)] =
            ::permdock::__private::build(&::permdock::__private::names::<__Table, COUNT>());
    }
    const _: () = {
        use p as __tree;
        #[automatically_derived]
        impl ::permdock::Table for o::__Table {
            type App = App2;
            const PERMISSIONS: &'static ::permdock::PermissionSet = &__tree::PERMISSIONS;
            const ENTRIES: &'static [&'static ::permdock::Operation<Self::App>] =
                &[<o::go as ::permdock::Handle>::OPERATION];
        }
        #[automatically_derived]
        impl ::permdock::Handle for o::go {
            type Table = o::__Table;
            type Permission = __tree::b::read;
            type Input = ::permdock::NoInput;
            const OPERATION: &'static ::permdock::Operation<::permdock::AppOf<Self>> =
                &::permdock::Operation::__new::<Self>(
                    "listInvoices",
                    ::core::option::Option::None,
                    ::permdock::Meta::__new(
                        ::core::option::Option::None,
                        &[],
                        ::core::option::Option::None,
                    ),
                );
        }
    };
    assert_eq!(o::OPERATIONS.len(), 1);
}
