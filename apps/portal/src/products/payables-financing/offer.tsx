import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { useLingui } from "@lingui/react/macro";
import { OfferPlans } from "../offer-plans.tsx";

/** A limit for bills. The supplier is paid the whole bill. */
export function PayablesFinancingOffer({ terms }: { terms: TermsOf<"EXTEND_PAY_PURCHASE_ORDER"> }) {
  const { t } = useLingui();
  return <OfferPlans terms={terms} words={() => ({ received: t`Your suppliers receive`, rate: null })} />;
}
