import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { ComparePage } from "../offers/compare-page.tsx";
import type { OfferView } from "../offers/offer-view.ts";
import { clampedAmount } from "./selected-loan.ts";

/** The loan beside an offer that the owner has from elsewhere. */
export function TermLoanCompare({ offer, amountCents: chosenCents }: OfferView<"TERM_LOAN">) {
  const { t } = useLingui();
  const amountCents = clampedAmount(offer, chosenCents);
  const request = { loanAmountCents: cents(amountCents), fundedOn: businessDate(offer.pricedOn) };
  const quote = quoteTermLoan(offer.pricing, request, plainWorksheet);
  return (
    <ComparePage
      lead={
        <Trans>
          Your term loan beside an offer that you have from elsewhere, such as a cash advance. Type its figures, and we
          do the arithmetic the same way for both.
        </Trans>
      }
      own={{
        name: t`Your term loan`,
        subject: t`The loan`,
        costCents: quote.totalCostCents,
        apr: quote.aprPercentage,
        amountCents,
        receivedCents: quote.amountFinancedCents,
        payments: quote.schedule.map(({ dueOn, paymentCents }) => ({ dueOn, amountCents: paymentCents })),
        frequency: "MONTHLY",
        isFixed: true,
      }}
      from={offer.pricedOn}
      firstFrequency="DAILY"
    />
  );
}
