import { useLingui } from "@lingui/react/macro";
import type { PlanTexts } from "../offers/plans/plan-texts.ts";

/** The owner receives a part of an invoice at once, and repays it when the customer has paid. */
export function useInvoiceTexts(): PlanTexts {
  const { t } = useLingui();
  return {
    lead: t`Get most of an invoice now instead of waiting for your customer to pay.`,
    limitNote: t`Repaying frees the limit again. An invoice you do not finance costs nothing.`,
    planNote: t`You choose a plan for each invoice. This only changes the example.`,
    name: t`Invoice`,
    amountLabel: t`An invoice of`,
    priceOf: (amount) => t`A ${amount} invoice`,
    rate: (share) => t`${share} of the invoice`,
    received: t`You receive`,
    steps: [
      t`You send us an invoice that your customer has not paid yet, and choose one of the plans for it.`,
      t`You receive the plan's share of the invoice. That part of your limit is used.`,
      t`Your customer pays you, as before.`,
      t`You repay the advance and its fee on the plan's day, and that part of your limit is free again.`,
      t`If you repay early, the fee of the days that are left comes back to you, if they are more than three.`,
    ],
    compare: {
      lead: (amount) =>
        t`An invoice of ${amount} with us, beside an offer that you have from elsewhere, such as factoring, where the invoice is sold. Type its figures, and we do the arithmetic the same way for both.`,
      own: t`Your invoice financing`,
      subject: t`Invoice financing`,
      wouldReceive: t`You would receive now`,
      facts: [
        { label: t`Your customer pays`, value: t`You, as before` },
        { label: t`Which invoices`, value: t`Those you choose` },
        { label: t`Paying early`, value: t`Saves part of the fee` },
      ],
    },
  };
}
