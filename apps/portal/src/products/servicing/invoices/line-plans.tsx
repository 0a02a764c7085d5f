import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useWindowTexts } from "../../offers/plans/plan-texts.ts";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";

/** The plans by which an invoice can be financed: what each advances, how long it runs and what it costs. */
export function LinePlans({ plans }: Pick<InvoiceLine, "plans">) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const windowTexts = useWindowTexts();
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-link underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        <Trans>Additional details</Trans>
        <span className="shrink-0 group-open:rotate-180 motion-safe:transition-transform">
          <ChevronIcon />
        </span>
      </summary>
      <DataTable
        label={t`Your plans`}
        columns={[
          {
            id: "duration",
            label: t`Duration`,
            cell: ({ plan }) => windowTexts.name(plan.repaymentWindow),
            isRowHeader: true,
          },
          {
            id: "rate",
            label: t`Advance rate`,
            cell: ({ plan }) => share(plan.advanceRatePercentage),
            isFigure: true,
          },
          { id: "fee", label: t`Fee`, cell: ({ plan }) => share(plan.transactionFeePercentage), isFigure: true },
        ]}
        rows={plans}
        rowKey={({ plan }) => plan.id}
      />
    </details>
  );
}
