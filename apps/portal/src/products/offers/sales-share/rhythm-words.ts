import type { CollectionRhythm } from "@inlay/lending/mechanics/sales-share/estimate.ts";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

type RhythmWords = {
  /** The name of the estimated payment. */
  payment: string;
  /** "a week". */
  often: string;
  /** How long a number of payments takes. */
  duration: (payments: number) => string;
};

/** How often the share of sales is taken, in words. */
export function useRhythmWords(rhythm: CollectionRhythm): RhythmWords {
  const { t } = useLingui();
  const words: Record<CollectionRhythm, RhythmWords> = {
    DAILY: {
      payment: t`Estimated payment, each business day`,
      often: t`a business day`,
      duration: (days) => plural(days, { one: "# business day", other: "# business days" }),
    },
    WEEKLY: { payment: t`Estimated payment, each week`, often: t`a week`, duration: inWeeks },
    BIWEEKLY: {
      payment: t`Estimated payment, every two weeks`,
      often: t`every two weeks`,
      duration: (pairs) => inWeeks(2 * pairs),
    },
    MONTHLY: {
      payment: t`Estimated payment, each month`,
      often: t`a month`,
      duration: (months) => plural(months, { one: "# month", other: "# months" }),
    },
    EVERY_DAY: {
      payment: t`Estimated payment, each day`,
      often: t`a day`,
      duration: (days) => plural(days, { one: "# day", other: "# days" }),
    },
  };
  return words[rhythm];
}

const inWeeks = (weeks: number) => plural(weeks, { one: "# week", other: "# weeks" });
