import type { AdvancePeriodRow, CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { ColumnPicture } from "@inlay/ui/figures/column-picture.tsx";
import { TableOfChart } from "@inlay/ui/figures/table-of-chart.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { ChartKey } from "../chart-key.tsx";
import { useDays } from "../use-servicing-words.ts";
import { PeriodStatus } from "./period-status.tsx";
import { usePeriodWords } from "./use-advance.ts";

const mostColumns = 9;
const mostListed = 5;

/** The sales of the last periods, and the share of them. A period without sales has no column. */
export function Sales({ advance }: { advance: CashAdvanceServicing }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const words = usePeriodWords(advance);
  const part = share(advance.repaymentPercentage);
  const decided = advance.periods.filter(({ isRunning }) => !isRunning);
  const shown = decided.slice(-mostColumns);
  const title = {
    DAILY: t`Sales, day by day`,
    WEEKLY: t`Sales, week by week`,
    BIWEEKLY: t`Sales, two weeks at a time`,
    MONTHLY: t`Sales, month by month`,
  }[advance.frequency ?? "WEEKLY"];
  const amountOf = ({ amountCents }: AdvancePeriodRow) => money(amountCents ?? 0);
  return (
    <section className="grid gap-3">
      <h2 className="type-subheader">{title}</h2>
      {decided.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>There are no payments yet.</Trans>
        </p>
      ) : (
        <>
          <ul aria-hidden="true" className="type-small flex flex-wrap gap-x-4 gap-y-1">
            <ChartKey className="bg-chart-4">{t`Sales`}</ChartKey>
            <ChartKey className="bg-chart-1">{t`Your ${part}`}</ChartKey>
          </ul>
          <ColumnPicture
            label={t`Your sales and the ${part} of them. The table below has the same figures.`}
            columns={shown.map((period) => {
              const shareCents = period.amountCents ?? 0;
              return {
                id: period.periodId,
                label: words.short(period),
                values: [shareCents, Math.max(0, (period.salesCents ?? 0) - shareCents)],
                isEstimated: period.isEstimated && period.salesCents === null,
              };
            })}
            hasAxis
          />
          <ul className="grid divide-y divide-line">
            {decided
              .slice(-mostListed)
              .toReversed()
              .map((period) => (
                <li key={period.periodId} className="flex items-start justify-between gap-x-4 py-3">
                  <span className="min-w-0">
                    <span className="block font-semibold">{words.period(period)}</span>
                    <PeriodNote advance={advance} period={period} />
                  </span>
                  <span className="grid shrink-0 justify-items-end gap-1">
                    <span className="font-semibold tabular-nums">{amountOf(period)}</span>
                    <PeriodState advance={advance} period={period} />
                  </span>
                </li>
              ))}
          </ul>
          <div className="min-w-0 max-sm:text-tiny">
            <TableOfChart
              toggle={t`Show as a table`}
              label={title}
              columns={[
                { id: "period", label: t`Period`, cell: words.period, isRowHeader: true },
                {
                  id: "sales",
                  label: t`Sales`,
                  cell: ({ salesCents }: AdvancePeriodRow) => (salesCents === null ? "-" : money(salesCents)),
                  isFigure: true,
                },
                { id: "share", label: part, cell: amountOf, isFigure: true },
                { id: "status", label: t`Status`, cell: ({ status }) => <PeriodStatus status={status} /> },
              ]}
              rows={shown.toReversed()}
              rowKey={({ periodId }) => periodId}
            />
          </div>
        </>
      )}
    </section>
  );
}

type PeriodProps = { advance: CashAdvanceServicing; period: AdvancePeriodRow };

/** How the amount of a period came about. */
export function PeriodNote({ advance, period }: PeriodProps) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const { salesCents, amountCents, carriedCents } = period;
  const [part, sales, carried] = [share(advance.repaymentPercentage), money(salesCents ?? 0), money(carriedCents)];
  const line = () => {
    if (salesCents === null) return t`An estimate: your sales have not reached us.`;
    if (amountCents === 0) return t`No sales, no payment`;
    return carriedCents > 0 ? t`${part} of ${sales}, and ${carried} from a true-up` : t`${part} of ${sales}`;
  };
  return <span className="type-small block">{line()}</span>;
}

/** The status of a period, or the day on which its share is taken. */
function PeriodState({ advance, period }: PeriodProps) {
  const { t } = useLingui();
  const { day } = useDays(advance.today);
  const { status, takenOn, isOnItsWay } = period;
  if (status !== "-") return <PeriodStatus status={status} />;
  const takenDay = takenOn && day(takenOn);
  return (
    <span className="type-small">{isOnItsWay ? t`Being processed` : takenDay ? t`on ${takenDay}` : t`Not paid`}</span>
  );
}
