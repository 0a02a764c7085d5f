import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { ComparePage } from "../compare-page.tsx";
import type { Advance } from "./advance.ts";

type AdvanceCompareProps = {
  advance: Advance;
  /** The day from which both offers count. */
  from: string;
};

/** The advance, as estimated, beside an offer that the owner has from elsewhere. */
export function AdvanceCompare({ advance, from }: AdvanceCompareProps) {
  const { t } = useLingui();
  const quote = advance.quote(plainWorksheet);
  return (
    <ComparePage
      lead={
        <Trans>
          Your advance beside an offer that you have from elsewhere. Type its figures, and we do the arithmetic the same
          way for both. The payments of your advance are an estimate, if your sales stay as in the last 6 months.
        </Trans>
      }
      own={{
        name: t`Your advance`,
        subject: t`The advance`,
        costCents: quote.totalCostCents,
        apr: quote.aprPercentage,
        isEstimate: true,
        amountCents: advance.amountCents,
        receivedCents: advance.amountCents,
        payments: quote.schedule.map(({ dueOn, paymentCents }) => ({ dueOn, amountCents: paymentCents })),
        frequency: advance.rhythm,
        isFixed: false,
      }}
      from={from}
      firstFrequency="DAILY"
    />
  );
}
