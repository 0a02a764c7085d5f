import { stateName } from "@inlay/contracts/fields/us-state-names.ts";
import type { UsState } from "@inlay/contracts/fields/us-states.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type DisclosureFigures, disclosureFigures } from "@inlay/lending/disclosures/disclosure-figures.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { quoteTermLoan } from "@inlay/lending/products/term-loan/quote.ts";
import { apr, date, kinds, money, percentage } from "./form-data.ts";
import type { ToDisclose } from "./render-disclosure.ts";

export type AgreementSigner = { id: string; name: string; isPrimary: boolean };

/** The account that is credited and debited. Of its number only the last four digits are printed. */
export type AgreementAccount = { institutionName: string | null; accountName: string; accountNumberLast4: string };

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** What the figures of the payments assume, as the heading of their table. */
const headings: Record<ProductType, string> = {
  TERM_LOAN: "Cost and payments",
  LOC_TERM_LOAN: "Cost and payments if the whole limit is drawn at once",
  FAST_PAY: "Cost and payments if one invoice uses the whole limit",
  EXTEND_PAY_PURCHASE_ORDER: "Cost and payments if one bill uses the whole limit",
  MCA: "Estimates from past sales",
  INTEGRATED_MCA: "Estimates from past sales",
};

/** The prices of the product. No figure is called a rate without the annual percentage rate beside it. */
function prices({ terms }: ToDisclose, { itemization, aprPercentage, draw }: DisclosureFigures): [string, string][] {
  const fees = itemization.filter(({ to }) => to === "FEE").map(({ amountCents }) => money(amountCents));
  const withheld = fees.map((fee): [string, string] => ["Fee that is withheld", fee]);
  if (terms.productType === "TERM_LOAN") {
    const yearly = percentage(terms.interestRatePercentage);
    return [["Interest", `${yearly} a year, annual percentage rate ${apr(aprPercentage)}`], ...withheld];
  }
  if (!draw) return withheld;
  return [
    [
      "Cost of a draw",
      `Flat charge of ${percentage(String(draw.chargePercentage))} of the draw (APR ${apr(aprPercentage)})`,
    ],
    ["Fee for a draw", `${percentage(draw.feePercentage)} of the draw`],
    [
      "Maintenance fee each month",
      draw.maintenanceFeeCents === 0 ? "None" : `At most ${money(draw.maintenanceFeeCents)}`,
    ],
    ["Line is open for", `${draw.lineDays} days`],
  ];
}

const toRow = ([label, value]: [string, string]) => ({ label, value });

const capacityOf = ({ isPrimary }: AgreementSigner): string => (isPrimary ? "Primary owner" : "Owner");

/**
 * What the templates of an agreement set print: the figures of the disclosure, the schedule where it is fixed, and the account. Everybody
 * who signs for the business is an owner of it and guarantees as such.
 */
export function agreementData(
  toDisclose: ToDisclose,
  signers: readonly AgreementSigner[],
  account: AgreementAccount | null,
  tinLast4: string | null,
): Record<string, unknown> {
  const { documentId, issuedAt, state, parties, terms, amountCents, pricedOn } = toDisclose;
  const figures = disclosureFigures(toDisclose);
  const { payment, penalties, sales } = figures;
  const { lender, business } = parties;
  const late =
    penalties &&
    `${percentage(penalties.late.percentage)} of the late payment, at most ${money(penalties.late.capCents)}`;
  // What an advance buys is fixed. Only the time that it takes is estimated.
  const purchase: [string, string][] = sales
    ? [
        ["Purchased amount", money(figures.totalOfPaymentsCents)],
        ["Purchased percentage of receipts", percentage(sales.percentage)],
      ]
    : [];
  const agreed: [string, string][] = [
    [sales ? "Purchase price" : capital(kinds[terms.productType].amountName), money(figures.amountCents)],
    ...purchase,
    ...prices(toDisclose, figures),
    ["Funding provided", money(figures.fundingProvidedCents)],
    [
      terms.productType === "EXTEND_PAY_PURCHASE_ORDER" ? "Your vendor receives" : "You receive",
      money(figures.recipientFundsCents),
    ],
    ["Late fee", late ?? "None"],
    ["Returned payment fee", penalties ? money(penalties.returnedPaymentCents) : "None"],
    ["Governing law", `State of ${stateName(state as UsState, "en")}`],
  ];
  const cost: [string, string][] = [
    ["Finance charge", money(figures.financeChargeCents)],
    ["Annual percentage rate", apr(figures.aprPercentage)],
    ["Number of payments", String(payment.count)],
    ["Each payment", money(payment.amountCents)],
    ["Last payment", money(payment.lastAmountCents)],
    ...(sales ? [] : [["Total of payments", money(figures.totalOfPaymentsCents)] as [string, string]]),
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
    business: {
      name: business.name,
      address: business.address,
      taxId: tinLast4 === null ? "" : `EIN ending in ${tinLast4}`,
    },
    signers: signers.map((signer) => ({
      id: signer.id,
      name: signer.name,
      role: `For the business, as ${signer.isPrimary ? "its primary owner" : "an owner"}`,
    })),
    guarantors: signers.map((signer) => ({ id: signer.id, name: signer.name, capacity: capacityOf(signer) })),
    terms: agreed.map(toRow),
    cost: { heading: headings[terms.productType], rows: cost.map(toRow) },
    plans: figures.plans.map((plan) => ({
      days: String(plan.days),
      fee: percentage(plan.feePercentage),
      apr: apr(plan.aprPercentage),
    })),
    schedule: schedule.map(({ dueOn, paymentCents }) => ({ due: date(dueOn), amount: money(paymentCents) })),
    account: {
      institution: account?.institutionName ?? "The bank that the business has linked",
      name: account?.accountName ?? "The account that the business has chosen",
      number: account ? `Ending in ${account.accountNumberLast4}` : "As chosen by the business",
    },
  };
}
