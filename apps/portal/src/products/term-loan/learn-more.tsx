import { Card } from "@inlay/ui/card.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { DetailPage } from "../offers/detail-page.tsx";
import type { OfferView } from "../offers/offer-view.ts";
import { Price } from "../offers/price.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { useOfferQuote } from "../offers/use-offer-quote.ts";
import { PaymentTable } from "./payment-table.tsx";
import { clampedAmount } from "./selected-loan.ts";

/** The total cost, the effective rate and the net proceeds of the loan that the owner looks at, and all of its payments. */
export function TermLoanLearnMore({ offers, offer, amountCents: chosenCents }: OfferView<"TERM_LOAN">) {
  const { t } = useLingui();
  const { money, minus, percentage, share } = useOfferFormats();
  const amountCents = clampedAmount(offer, chosenCents);
  const { terms } = useOfferQuote(offers, offer, amountCents);
  const payoffCents = terms.refiExistingLoanPayoffAmountCents;
  const apr = percentage(terms.apr);
  const amount = money(terms.loanAmountCents);
  return (
    <DetailPage
      title={t`What your loan costs`}
      lead={<Trans>On a loan of {amount}. The figures change with the sliders of your offer.</Trans>}
    >
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2">
        <Card className="grid gap-5">
          <Price label={t`Total cost`} costCents={terms.totalCostCents} apr={terms.apr} />
          <Receipt
            rows={[
              { label: t`Interest`, value: money(terms.totalInterest) },
              { label: t`Origination fee`, value: money(terms.feeAmountCents) },
              { label: t`Total cost`, note: t`APR ${apr}`, value: money(terms.totalCostCents), isTotal: true },
              {
                label: t`Effective rate`,
                note: t`Total cost as a share of the loan amount. It does not count the time, as the APR of ${apr} does.`,
                value: share(terms.effectiveRatePercentage),
              },
            ]}
          />
          <hr className="border-line" />
          <Receipt
            rows={[
              { label: t`Loan amount`, value: amount },
              { label: t`Origination fee`, value: minus(terms.feeAmountCents) },
              ...(payoffCents > 0 ? [{ label: t`Paid to existing debt`, value: minus(payoffCents) }] : []),
              { label: t`Net proceeds`, value: money(terms.netDisbursementAmountCents), isTotal: true },
            ]}
          />
        </Card>
        <Card className="grid gap-4">
          <h2 className="type-subheader">
            <Trans>All payments</Trans>
          </h2>
          <PaymentTable offer={offer} amountCents={amountCents} />
          <p className="type-small">
            <Trans>
              If you pay the loan off early, you pay at most one more month of interest and save the rest. There is no
              fee for it.
            </Trans>
          </p>
        </Card>
      </div>
    </DetailPage>
  );
}
