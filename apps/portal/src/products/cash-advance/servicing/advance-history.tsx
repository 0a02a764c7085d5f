import type { AdvancePeriodRow } from "@inlay/contracts/servicing/cash-advance.ts";
import { Card } from "@inlay/ui/card.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Pager } from "@inlay/ui/figures/pager.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Heading } from "../../../shared/page/heading.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { PeriodStatus } from "../../servicing/advance/period-status.tsx";
import { PeriodNote } from "../../servicing/advance/sales.tsx";
import { useAdvance, usePeriodWords } from "../../servicing/advance/use-advance.ts";
import type { PageProps } from "../../servicing/pages.ts";

const rowsOnPage = 24;

/** The payments of a cash advance, newest first. */
export function AdvanceHistory({ issuedProductId, takesFocus }: PageProps<"PAYMENT_HISTORY">) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const advance = useAdvance(issuedProductId);
  const words = usePeriodWords(advance);
  const [page, setPage] = useState(1);
  const rows = advance.periods.filter(({ isRunning }) => !isRunning).toReversed();
  const pages = Math.max(1, Math.ceil(rows.length / rowsOnPage));
  return (
    <div className="grid gap-6">
      <title>{t`Payment history`}</title>
      <Heading takesFocus={takesFocus}>{t`Payment history`}</Heading>
      <Card className="grid gap-4">
        <div className="min-w-0 max-sm:text-small">
          <DataTable
            label={t`Payments`}
            columns={[
              {
                id: "date",
                label: t`Date`,
                cell: (period: AdvancePeriodRow) => (
                  <>
                    {shortDate(period.takenOn ?? period.paymentOn)}
                    <span className="block">{words.period(period)}</span>
                    <PeriodNote advance={advance} period={period} />
                  </>
                ),
                isRowHeader: true,
              },
              { id: "payment", label: t`Payment`, cell: ({ amountCents }) => money(amountCents ?? 0), isFigure: true },
              {
                id: "status",
                label: t`Status`,
                cell: ({ status }) => (
                  <span className="whitespace-nowrap">
                    <PeriodStatus status={status} />
                  </span>
                ),
              },
            ]}
            rows={rows.slice((page - 1) * rowsOnPage, page * rowsOnPage)}
            rowKey={({ periodId }) => periodId}
            empty={<Trans>There are no payments yet.</Trans>}
          />
        </div>
        {pages > 1 && (
          <Pager
            page={page}
            pages={pages}
            onPage={setPage}
            labels={{
              navigation: t`Pages of payments`,
              previous: t`Previous`,
              next: t`Next`,
              where: t`Page ${page} of ${pages}`,
            }}
          />
        )}
      </Card>
    </div>
  );
}
