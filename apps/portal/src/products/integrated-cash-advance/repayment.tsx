import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Trans } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";

/** An integrated cash advance is settled with each sale. */
export function IntegratedCashAdvanceRepayment({ prequalification }: { prequalification: ShownPrequalification }) {
  const share = useWords().percent(prequalification.repaymentPercentage ?? "0");
  return <Trans>{share} of sales until repaid</Trans>;
}
