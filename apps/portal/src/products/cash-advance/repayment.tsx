import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { useLingui } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";

type Price = NonNullable<ShownPrequalification["price"]>;

/** A merchant cash advance takes its share of sales at fixed intervals. */
export function CashAdvanceRepayment({ price }: { price: Price }) {
  const { t } = useLingui();
  const share = useWords().percent(price.repaymentPercentage);
  const words: Record<NonNullable<Price["repaymentFrequency"]>, string> = {
    DAILY: t`${share} of sales, daily`,
    WEEKLY: t`${share} of sales, weekly`,
    BIWEEKLY: t`${share} of sales, every two weeks`,
    MONTHLY: t`${share} of sales, monthly`,
  };
  return price.repaymentFrequency && words[price.repaymentFrequency];
}
