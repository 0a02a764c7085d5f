import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExplainedFigure, type InputNames } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { DueLines } from "../../servicing/pay-now.tsx";
import { explanationsIn } from "../../servicing/use-servicing-words.ts";
import { useDueWords } from "./use-term-loan.ts";

type LoanFigureProps = {
  /** The name of the figure in the server's calculation. */
  figure: string;
  cents: number;
  explanations: Explanations;
  /** Without it, the figure is as large as the text around it. */
  size?: "figure" | "price" | "small";
  words: ReactNode;
  names?: InputNames;
};

/** An amount of a loan that opens how the server computed it. */
export function LoanFigure({ figure, cents, explanations, size, words, names }: LoanFigureProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  const known: InputNames = {
    fromCents: t`Original amount`,
    repaidPrincipalCents: t`Repaid so far`,
    waivedPrincipalCents: t`Written off`,
    principalCents: t`Principal`,
    interestCents: t`Interest`,
    feeCents: t`Fee`,
    feesCents: t`Fees`,
    installmentsCents: t`Payments`,
  };
  // A figure that the server does not explain is shown as it is.
  if (!(figure in explanations)) return size ? <Figure amount={parts(cents)} size={size} /> : money(cents);
  return (
    <ExplainedFigure
      text={money(cents)}
      {...(size && { shown: <Figure amount={parts(cents)} size={size} /> })}
      figure={figure}
      explain={explanationsIn(explanations)}
      words={words}
      names={{ ...known, ...names }}
    />
  );
}

/** What is overdue, line by line, each with the way to how it was computed. */
export function useDueLines({ today, explanations }: Pick<TermLoanServicing, "today" | "explanations">) {
  const { t } = useLingui();
  const { lineWords } = useDueWords(today);
  const words = {
    INSTALLMENT: t`What is unpaid of this payment.`,
    LATE_PAYMENT: t`A fee for a payment that is late, charged once for each payment.`,
    INSUFFICIENT_FUNDS: t`A fee for a debit that your bank has returned for missing funds.`,
  };
  return ({ lines, totalCents }: NonNullable<TermLoanServicing["overdue"]>): DueLines => ({
    totalCents,
    rows: lines.map((line) => ({
      label: lineWords(line),
      value: (
        <LoanFigure
          figure={line.figure}
          cents={line.unpaidCents}
          explanations={explanations}
          words={words[line.kind as keyof typeof words]}
        />
      ),
    })),
    total: (size) => (
      <LoanFigure
        figure="overdueCents"
        cents={totalCents}
        explanations={explanations}
        {...(size && { size })}
        words={t`Everything that has fallen due and is unpaid.`}
      />
    ),
  });
}
