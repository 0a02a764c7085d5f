import { stateName } from "@inlay/contracts/fields/us-state-names.ts";
import type { UsState } from "@inlay/contracts/fields/us-states.ts";
import { disclosureFigures } from "@inlay/lending/disclosures/disclosure-figures.ts";
import { aprTolerance, independentApr } from "@inlay/lending/disclosures/independent-apr.fixture.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DocumentRenderer } from "../providers/document-renderer/port.ts";
import { typstRenderer } from "../providers/document-renderer/typst/adapter.ts";
import { textOf } from "../providers/document-renderer/typst/pdf-text.fixture.ts";
import { agreementData } from "./agreement-data.ts";
import { printed, sampleToDisclose, twoDecimals } from "./forms.fixture.ts";
import { agreementTemplateOf } from "./legal-texts.ts";

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = typstRenderer();
});
afterAll(() => renderer.close());

const signers = [
  { id: "primary", name: "Rosalía Núñez", isPrimary: true },
  { id: "second", name: "Bo Lindqvist", isPrimary: false },
];
const account = {
  institutionName: "First Platypus Bank",
  accountName: "Business Checking",
  accountNumberLast4: "6789",
};

async function agreementOf(product: ProductType, state: UsState, amountCents: number) {
  const offer = sampleToDisclose(state, product, amountCents);
  const { pdf, places } = await renderer.render({
    template: agreementTemplateOf[product],
    language: "en",
    documentId: offer.documentId,
    version: "test",
    issuedAt: offer.issuedAt,
    data: agreementData(offer, signers, account, "4321"),
  });
  const { text } = await textOf(pdf);
  return { text: text.replace(/\s+/g, " "), places, figures: disclosureFigures(offer) };
}

