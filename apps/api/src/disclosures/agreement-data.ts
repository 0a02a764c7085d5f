import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { disclosureFigures } from "@inlay/lending/disclosures/disclosure-figures.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { apr, date, kinds, money, percentage } from "./form-data.ts";
import type { ToDisclose } from "./render-disclosure.ts";

export type AgreementSigner = { id: string; name: string; role: string };

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** What the figures of a product without a fixed schedule assume. */
function assumption(product: ProductType): string {
  if (product === "TERM_LOAN") return "";
  return isAdvance(product) ? ", estimated from past sales" : ", if the whole limit is used at once";
}

/** What the template of the agreement prints: the figures of the disclosure, and the schedule where it is fixed. */
export function agreementData(
  { documentId, issuedAt, state, parties, ...offer }: ToDisclose,
  signers: readonly AgreementSigner[],
): Record<string, unknown> {
  const { terms, amountCents, pricedOn } = offer;
  const figures = disclosureFigures(offer);
  const { payment, penalties } = figures;
  const { lender, business } = parties;
  const late = penalties && `${percentage(penalties.late.percentage)}, at most ${money(penalties.late.capCents)}`;
  const figuresShown: [string, string][] = [
    ["Finance charge", money(figures.financeChargeCents)],
    ["Annual percentage rate", apr(figures.aprPercentage)],
    ["Number of payments", String(payment.count)],
    ["Each payment", money(payment.amountCents)],
    ["Last payment", money(payment.lastAmountCents)],
    ["Total of payments", money(figures.totalOfPaymentsCents)],
  ];
  const rows: [string, string][] = [
    [capital(kinds[terms.productType].amountName), money(figures.amountCents)],
    ["Funding provided", money(figures.fundingProvidedCents)],
    ["You receive", money(figures.recipientFundsCents)],
    ...figuresShown.map(([label, value]): [string, string] => [`${label}${assumption(terms.productType)}`, value]),
    ["Late fee", late ?? "None"],
    ["Returned payment fee", penalties ? money(penalties.returnedPaymentCents) : "None"],
    ["Law of the state of", state],
  ];
  // The payments of a line follow its draws, and those of an advance follow the sales.
  const schedule =
    terms.productType === "TERM_LOAN"
      ? quoteTermLoan(terms, { loanAmountCents: amountCents, fundedOn: pricedOn }, plainWorksheet).schedule
      : [];
  return {
    sender: lender.name,
    agreementNumber: documentId,
    dated: date(dateAt(issuedAt)),
    lender: { name: lender.name, address: [lender.address, lender.license, lender.contact].filter(Boolean).join("\n") },
    business,
    signers,
    terms: rows.map(([label, value]) => ({ label, value })),
    schedule: schedule.map(({ dueOn, paymentCents }) => ({ due: date(dueOn), amount: money(paymentCents) })),
  };
}
