import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import { Trans } from "@lingui/react/macro";
import { useWords } from "../../shared/language/words.ts";

/** An integrated cash advance is settled with each sale. */
export function IntegratedCashAdvanceRepayment({ price }: { price: NonNullable<ShownPrequalification["price"]> }) {
  const share = useWords().percent(price.repaymentPercentage);
  return <Trans>{share} of each card sale</Trans>;
}
