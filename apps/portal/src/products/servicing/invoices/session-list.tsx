import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { isUnconfirmed, keyOf, type SessionInvoice, sessionInvoiceName } from "./session-invoice.ts";

type SessionListProps = {
  invoices: readonly SessionInvoice[];
  availableCents: number;
  takesFocus: boolean;
  /** What was confirmed before the list was shown. */
  confirmed: string | null;
  onConfirm: (invoice: SessionInvoice) => void;
  onDone: () => void;
};

/** The invoices that a platform has listed, each with the way to confirm it. */
export function SessionList({ invoices, availableCents, takesFocus, confirmed, onConfirm, onDone }: SessionListProps) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const isShort = invoices.some(({ status }) => status === "PENDING_LIMIT");
  const remaining = money(availableCents);
  return (
    <div className="grid max-w-160 gap-6">
      <title>{t`My invoices`}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{t`My invoices`}</Heading>
        <p className="text-ink-soft">{t`Remaining limit: ${remaining}`}</p>
      </div>
      {confirmed !== null && (
        <Notice tone="success" title={t`Confirmed`}>
          <p className="wrap-anywhere">{confirmed}</p>
        </Notice>
      )}
      {isShort && (
        <Notice tone="warning">
          <p>
            <Trans>
              Your remaining limit is not enough for some of these invoices. They can be confirmed when your limit
              refreshes.
            </Trans>
          </p>
        </Notice>
      )}
      <Card>
        <DataTable
          label={t`My invoices`}
          columns={[
            {
              id: "invoice",
              label: t`Invoice`,
              isRowHeader: true,
              cell: (invoice: SessionInvoice) => (
                <>
                  <span className="block wrap-anywhere">{sessionInvoiceName(invoice)}</span>
                  <span className="type-small block">
                    {invoice.invoiceAmountCents === null ? "--" : money(invoice.invoiceAmountCents)}
                  </span>
                </>
              ),
            },
            {
              id: "status",
              label: t`Status`,
              cell: (invoice: SessionInvoice) => <Status invoice={invoice} onConfirm={onConfirm} />,
            },
          ]}
          rows={invoices}
          rowKey={keyOf}
        />
      </Card>
      <FormFooter
        primary={{ label: invoices.some(isUnconfirmed) ? t`Later` : t`Done`, onPress: onDone }}
        canSwitch={false}
      />
    </div>
  );
}

function Status({ invoice, onConfirm }: { invoice: SessionInvoice; onConfirm: (invoice: SessionInvoice) => void }) {
  const { t } = useLingui();
  const name = sessionInvoiceName(invoice);
  switch (invoice.status) {
    case "PENDING":
      return (
        <button
          type="button"
          aria-label={t`Confirm details of ${name}`}
          className="min-h-11 cursor-pointer text-left text-link underline underline-offset-3 hover:no-underline"
          onClick={() => onConfirm(invoice)}
        >
          {t`Confirm details`}
        </button>
      );
    case "PENDING_LIMIT":
      return <Badge tone="warning">{t`PENDING LIMIT`}</Badge>;
    case "CONFIRMED":
    case "ALREADY_CONFIRMED":
      return <Badge tone="success">{t`CONFIRMED`}</Badge>;
  }
}
