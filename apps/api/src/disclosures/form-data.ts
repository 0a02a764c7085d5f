import { type BusinessDate, partsOf } from "@inlay/lending/calendar/business-date.ts";
import type { DisclosureFigures, ItemizationLine } from "@inlay/lending/disclosures/disclosure-figures.ts";
import type { DisclosureForm } from "@inlay/lending/disclosures/rule-packs.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { type Decimal, decimal } from "@inlay/lending/money/fraction.ts";
import { toFixedDecimals } from "@inlay/lending/money/rounding.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";

/** Who is named on a form. */
export type Parties = {
  lender: { name: string; address: string; license: string; contact: string };
  business: { name: string; address: string };
  platform: string;
  /** The person who signs, by the id that the signature's place carries. */
  signer: { id: string; name: string };
};

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
export const money = (amountCents: Cents): string => dollars.format(amountCents / 100);
const moneyOrNone = (amountCents: Cents): string | null => (amountCents === 0 ? null : money(amountCents));
/** The space does not break, so that a sign never begins a line. */
export const percentage = (value: Decimal): string => `${String(Number(value))}\u00a0%`;
/** An APR is stored with four decimals and shown with two. */
export const apr = (value: number): string => `${toFixedDecimals(decimal(value.toFixed(4)), 2)}\u00a0%`;

const monthNames = "January February March April May June July August September October November December".split(" ");
export const date = (day: BusinessDate): string => {
  const parts = partsOf(day);
  return `${monthNames[parts.month - 1]} ${parts.day}, ${parts.year}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The laws ask for days up to one year, and for years and months otherwise. */
const termText = ({ days, years, months }: DisclosureFigures["term"]): string => {
  if (years === 0 || (years === 1 && months === 0)) return counted(days, "day");
  return months === 0 ? counted(years, "year") : `${counted(years, "year")} ${counted(months, "month")}`;
};

/** What the templates call a product, and its amount. */
export const kinds: Record<ProductType, { kind: string; amountName: string }> = {
  TERM_LOAN: { kind: "LOAN", amountName: "loan" },
  LOC_TERM_LOAN: { kind: "LINE", amountName: "limit" },
  FAST_PAY: { kind: "INVOICES", amountName: "limit" },
  EXTEND_PAY_PURCHASE_ORDER: { kind: "BILLS", amountName: "limit" },
  MCA: { kind: "ADVANCE", amountName: "advance" },
  INTEGRATED_MCA: { kind: "ADVANCE", amountName: "advance" },
};

const useOf = (to: ItemizationLine["to"], product: ProductType): string => {
  if (to === "FEE") return "Fee that is withheld (prepaid finance charge)";
  if (to === "OWN_DEBT") return "Paid to us for your earlier financing";
  if (to === "OTHER_LENDER") return "Paid to another creditor for you";
  return product === "EXTEND_PAY_PURCHASE_ORDER" ? "Paid to your vendor" : "Paid to you";
};

/** What the templates print: the texts of the rule pack, and every figure as text. */
export function formData(
  { pack, fields }: DisclosureForm,
  figures: DisclosureFigures,
  { lender, business, platform, signer }: Parties,
): Record<string, unknown> {
  const { productType, payment, term, penalties, renewal, sales, draw } = figures;
  const { kind, amountName } = kinds[productType];
  return {
    sender: lender.name,
    license: lender.license,
    contact: lender.contact,
    business,
    platform,
    signer,
    title: pack.title,
    stateName: pack.stateName,
    law: pack.law,
    fields,
    kind,
    amountName,
    amount: money(figures.amountCents),
    pricedOn: date(term.fundedOn),
    fundingProvided: money(figures.fundingProvidedCents),
    recipientFunds: money(figures.recipientFundsCents),
    itemization: figures.itemization.map(({ to, amountCents }) => [useOf(to, productType), money(amountCents)]),
    apr: apr(figures.aprPercentage),
    financeCharge: money(figures.financeChargeCents),
    totalOfPayments: money(figures.totalOfPaymentsCents),
    payment: {
      amount: money(payment.amountCents),
      last: money(payment.lastAmountCents),
      count: payment.count,
      frequency: payment.frequency,
      manner: payment.manner,
      firstDue: date(payment.firstDueOn),
    },
    averageMonthlyCost:
      figures.averageMonthlyCostCents === null
        ? "None: the term is at most a month"
        : money(figures.averageMonthlyCostCents),
    term: { days: term.days, text: termText(term) },
    prepayment: { kind: figures.prepayment.kind, atMost: money(figures.prepayment.atMostCents) },
    penalties: penalties && {
      latePercentage: percentage(penalties.late.percentage),
      lateCap: money(penalties.late.capCents),
      returned: money(penalties.returnedPaymentCents),
    },
    brokerCompensation: moneyOrNone(figures.brokerCompensationCents),
    renewal: renewal && { payoff: money(renewal.payoffCents), unpaid: moneyOrNone(renewal.unpaidChargeCents) },
    sales: sales && {
      percentage: percentage(sales.percentage),
      averageMonthly: money(sales.averageMonthlyCents),
      months: sales.months,
    },
    draw: draw && {
      charge: percentage(draw.chargePercentage),
      fee: percentage(draw.feePercentage),
      maintenanceFee: moneyOrNone(draw.maintenanceFeeCents),
      lineDays: draw.lineDays,
    },
    plans: figures.plans.map((plan) => ({
      days: String(plan.days),
      fee: percentage(plan.feePercentage),
      apr: apr(plan.aprPercentage),
    })),
  };
}
