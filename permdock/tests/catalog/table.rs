permdock::define_permissions! {
    pub(crate) mod permissions {
        billing {
            invoice: Invoice {
                read,
                submit,
                line { r#type },
            }
        }
        report { run }
    }
}

permdock::define_operations! {
    pub(crate) mod operations for App in permissions;

    /// Sends it.
    sendInvoice {
        permission: billing::invoice::submit,
        data: |_: &App, _: &NoInput| Some(Invoice),
        meta: { risk: high, effects: [send, external], title: "Send \"it\"\u{e9}" },
    }

    r#type { permission: billing::invoice::line::r#type }

    "report.run-daily" as runDaily { permission: report::run }

    listInvoices { permission: billing::invoice::read, results: billing::invoice::read }

    #[cfg(feature = "tracing")]
    traced { permission: report::run }

    #[cfg(unix)]
    shell { permission: report::run }

    #[cfg(not(unix))]
    shell { permission: report::run, meta: { risk: low } }
}
