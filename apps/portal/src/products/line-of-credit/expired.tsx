import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { Rates } from "../offers/price.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useLineWords } from "./line-words.ts";

/** What was offered: the limit and the prices of a draw, with the APR of a draw of the whole line. */
export function LineOfCreditExpired({ offers: [offer] }: { offers: OffersOf<"LOC_TERM_LOAN"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  const { term, chargeName, rates, fee, maintenance, apr } = useLineWords(offer);
  const withApr = <span className="whitespace-nowrap">{t`APR ${apr}`}</span>;
  return (
    <ExpiredOffer label={t`Credit limit`} amount={dollars(offer.pricing.approvedLimitCents)}>
      <Receipt
        rows={[
          { label: t`Repayment term of each draw`, value: term },
          { label: chargeName, note: withApr, value: <Rates rates={rates} /> },
          { label: t`Draw fee`, note: withApr, value: fee },
          ...(maintenance
            ? [
                {
                  label: t`Maintenance fee`,
                  note: (
                    <>
                      {maintenance.basis} · {withApr}
                    </>
                  ),
                  value: maintenance.aMonth,
                },
              ]
            : []),
          { label: t`APR, whole line drawn at once`, value: apr },
        ]}
      />
    </ExpiredOffer>
  );
}
