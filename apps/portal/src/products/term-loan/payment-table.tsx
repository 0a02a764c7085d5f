import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { useLingui } from "@lingui/react/macro";
import type { OfferOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

type PaymentTableProps = { offer: OfferOf<"TERM_LOAN">; amountCents: number };

/** Every payment of the loan with its parts. */
export function PaymentTable({ offer, amountCents }: PaymentTableProps) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const request = { loanAmountCents: cents(amountCents), fundedOn: businessDate(offer.pricedOn) };
  const { schedule } = quoteTermLoan(offer.pricing, request, plainWorksheet);
  return (
    // Smaller on a phone, so that all columns are in view.
    <div className="min-w-0 max-sm:text-tiny">
      <DataTable
        label={t`All payments`}
        columns={[
          { id: "date", label: t`Date`, cell: ({ dueOn }) => shortDate(dueOn), isRowHeader: true },
          { id: "payment", label: t`Payment`, cell: ({ paymentCents }) => money(paymentCents), isFigure: true },
          { id: "principal", label: t`Loan`, cell: ({ principalCents }) => money(principalCents), isFigure: true },
          { id: "interest", label: t`Interest`, cell: ({ interestCents }) => money(interestCents), isFigure: true },
        ]}
        rows={schedule}
        rowKey={({ number }) => String(number)}
      />
    </div>
  );
}