const dollars = (amountCents: number): string =>
  `$${(amountCents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

/** The figures that follow from the sample terms, computed here from their plain rates. */
const agreed: Record<ProductType, (amountCents: number) => string[]> = {
  TERM_LOAN: (amount) => {
    const rate = 0.18 / 12;
    const payment = Math.round((amount * rate) / (1 - (1 + rate) ** -12));
    return [
      dollars(amount),
      "Interest 18 % a year, annual percentage rate",
      `Fee that is withheld ${dollars(amount * 0.03)}`,
      `You receive ${dollars(amount * 0.97)}`,
      `Each payment ${dollars(payment)}`,
    ];
  },
  LOC_TERM_LOAN: (amount) => [
    "Fee for a draw 2 % of the draw",
    "Cost of a draw Flat charge of 12 % of the draw (APR 52.37 %)",
    `Limit ${dollars(amount)}`,
    `You receive ${dollars(amount * 0.98)}`,
  ],
  FAST_PAY: (amount) => [`Limit ${dollars(amount)}`, "30 days 2.75 %", "60 days 5.2 %", "90 days 7.5 %"],
  EXTEND_PAY_PURCHASE_ORDER: (amount) => [`Limit ${dollars(amount)}`, "30 days 2 %", "60 days 3.9 %", "90 days 5.7 %"],
  MCA: (amount) => [
    `Purchase price ${dollars(amount)}`,
    `Purchased amount ${dollars(amount * 1.12)}`,
    "Purchased percentage of receipts 10 %",
  ],
  INTEGRATED_MCA: (amount) => [
    `Purchase price ${dollars(amount)}`,
    `Purchased amount ${dollars(amount * 1.125)}`,
    "Purchased percentage of receipts 15 %",
  ],
};

const titles: Record<ProductType, string> = {
  TERM_LOAN: "Term loan agreement",
  LOC_TERM_LOAN: "Line of credit agreement",
  FAST_PAY: "Invoice financing agreement",
  EXTEND_PAY_PURCHASE_ORDER: "Accounts payable financing agreement",
  MCA: "Purchase of future receipts agreement",
  INTEGRATED_MCA: "Purchase of future receipts agreement",
};

/** What an early payment costs, in the words of the kind of prepayment that the disclosure describes. */
const early: Record<ProductType, RegExp> = {
  TERM_LOAN: /interest of the current month at most/,
  LOC_TERM_LOAN: /one month of the flat charge at most/,
  FAST_PAY: /fee for the remaining days is given back/,
  EXTEND_PAY_PURCHASE_ORDER: /fee for the remaining days is given back/,
  MCA: /rest of the purchased amount at any time. There is no discount/,
  INTEGRATED_MCA: /rest of the purchased amount at any time. There is no discount/,
};

describe.each(["CA", "OH"] as const)("agreement set in %s", (state) => {
  it.each(productTypes)("of %s prints the figures of the stored terms at the chosen amount", async (product) => {
    const amountCents = 4_000_000;
    const { text } = await agreementOf(product, state, amountCents);
    for (const figure of agreed[product](amountCents)) expect(text).toContain(figure);
    expect(text).toContain(`Governing law State of ${stateName(state, "en")}`);
  });

  it.each(productTypes)("of %s prints the cost and the payments of the stored terms", async (product) => {
    const { text, figures } = await agreementOf(product, state, 4_000_000);
    const { payment, financeChargeCents, totalOfPaymentsCents, aprPercentage } = figures;
    for (const figure of [
      `Finance charge ${printed(financeChargeCents)}`,
      `Annual percentage rate ${twoDecimals(aprPercentage)} %`,
      `Number of payments ${payment.count}`,
      `Each payment ${printed(payment.amountCents)}`,
      `Last payment ${printed(payment.lastAmountCents)}`,
      `${isAdvance(product) ? "Purchased amount" : "Total of payments"} ${printed(totalOfPaymentsCents)}`,
      `Funding provided ${printed(figures.fundingProvidedCents)}`,
    ])
      expect(text).toContain(figure);
    expect(totalOfPaymentsCents).toBe(figures.fundingProvidedCents + financeChargeCents);
    expect(Math.abs(aprPercentage - independentApr(figures))).toBeLessThanOrEqual(aprTolerance(figures));
    for (const plan of figures.plans)
      expect(text).toContain(`${plan.days} days ${plan.feePercentage} % ${twoDecimals(plan.aprPercentage)} %`);
  });

  it.each(productTypes)(
    "of %s says in clause 2.3, which the disclosures name, what paying early costs",
    async (product) => {
      const { text } = await agreementOf(product, state, 4_000_000);
      const [, clause = ""] = / 2\.3 (.*?)(?: \d\. | \d\.\d )/.exec(text) ?? [];
      expect(clause).toMatch(early[product]);
    },
  );

  it.each(productTypes)(
    "of %s has agreement, guaranties, authorization and terms, named as samples",
    async (product) => {
      const { text, places } = await agreementOf(product, state, 4_000_000);
      expect(text).toContain(titles[product]);
      expect(text).toContain(isAdvance(product) ? "Guaranty of performance" : "Guaranty Sample text");
      expect(text).toContain(product === "INTEGRATED_MCA" ? "Authorization to split sales" : "ACH authorization");
      expect(text).toContain("Terms Sample text");
      // The agreement, a guaranty of each owner, the authorization and the terms.
      expect(text.match(/Sample text for review by counsel/g)).toHaveLength(5);
      // Whoever guarantees does so as an owner.
      expect(text).toContain("Capacity Primary owner");
      expect(text).toContain("Capacity Owner");
      const signatures = places.filter(({ kind }) => kind === "SIGNATURE").map(({ signer }) => signer);
      expect(signatures).toEqual(["primary", "second", "primary", "second", "primary"]);
    },
  );

  it.each(productTypes)(
    "of %s names the account by its last four digits, and the tax id by its last four",
    async (product) => {
      const { text } = await agreementOf(product, state, 4_000_000);
      expect(text).toContain("First Platypus Bank");
      expect(text).toContain("Ending in 6789");
      expect(text).toContain("EIN ending in 4321");
    },
  );
});

describe.each(["CA", "OH"] as const)("words of the agreement sets in %s", (state) => {
  it.each(["MCA", "INTEGRATED_MCA"] as const)(
    "%s: nothing is called a loan, interest or borrowing",
    async (product) => {
      const { text } = await agreementOf(product, state, 4_000_000);
      expect(text).not.toMatch(/\b(loan|lend|interest|borrow)/i);
    },
  );

  it.each(["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)(
    "%s: a flat charge or fee is not called interest, and no monthly rate is named",
    async (product) => {
      const { text } = await agreementOf(product, state, 4_000_000);
      expect(text).not.toMatch(/\binterest\b/i);
      expect(text).not.toMatch(/% (a|per|each) month|monthly rate/i);
    },
  );
});

describe("agreement set of a term loan", () => {
  it("has a schedule whose payments add up to the total of payments", async () => {
    const { text } = await agreementOf("TERM_LOAN", "CA", 4_000_000);
    const [, schedule = ""] = text.split("Payment schedule");
    const rows = schedule.match(/\d+ [A-Z][a-z]+ \d+, \d{4} \$[\d,.]+/g) ?? [];
    expect(rows).toHaveLength(12);
    const paid = rows.map((row) => Math.round(100 * Number(row.replace(/.*\$/, "").replaceAll(",", ""))));
    const total = paid.reduce((sum, one) => sum + one, 0);
    expect(text).toContain(`Total of payments ${dollars(total)}`);
  });
});
