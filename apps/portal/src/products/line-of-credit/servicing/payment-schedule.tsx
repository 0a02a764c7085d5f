import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { useLingui } from "@lingui/react/macro";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { DrawPaymentStatus } from "./draw-status.tsx";
import { RowPages, useRowPages } from "./row-pages.tsx";
import { useDrawNames, useLine } from "./use-line.ts";

/** The payments of all draws, by the day on which they fall due. */
export function PaymentSchedule({ issuedProductId, takesFocus }: PageProps<"PAYMENT_HISTORY">) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { open } = useServicing();
  const line = useLine(issuedProductId);
  const nameOf = useDrawNames(line.today);
  const payments = line.draws
    .flatMap((draw) => draw.payments.map((payment) => ({ ...payment, draw })))
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
  const pages = useRowPages(payments);
  return (
    <div className="grid gap-6">
      <title>{t`Payment schedule`}</title>
      <Heading takesFocus={takesFocus}>{t`Payment schedule`}</Heading>
      <Card className="grid gap-4">
        <div className="min-w-0">
          <DataTable
            isListOnPhone
            label={t`Payments`}
            columns={[
              { id: "date", label: t`Date`, cell: ({ dueOn }) => shortDate(dueOn), isRowHeader: true },
              {
                id: "draw",
                label: t`Draw`,
                cell: ({ draw }) => (
                  <Button
                    variant="text"
                    className="min-h-11! text-left"
                    onClick={() => open({ page: "DRAW", issuedProductId, partId: draw.id })}
                  >
                    {nameOf(draw)}
                  </Button>
                ),
              },
              { id: "payment", label: t`Payment`, cell: ({ amountCents }) => money(amountCents), isFigure: true },
              {
                id: "status",
                label: t`Status`,
                cell: ({ scheduleStatus }) => <DrawPaymentStatus status={scheduleStatus} />,
              },
            ]}
            rows={pages.rows}
            rowKey={({ obligationId }) => obligationId}
            empty={<p className="text-ink-soft">{t`There are no payments yet.`}</p>}
          />
        </div>
        <RowPages {...pages} label={t`Pages of payments`} />
      </Card>
    </div>
  );
}
