import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExplainedFigure, type InputNames } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { DueLines } from "../pay-now.tsx";
import { explanationsIn } from "../use-servicing-words.ts";
import { usePeriodWords } from "./use-advance.ts";

type AdvanceFigureProps = {
  /** The name of the figure in the server's calculation. */
  figure: string;
  cents: number;
  explanations: Explanations;
  /** Without it, the figure is as large as the text around it. */
  size?: "figure";
  words?: ReactNode;
  names?: InputNames;
};

/** An amount of an advance that opens how the server computed it. */
export function AdvanceFigure({ figure, cents, explanations, size, words, names }: AdvanceFigureProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  // A figure that the server does not explain is shown as it is.
  if (!(figure in explanations)) return size ? <Figure amount={parts(cents)} size={size} /> : money(cents);
  return (
    <ExplainedFigure
      text={money(cents)}
      {...(size && { shown: <Figure amount={parts(cents)} size={size} /> })}
      figure={figure}
      explain={explanationsIn(explanations)}
      words={words}
      names={{
        fromCents: t`Total`,
        ...names,
        deliveredCents: t`Delivered so far`,
        leftCents: t`Left to deliver`,
        waivedCents: t`Written off`,
        periodsCents: t`Payments`,
      }}
    />
  );
}

/** The shares of sales that are overdue, each with the way to how it was computed. */
export function useDueLines(advance: CashAdvanceServicing) {
  const { t } = useLingui();
  const words = usePeriodWords(advance);
  const { explanations } = advance;
  return ({ lines, totalCents }: NonNullable<CashAdvanceServicing["overdue"]>): DueLines => ({
    totalCents,
    rows: lines.map((line) => ({
      label: words.period(line),
      value: (
        <AdvanceFigure
          figure={line.figure}
          cents={line.unpaidCents}
          explanations={explanations}
          words={t`The share of the sales of these days, less what has been delivered of it.`}
          names={{ fromCents: t`Share of sales` }}
        />
      ),
    })),
    total: (size) => (
      <AdvanceFigure
        figure="overdueCents"
        cents={totalCents}
        explanations={explanations}
        {...(size && { size })}
        words={t`The shares of sales that have fallen due and are unpaid.`}
      />
    ),
  });
}
