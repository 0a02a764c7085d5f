import type { RepaymentWindow } from "@inlay/lending/mechanics/invoices/terms.ts";
import { useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../use-offer-formats.ts";

/** What each product calls what it finances. */
export type PlanTexts = {
  lead: string;
  limitNote: string;
  planNote: string;
  /** What the example is about: "Invoice", "An invoice of", "A $10,000 invoice". */
  name: string;
  amountLabel: string;
  priceOf: (amount: string) => string;
  /** "80% of the invoice". */
  rate: (share: string) => string;
  received: string;
  /** How an invoice or bill is financed, step by step. */
  steps: readonly string[];
  compare: {
    lead: (amount: string) => string;
    own: string;
    subject: string;
    wouldReceive: string;
    /** What is known of ours and must be asked elsewhere. */
    facts: readonly { label: string; value: string }[];
  };
};

/** When a plan is repaid. */
export function useWindowTexts() {
  const { t } = useLingui();
  const { date } = useOfferFormats();
  return {
    /** The name of the plan: "30 days". */
    name: (window: RepaymentWindow): string => {
      if (window.repaymentType === "FIXED_DURATION") {
        const days = window.repaymentDurationDays;
        return t`${days} days`;
      }
      if (window.repaymentType === "FIXED_DATE") {
        const day = window.monthlyRepaymentDay;
        return t`Day ${day} of the month`;
      }
      const { schedule } = window.repaymentSchedule;
      const count = schedule.length;
      const days = schedule.at(-1)?.repaymentDurationDays ?? 0;
      return t`${count} parts over ${days} days`;
    },
    /** The last day: "Day 30", or the date if the plan has one. */
    lastDay: (window: RepaymentWindow, days: number, dueOn: string): string =>
      window.repaymentType === "FIXED_DATE" ? date(dueOn) : t`Day ${days}`,
    /** The total: "You repay on day 30". */
    repaid: (window: RepaymentWindow, days: number, dueOn: string): string => {
      if (window.repaymentType === "FIXED_DURATION") return t`You repay on day ${days}`;
      if (window.repaymentType === "FIXED_DATE") {
        const day = date(dueOn);
        return t`You repay on ${day}`;
      }
      const count = window.repaymentSchedule.schedule.length;
      return t`You repay in ${count} parts`;
    },
  };
}
