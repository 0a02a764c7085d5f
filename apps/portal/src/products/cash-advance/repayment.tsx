import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { useLingui } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";

/** A merchant cash advance takes its share of sales at fixed intervals. */
export function CashAdvanceRepayment({ prequalification }: { prequalification: ShownPrequalification }) {
  const { repaymentPercentage, repaymentFrequency } = prequalification;
  const { t } = useLingui();
  const share = useWords().percent(repaymentPercentage ?? "0");
  const words: Record<RepaymentFrequency, string> = {
    DAILY: t`${share} of daily sales until repaid`,
    WEEKLY: t`${share} of weekly sales until repaid`,
    BIWEEKLY: t`${share} of biweekly sales until repaid`,
    MONTHLY: t`${share} of monthly sales until repaid`,
  };
  return repaymentFrequency && words[repaymentFrequency];
}
