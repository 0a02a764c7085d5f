import { sampleLender } from "@inlay/contracts/lender-of-record.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { DisclosureFigures } from "@inlay/lending/disclosures/disclosure-figures.ts";
import type { DisclosureField, DisclosureForm, FormFamily } from "@inlay/lending/disclosures/rule-packs.ts";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { ToDisclose } from "./render-disclosure.ts";

/** An offer of a product in a state, for a made-up business. */
export const sampleToDisclose = (
  state: string,
  product: ProductType,
  amount: number,
  isRefinancing = false,
): ToDisclose => ({
  documentId: "0199c0de-0000-7000-8000-000000000001",
  issuedAt: new Date("2026-11-18T15:00:00Z"),
  state,
  terms: sampleOffer(product, amount, isRefinancing),
  amountCents: cents(amount),
  markupPercentage: "0.5",
  pricedOn: businessDate("2026-11-18"),
  parties: {
    lender: {
      name: sampleLender.name,
      address: sampleLender.address,
      license: "License 60DBO-00000",
      contact: "help@inlay.example",
    },
    business: { name: "Harbor Bakery LLC", address: "12 Main Street, Austin, TX 78701" },
    platform: "Larkspur",
    signer: { id: "primary", name: "Rosalía Núñez" },
  },
});

const aprLabels: Partial<Record<DisclosureField, string>> = {
  fundingProvided: "Funding provided",
  recipientFunds: "Recipient funds",
  apr: "Annual Percentage Rate (APR)",
  financeCharge: "Finance charge",
  totalOfPayments: "Total payment amount",
  payment: "Payment",
  averageMonthlyCost: "Average monthly cost",
  term: "Term",
  prepayment: "Prepayment",
  avoidableFees: "Avoidable fees",
  collateral: "Collateral",
  renewal: "Renewal",
};

/** The label of each field, written again from the laws. */
const labels: Record<FormFamily, Partial<Record<DisclosureField, string>>> = {
  CLOSED_END: aprLabels,
  OPEN_END: aprLabels,
  SALES_BASED: {
    ...aprLabels,
    apr: "Estimated Annual Percentage Rate (APR)",
    financeCharge: "Estimated finance charge",
    totalOfPayments: "Estimated total payment amount",
    payment: "Estimated payment",
    averageMonthlyCost: "Estimated average monthly cost",
    term: "Estimated term",
  },
  COST_SUMMARY: {
    fundingProvided: "Total funds provided",
    recipientFunds: "Total funds disbursed",
    financeCharge: "Total dollar cost",
    totalOfPayments: "Total of payments",
    // "First payment", or "Estimated first payment" of an advance.
    payment: "irst payment",
    prepayment: "Prepayment",
  },
  SALES_BASED_SUMMARY: {
    fundingProvided: "Total amount of the financing",
    recipientFunds: "Disbursement amount",
    financeCharge: "Finance charge",
    totalOfPayments: "Total repayment amount",
    payment: "Estimated payments",
    term: "Estimated term",
    prepayment: "Prepayment",
    avoidableFees: "Other potential fees",
    collateral: "Collateral",
    brokerCompensation: "Broker compensation",
    renewal: "Renewal",
    contact: "Contact",
  },
};

/** Cents as the form prints them, by another way than the form's. */
export const printed = (amount: number): string => {
  const digits = String(amount).padStart(3, "0");
  return `$${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-2)}`;
};

/** A figure with four decimals as the form prints it, half up. */
export const twoDecimals = (figure: number): string => (Math.round(Math.round(figure * 10_000) / 100) / 100).toFixed(2);

/** What a form must print for each of its fields: the label with its value right behind it, and what else belongs to it. */
export function requiredTexts(
  { family, fields }: DisclosureForm,
  figures: DisclosureFigures,
): [DisclosureField, string][] {
  const { payment, renewal, averageMonthlyCostCents, penalties, term } = figures;
  const isLong = term.years > 1 || (term.years === 1 && term.months > 0);
  const value: Record<DisclosureField, string[]> = {
    fundingProvided: [printed(figures.fundingProvidedCents)],
    recipientFunds: [
      printed(figures.recipientFundsCents),
      ...(figures.itemization.length > 1
        ? ["Itemization of the amount financed", ...figures.itemization.map((line) => printed(line.amountCents))]
        : []),
    ],
    apr: [`${twoDecimals(figures.aprPercentage)} %`],
    financeCharge: [printed(figures.financeChargeCents)],
    totalOfPayments: [printed(figures.totalOfPaymentsCents)],
    payment: [
      printed(payment.amountCents),
      payment.manner === "SPLIT" ? "Larkspur withholds it" : "debited from your bank account",
      payment.frequency === "ONCE" ? "One payment" : printed(payment.lastAmountCents),
      ...(figures.sales ? ["last 6 full months", "(historical method)", "corrected to"] : []),
    ],
    averageMonthlyCost: [averageMonthlyCostCents === null ? "None" : printed(averageMonthlyCostCents)],
    term: [isLong ? `${term.years} year` : `${term.days} days`],
    prepayment: ["No", printed(figures.prepayment.atMostCents), "clause 2.3"],
    avoidableFees: penalties
      ? ["Not in the finance charge", `${penalties.late.percentage} %`, printed(penalties.returnedPaymentCents)]
      : ["None"],
    collateral: ["Required", "UCC-1"],
    brokerCompensation: [
      figures.brokerCompensationCents === 0 ? "None" : printed(figures.brokerCompensationCents),
      "paid",
    ],
    renewal: renewal
      ? [`Yes, ${printed(renewal.unpaidChargeCents)}`, "double dipping", printed(renewal.payoffCents)]
      : ["No renewal"],
    contact: ["Inlay Funding LLC", "help@inlay.example"],
    signature: ["Signature of Rosalía Núñez", "Date"],
  };
  return fields.flatMap((field) => {
    const [first = "", ...others] = value[field];
    const label = labels[family][field];
    const texts = label ? [`${label} ${first}`, ...others] : [first, ...others];
    return texts.map((text): [DisclosureField, string] => [field, text]);
  });
}

/** The text of a page without its line breaks. */
export const flattened = (text: string): string => text.replace(/[\s\u200b]+/g, " ");
