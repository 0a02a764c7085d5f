import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useProductWords } from "../../product-screens.ts";
import { LoanStatusBadge } from "../loan-status.tsx";
import type { PageProps } from "../pages.ts";
import { ProductTitle } from "../product-title.tsx";
import { useServicing } from "../use-servicing.ts";
import type { WithKind } from "./invoice-kind.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { LineButtons } from "./line-buttons.tsx";
import { LineNextPayment } from "./line-next-payment.tsx";
import { LinePlans } from "./line-plans.tsx";
import { RemainingLimit } from "./remaining-limit.tsx";
import { useInvoiceLine } from "./use-invoice-line.ts";

const invoicesOnSummary = 5;

/** The page of a line: what is left of it, what is paid next, and its invoices. */
export function LineSummary({ issuedProductId, takesFocus, kind }: WithKind<PageProps<"PRODUCT">>) {
  const { t } = useLingui();
  const { open } = useServicing();
  const line = useInvoiceLine(issuedProductId);
  const { name } = useProductWords()(line.productType);
  return (
    <div className="grid gap-6">
      <ProductTitle name={name} takesFocus={takesFocus}>
        <LoanStatusBadge status={line.loanStatus} />
      </ProductTitle>
      {line.loanStatus === "CLOSED" && (
        <Notice tone="info" title={t`Closed`}>
          <p>
            <Trans>This financing has ended. Nothing more can be financed.</Trans>
          </p>
        </Notice>
      )}
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] min-[56.25rem]:gap-7">
        <RemainingLimit line={line} />
        <Card className="grid gap-4">
          <LineNextPayment line={line} />
          <div className="action-bar grid gap-3">
            <LineButtons line={line} />
          </div>
        </Card>
      </div>
      <LinePlans plans={line.plans} />
      <section className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="type-subheader">
            <Trans>Invoices</Trans>
          </h2>
          <Button variant="text" onClick={() => open({ page: "INVOICE_HISTORY", issuedProductId })}>
            <Trans>Invoice history</Trans>
          </Button>
        </div>
        <InvoiceTable
          line={line}
          kind={kind}
          invoices={line.invoices.slice(0, invoicesOnSummary)}
          label={t`Invoices`}
          empty={t`There are no invoices yet.`}
        />
      </section>
    </div>
  );
}
