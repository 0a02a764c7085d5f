import { useLingui } from "@lingui/react/macro";
import type { PlanTexts } from "../offers/plans/plan-texts.ts";

/** The supplier is paid at once, and the owner repays later. */
export function useBillTexts(): PlanTexts {
  const { t } = useLingui();
  return {
    lead: t`We pay your suppliers now, and you pay us back later.`,
    limitNote: t`Repaying frees the limit again. A bill you do not finance costs nothing.`,
    planNote: t`You choose a plan for each bill. This only changes the example.`,
    name: t`Bill`,
    amountLabel: t`A bill of`,
    priceOf: (amount) => t`A ${amount} bill`,
    rate: (share) => t`${share} of the bill`,
    received: t`Your supplier receives`,
    steps: [
      t`You send us a bill from a supplier, and choose one of the plans for it.`,
      t`We pay the supplier. That part of your limit is used.`,
      t`You repay the advance and its fee on the plan's day, and that part of your limit is free again.`,
      t`If you repay early, the fee of the days that are left comes back to you, if they are more than three.`,
    ],
    compare: {
      lead: (amount) =>
        t`A bill of ${amount} with us, beside another way to pay it later that you know the price of. Type its figures, and we do the arithmetic the same way for both.`,
      own: t`Your accounts payable financing`,
      subject: t`Accounts payable financing`,
      wouldReceive: t`Your supplier would receive now`,
      facts: [
        { label: t`Which bills`, value: t`Those you choose` },
        { label: t`Paying early`, value: t`Saves part of the fee` },
      ],
    },
  };
}
