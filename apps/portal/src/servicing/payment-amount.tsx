import type { HomePayment, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { useLingui } from "@lingui/react/macro";
import { HomeFigure } from "./home-figure.tsx";

type PaymentAmountProps = {
  payment: HomePayment;
  /** The name of the amount among the explanations. */
  figure: string;
  explanations: ServicingHome["explanations"];
};

/** The amount of a payment of the home page, with the way to how it was computed. A share of sales that is not known has none. */
export function PaymentAmount({ payment: { kind, amountCents }, figure, explanations }: PaymentAmountProps) {
  const { t } = useLingui();
  if (amountCents === null) return null;
  const isShare = explanations[figure]?.inputs.some(({ name }) => name === "shareCents") === true;
  const words = {
    PAYMENT: isShare
      ? t`The share of the sales of these days, but no more than is left to deliver.`
      : t`What is unpaid of this payment.`,
    FEE: t`What is unpaid of this fee.`,
    PAYOFF: t`Everything that is left of the loan on that day.`,
  };
  return <HomeFigure figure={figure} cents={amountCents} explanations={explanations} words={words[kind]} />;
}
