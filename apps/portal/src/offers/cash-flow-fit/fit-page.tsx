import { useLingui } from "@lingui/react/macro";
import { DetailPage } from "../../products/offers/detail-page.tsx";
import type { AnyOffer } from "../../products/product-offers.ts";
import { CashFlowFit } from "./cash-flow-fit.tsx";
import { useFitTitle } from "./fit-words.ts";

/** The page that an owner opens from the summary of an offer. */
export function FitPage({ offer, amountCents }: { offer: AnyOffer; amountCents: number }) {
  const { t } = useLingui();
  return (
    <DetailPage
      title={useFitTitle(offer.terms.productType)}
      lead={t`The balances of your own accounts, day by day, and what would have been left of them after each payment.`}
    >
      <CashFlowFit offerId={offer.id} amountCents={amountCents} />
    </DetailPage>
  );
}
