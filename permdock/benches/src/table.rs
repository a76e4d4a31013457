//! The benchmarks' table: 24 permissions over six resources, 100 operations. Each operation loads the
//! document it is decided on.

use serde::{Deserialize, Serialize};

/// What every permission is decided on.
#[derive(Clone, Debug)]
pub struct Doc {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub owner: String,
}

/// Names a document.
#[derive(Debug, Serialize, Deserialize)]
pub struct DocId {
    /// The document's id.
    pub id: String,
}

/// The application: its documents.
#[derive(Debug)]
pub struct App {
    /// The documents.
    pub docs: Vec<Doc>,
}

impl App {
    fn doc(&self, id: &str) -> Option<Doc> {
        self.docs.iter().find(|doc| doc.id == id).cloned()
    }
}

permdock::define_permissions! {
    pub mod permissions {
        customer: Doc { read, create, update, remove }
        invoice: Doc { read, create, update, remove }
        payment: Doc { read, create, update, remove }
        product: Doc { read, create, update, remove }
        order: Doc { read, create, update, remove }
        report: Doc { read, create, update, remove }
    }
}

permdock::define_operations! {
    pub mod operations for App in permissions;

    read_customer_0 {
        permission: customer::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_invoice_1 {
        permission: invoice::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_payment_2 {
        permission: payment::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_product_3 {
        permission: product::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_order_4 {
        permission: order::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_report_5 {
        permission: report::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_customer_6 {
        permission: customer::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_invoice_7 {
        permission: invoice::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_payment_8 {
        permission: payment::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_product_9 {
        permission: product::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_order_10 {
        permission: order::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_report_11 {
        permission: report::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_customer_12 {
        permission: customer::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_invoice_13 {
        permission: invoice::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_payment_14 {
        permission: payment::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_product_15 {
        permission: product::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_order_16 {
        permission: order::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_report_17 {
        permission: report::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_customer_18 {
        permission: customer::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_invoice_19 {
        permission: invoice::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_payment_20 {
        permission: payment::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_product_21 {
        permission: product::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_order_22 {
        permission: order::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_report_23 {
        permission: report::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_customer_24 {
        permission: customer::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_invoice_25 {
        permission: invoice::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_payment_26 {
        permission: payment::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_product_27 {
        permission: product::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_order_28 {
        permission: order::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_report_29 {
        permission: report::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_customer_30 {
        permission: customer::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_invoice_31 {
        permission: invoice::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_payment_32 {
        permission: payment::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_product_33 {
        permission: product::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_order_34 {
        permission: order::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_report_35 {
        permission: report::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_customer_36 {
        permission: customer::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_invoice_37 {
        permission: invoice::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_payment_38 {
        permission: payment::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_product_39 {
        permission: product::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_order_40 {
        permission: order::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_report_41 {
        permission: report::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_customer_42 {
        permission: customer::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_invoice_43 {
        permission: invoice::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_payment_44 {
        permission: payment::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_product_45 {
        permission: product::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_order_46 {
        permission: order::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_report_47 {
        permission: report::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_customer_48 {
        permission: customer::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_invoice_49 {
        permission: invoice::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_payment_50 {
        permission: payment::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_product_51 {
        permission: product::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_order_52 {
        permission: order::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_report_53 {
        permission: report::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_customer_54 {
        permission: customer::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_invoice_55 {
        permission: invoice::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_payment_56 {
        permission: payment::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_product_57 {
        permission: product::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_order_58 {
        permission: order::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_report_59 {
        permission: report::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_customer_60 {
        permission: customer::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_invoice_61 {
        permission: invoice::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_payment_62 {
        permission: payment::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_product_63 {
        permission: product::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_order_64 {
        permission: order::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_report_65 {
        permission: report::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_customer_66 {
        permission: customer::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_invoice_67 {
        permission: invoice::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_payment_68 {
        permission: payment::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_product_69 {
        permission: product::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_order_70 {
        permission: order::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_report_71 {
        permission: report::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_customer_72 {
        permission: customer::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_invoice_73 {
        permission: invoice::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_payment_74 {
        permission: payment::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_product_75 {
        permission: product::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_order_76 {
        permission: order::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_report_77 {
        permission: report::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_customer_78 {
        permission: customer::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_invoice_79 {
        permission: invoice::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_payment_80 {
        permission: payment::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_product_81 {
        permission: product::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_order_82 {
        permission: order::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    create_report_83 {
        permission: report::create,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_customer_84 {
        permission: customer::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_invoice_85 {
        permission: invoice::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_payment_86 {
        permission: payment::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_product_87 {
        permission: product::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_order_88 {
        permission: order::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    update_report_89 {
        permission: report::update,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_customer_90 {
        permission: customer::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_invoice_91 {
        permission: invoice::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_payment_92 {
        permission: payment::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_product_93 {
        permission: product::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_order_94 {
        permission: order::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    remove_report_95 {
        permission: report::remove,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_customer_96 {
        permission: customer::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_invoice_97 {
        permission: invoice::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_payment_98 {
        permission: payment::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }
    read_product_99 {
        permission: product::read,
        data: |app: &App, input: &DocId| app.doc(&input.id),
    }

    list_documents {
        permission: customer::read,
        results: customer::read,
    }
}
