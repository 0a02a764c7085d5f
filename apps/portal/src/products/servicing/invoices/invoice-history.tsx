import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Pager } from "@inlay/ui/figures/pager.tsx";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Heading } from "../../../shared/page/heading.tsx";
import type { PageProps } from "../pages.ts";
import type { WithKind } from "./invoice-kind.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { LineButtons } from "./line-buttons.tsx";
import { useInvoiceLine } from "./use-invoice-line.ts";

const rowsOnPage = 12;

/** All invoices of a line. Those that are not funded are listed apart. */
export function LineHistory({ issuedProductId, takesFocus, kind }: WithKind<PageProps<"INVOICE_HISTORY">>) {
  const { t } = useLingui();
  const line = useInvoiceLine(issuedProductId);
  const apart = line.invoices.filter(({ isApartInHistory }) => isApartInHistory);
  const others = line.invoices.filter(({ isApartInHistory }) => !isApartInHistory);
  return (
    <div className="grid gap-6">
      <title>{t`Invoice history`}</title>
      <Heading takesFocus={takesFocus}>{t`Invoice history`}</Heading>
      <PagedInvoices
        line={line}
        kind={kind}
        invoices={others}
        label={t`Invoices`}
        empty={t`There are no invoices yet.`}
      />
      {apart.length > 0 && (
        <PagedInvoices line={line} kind={kind} invoices={apart} label={t`Not funded`} showLabel empty="" />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <LineButtons line={line} />
      </div>
    </div>
  );
}

type PagedInvoicesProps = WithKind<{
  line: InvoiceLine;
  invoices: readonly ShownInvoice[];
  label: string;
  showLabel?: boolean;
  empty: string;
}>;

function PagedInvoices({ invoices, ...table }: PagedInvoicesProps) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(invoices.length / rowsOnPage));
  const { label } = table;
  return (
    <Card className="grid gap-4">
      <InvoiceTable {...table} invoices={invoices.slice((page - 1) * rowsOnPage, page * rowsOnPage)} />
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          onPage={setPage}
          labels={{
            navigation: t`Pages of ${label}`,
            previous: t`Previous`,
            next: t`Next`,
            where: t`Page ${page} of ${pages}`,
          }}
        />
      )}
    </Card>
  );
}
