import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { useServicing } from "../use-servicing.ts";
import type { WithKind } from "./invoice-kind.ts";
import { InvoiceStatus } from "./invoice-status.tsx";
import { invoiceName, uploadDay, useWhatIsNext } from "./use-invoice-words.ts";

type InvoiceTableProps = WithKind<{
  line: InvoiceLine;
  invoices: readonly ShownInvoice[];
  label: string;
  showLabel?: boolean;
  empty: string;
}>;

/** Invoices by their upload date, with value and status. The date of an invoice that has details opens them. */
export function InvoiceTable({ line, invoices, kind, empty, ...texts }: InvoiceTableProps) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { open } = useServicing();
  const whatIsNext = useWhatIsNext(line);
  const { issuedProductId } = line;
  return (
    <div className="min-w-0">
      <DataTable
        isListOnPhone
        {...texts}
        columns={[
          {
            id: "uploaded",
            label: t`Upload date`,
            isRowHeader: true,
            cell: (invoice: ShownInvoice) => {
              const day = shortDate(uploadDay(invoice));
              return (
                <>
                  {invoice.opensDetails ? (
                    <button
                      type="button"
                      className="min-h-8 cursor-pointer text-link underline underline-offset-3 hover:no-underline"
                      onClick={() => open({ page: "INVOICE_DETAILS", issuedProductId, partId: invoice.id })}
                    >
                      {day}
                    </button>
                  ) : (
                    day
                  )}
                  <span className="block wrap-anywhere">{invoiceName(invoice)}</span>
                  <span className="type-small block">{whatIsNext(invoice)}</span>
                </>
              );
            },
          },
          {
            id: "value",
            label: kind.value,
            isFigure: true,
            cell: ({ displayStatus, completeAmountCents }: ShownInvoice) =>
              displayStatus === "PROCESSING" || completeAmountCents === null ? "--" : money(completeAmountCents),
          },
          {
            id: "status",
            label: t`Status`,
            cell: ({ historyStatus }: ShownInvoice) => (
              <span className="whitespace-nowrap">
                <InvoiceStatus status={historyStatus} />
              </span>
            ),
          },
        ]}
        rows={invoices}
        rowKey={({ id }) => id}
        empty={<p>{empty}</p>}
      />
    </div>
  );
}
