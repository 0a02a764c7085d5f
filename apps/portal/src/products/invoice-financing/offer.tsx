import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { useLingui } from "@lingui/react/macro";
import { OfferPlans } from "../offer-plans.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** A limit for invoices. The owner receives a part of each invoice at once. */
export function InvoiceFinancingOffer({ terms }: { terms: TermsOf<"FAST_PAY"> }) {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  return (
    <OfferPlans
      terms={terms}
      words={(plan) => ({
        received: t`You receive`,
        rate: { label: t`Of each invoice you receive`, value: share(plan.advanceRatePercentage) },
      })}
    />
  );
}
