import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExplainedFigure, type InputNames } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { DueLines } from "../../servicing/pay-now.tsx";
import { explanationsIn, useDays } from "../../servicing/use-servicing-words.ts";

type LineFigureProps = {
  /** The name of the figure in the server's calculation. */
  figure: string;
  cents: number;
  explanations: Explanations;
  /** Without it, the figure is as large as the text around it. */
  size?: "figure" | "price" | "small";
  words: ReactNode;
  names?: InputNames;
};

/** An amount of a line that opens how the server computed it. */
export function LineFigure({ figure, cents, explanations, size, words, names }: LineFigureProps) {
  const { t } = useLingui();
  const { money, parts } = useOfferFormats();
  const known: InputNames = {
    loanStatus: null,
    limitCents: t`Credit limit`,
    openPrincipalCents: t`Drawn and not repaid`,
    reservedPrincipalCents: t`On its way to you`,
    fromCents: t`Draw amount`,
    repaidPrincipalCents: t`Repaid so far`,
    principalCents: t`Principal`,
    interestCents: t`Interest`,
    feeCents: t`Fee`,
    feesCents: t`Fees`,
    installmentsCents: t`Payments`,
    kind: null,
    amountCents: t`Fee agreed`,
  };
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

type FeeType = LineOfCreditServicing["fees"][number]["feeType"];

/** What each fee is called. */
export function useFeeWords(): Readonly<Record<FeeType, string>> {
  const { t } = useLingui();
  return {
    LATE_PAYMENT: t`Late fee`,
    INSUFFICIENT_FUNDS: t`Returned-payment fee`,
    TRANSACTION_FEE: t`Fee`,
    MAINTENANCE: t`Maintenance fee`,
    EXTENSION_FEE: t`Extension fee`,
    ORIGINATION: t`Origination fee`,
    MCA_FEE: t`Fee`,
  };
}

/** What is overdue on a line, payment by payment, each with the way to how it was computed. */
export function useDueLines({ today, explanations }: Pick<LineOfCreditServicing, "today" | "explanations">) {
  const { t } = useLingui();
  const { day } = useDays(today);
  const feeWords = useFeeWords();
  const labelOf = (kind: FeeType | "INSTALLMENT", dueOn: string): string => {
    const dueDay = day(dueOn);
    return kind === "INSTALLMENT" ? t`Payment due ${dueDay}` : feeWords[kind];
  };
  return ({ lines, totalCents }: NonNullable<LineOfCreditServicing["overdue"]>): DueLines => ({
    totalCents,
    rows: lines.map(({ kind, dueOn, unpaidCents, figure }) => ({
      label: labelOf(kind, dueOn),
      value: (
        <LineFigure
          figure={figure}
          cents={unpaidCents}
          explanations={explanations}
          words={t`What is unpaid of this payment.`}
        />
      ),
    })),
    total: (size) => (
      <LineFigure
        figure="overdueCents"
        cents={totalCents}
        explanations={explanations}
        {...(size && { size })}
        words={t`Everything that has fallen due and is unpaid.`}
      />
    ),
  });
}
