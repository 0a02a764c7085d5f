import type { CollectionRhythm } from "@inlay/lending/mechanics/sales-share/estimate.ts";
import type { SalesLevel } from "@inlay/lending/mechanics/sales-share/sales-levels.ts";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../use-offer-formats.ts";
import { useRhythmWords } from "./rhythm-words.ts";

type SalesLevelsProps = { levels: readonly SalesLevel[]; rhythm: CollectionRhythm };

/** The advance at sales as they were and at lower ones. The bars show how long it takes. */
export function SalesLevels({ levels, rhythm }: SalesLevelsProps) {
  const { t } = useLingui();
  const { money, percentage } = useOfferFormats();
  const { often, duration } = useRhythmWords(rhythm);
  const longest = Math.max(...levels.map(({ quote }) => quote.estimatedTermPeriods));
  const names: Record<SalesLevel["salesPercentage"], string> = {
    100: t`Sales as in the last 6 months`,
    70: t`Sales 30% lower`,
    50: t`Sales half as high`,
  };
  return (
    <ul className="grid">
      {levels.map(({ salesPercentage, averageMonthlySalesCents, quote }) => {
        const sales = money(averageMonthlySalesCents);
        const takes = duration(quote.estimatedTermPeriods);
        const apr = percentage(quote.aprPercentage);
        return (
          <li
            key={salesPercentage}
            className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0"
          >
            <div className="flex flex-wrap justify-between gap-x-3">
              <p className="w-min grow">
                {names[salesPercentage]}
                <span className="block text-tiny text-ink-soft">{t`${sales} a month`}</span>
              </p>
              <p className="ml-auto text-right">
                <span className="font-semibold tabular-nums">{money(quote.estimatedPaymentPerPeriodCents)}</span>
                <span className="block text-tiny text-ink-soft">{often}</span>
              </p>
            </div>
            <Meter share={quote.estimatedTermPeriods / longest} />
            <p className="text-tiny text-ink-soft tabular-nums">{t`${takes} · est. APR ${apr}`}</p>
          </li>
        );
      })}
    </ul>
  );
}
