import { cents } from "@inlay/lending/money/cents.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";
import type { OfferOf } from "../products/offers/offer-view.ts";
import { pagesOf } from "../products/product-offers.ts";
import { ChooseOffer } from "./choose-offer.tsx";
import { groupOf, licenseLine, offerOf, rendered, type Surroundings } from "./rendered.fixture.tsx";

type PageName = "Summary" | "LearnMore" | "Compare" | "Expired";

/** A page about these offers, of which the first one is looked at. */
function pageOf(name: PageName, offers: readonly OfferOf<ProductType>[], { frame, ...around }: Surroundings = {}) {
  const [offer] = offers;
  if (!offer) throw new RangeError("no offer");
  const product = offer.terms.productType;
  const Page = pagesOf(offer as never)[name] as ComponentType<object>;
  return rendered(<Page {...{ offers, offer, amountCents: null, planId: null, onChoose: () => undefined }} />, {
    ...around,
    frame: { product, ...frame },
  });
}

const debt = { debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: cents(2_000_000) } as const;
const replaced = { refinancedIssuedProductId: "old", principalCents: cents(800_000), feeCents: cents(30_000) };
const loan = offerOf("TERM_LOAN");
const longLoan = offerOf("TERM_LOAN", {
  id: "0f7f7b5e-0000-4000-8000-000000000002",
  pricing: {
    durationDays: 540,
    interestRatePercentage: "21",
    feePercentage: "2",
    maxLoanAmountCents: cents(4_000_000),
  },
});
const line = offerOf("LOC_TERM_LOAN");
const advance = offerOf("MCA");

describe.each(productTypes)("offer of %s", (product) => {
  const offer = offerOf(product);

  it.each(["Summary", "LearnMore", "Compare"] as const)(
    "has a %s page, with the licensing statement in its footer, in both languages",
    async (name) => {
      const [english, spanish] = [await pageOf(name, [offer]), await pageOf(name, [offer], { language: "es" })];
      expect(english.title).not.toBe("");
      expect(spanish.title).not.toBe(english.title);
      // The license is for loans, so the statement of an advance is without it.
      const ending = isAdvance(product) ? "Inlay Funding LLC." : licenseLine;
      for (const { text } of [english, spanish]) expect(text.endsWith(ending)).toBe(true);
    },
  );

  it("that is expired shows an 'Expired' stamp, and cannot be selected or continued", async () => {
    const open = await pageOf("Summary", [offer]);
    expect(open.text).not.toContain("Expired");
    const expired = await pageOf("Summary", [offer], { frame: { isExpired: true } });
    expect(expired.text).toContain("Expired");
    expect(expired.buttonsOff).toContain("Continue with offer");
    expect(expired.sliders.filter(({ isOff }) => !isOff)).toEqual([]);
    expect((await pageOf("Expired", [offer])).text).toContain("Expired");
  });
});

describe("'Continue with offer'", () => {
  const confirmed: Surroundings = { answers: [[["quote", advance.id, 2_000_000], { terms: advance.terms }]] };
  const selection = { select: () => undefined, isPending: false, error: null };

  it("can be pressed once the figures are the server's", async () => {
    expect((await pageOf("Summary", [advance], confirmed)).buttonsOff).not.toContain("Continue with offer");
  });

  it.each<[string, Surroundings]>([
    ["the figures are not confirmed", {}],
    ["the offer has expired", { ...confirmed, frame: { isExpired: true } }],
    ["the offer is submitted", { ...confirmed, frame: { selection: { ...selection, isPending: true } } }],
  ])("is disabled while %s", async (_, around) => {
    expect((await pageOf("Summary", [advance], around)).buttonsOff).toContain("Continue with offer");
  });

  it("is disabled with no selection: of expired offers none can be selected", async () => {
    const choose = (isExpired: boolean) =>
      rendered(
        <ChooseOffer
          groups={[groupOf(loan, longLoan)]}
          chosen={[]}
          isExpired={() => isExpired}
          takesFocus={false}
          onBack={() => undefined}
          onContinue={() => undefined}
        />,
      );
    const open = await choose(false);
    expect(open.buttonsOff).toEqual([]);
    expect(open.radios).toEqual([
      { isOff: false, isChecked: true },
      { isOff: false, isChecked: false },
    ]);
    const expired = await choose(true);
    expect(expired.buttonsOff).toEqual(["Continue with offer"]);
    expect(expired.radios.map(({ isOff, isChecked }) => isOff && !isChecked)).toEqual([true, true]);
    expect(expired.text.match(/Expired/g)).toHaveLength(2);
  });

  it.each([
    ["en", "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience."],
    ["es", "Ocurrió un error. Comuníquese con nosotros o inténtelo más tarde. Disculpe las molestias."],
  ] as const)("has the generic message beside it after a failure, in %s", async (language, message) => {
    const frame = { selection: { ...selection, error: new Error("lost") } };
    expect((await pageOf("Summary", [advance], { ...confirmed, frame, language })).text).toContain(message);
  });
});

describe("term loan", () => {
  it("summary: 'You're approved!' with loan amount, monthly payment and term, interest per month and per year, origination fee", async () => {
    const { title, rows } = await pageOf("Summary", [loan]);
    expect(title).toBe("You're approved!");
    expect(rows).toEqual([
      ["Loan amount", "$50,000.00"],
      ["Origination fee (3%)", "−$1,500.00"],
      ["You receive", "$48,500.00"],
      ["Monthly payment, 12 times First Dec 18, 2026 · last Nov 18, 2027", "$4,584.00"],
      ["Interest 1.50% a month · 18% a year · APR 23.91%", "$5,007.99"],
      ["Origination fee", "$1,500.00"],
      ["You repay in total", "$55,007.99"],
      ["Total cost", "$6,507.99"],
      ["APR", "23.91%"],
    ]);
  });

  it("summary: has also the amount paid to existing debt and the net proceeds when existing debt is refinanced, and no amount slider", async () => {
    const { rows, sliders } = await pageOf("Summary", [offerOf("TERM_LOAN", { pricing: { existingDebts: [debt] } })]);
    expect(rows.slice(2, 4)).toEqual([
      ["Paid to existing debt", "−$20,000.00"],
      ["Net proceeds, you receive", "$28,500.00"],
    ]);
    expect(sliders.map(({ label }) => label)).toEqual(["Repay over"]);
  });

  it("summary: shows no rate per month in California, where the law forbids it", async () => {
    const { text } = await pageOf("Summary", [offerOf("TERM_LOAN", { state: "CA" })]);
    expect(text).toContain("18% a year");
    expect(text).not.toContain("1.50% a month");
  });

  it.each([
    ["can be moved when several offers exist", [loan, longLoan], false, false],
    ["is disabled with a single offer", [loan], false, true],
    ["is disabled when expired", [loan, longLoan], true, true],
  ])("term slider (months) %s", async (_, offers, isExpired, isOff) => {
    const { sliders } = await pageOf("Summary", offers, { frame: { isExpired } });
    expect(sliders[1]).toEqual({ label: "Repay over", value: "12 months", isOff });
  });

  it("summary: the 'How does my offer compare' link appears when the minimum effective rate is below 45", async () => {
    const dear = offerOf("TERM_LOAN", { pricing: { interestRatePercentage: "70", feePercentage: "5" } });
    expect(dear.terms.effectiveRatePercentage).toBeGreaterThanOrEqual(45);
    expect((await pageOf("Summary", [dear])).buttons).not.toContain("How does my offer compare");
    expect((await pageOf("Summary", [dear, loan])).buttons).toContain("How does my offer compare");
  });

  it("summary: has the compare-offers toggle when there is another offer", async () => {
    expect((await pageOf("Summary", [loan])).buttons).not.toContain("Compare offers");
    const frame = { onCompareOffers: () => undefined };
    expect((await pageOf("Summary", [loan], { frame })).buttons).toContain("Compare offers");
  });

  it("learn-more page: total cost (fee plus interest), effective rate (total cost divided by loan amount, rounded percent), net proceeds", async () => {
    const { rows } = await pageOf("LearnMore", [loan]);
    expect(rows).toEqual([
      ["Interest", "$5,007.99"],
      ["Origination fee", "$1,500.00"],
      ["Total cost APR 23.91%", "$6,507.99"],
      [expect.stringContaining("Effective rate Total cost as a share of the loan amount."), "13%"],
      ["Loan amount", "$50,000.00"],
      ["Origination fee", "−$1,500.00"],
      ["Net proceeds", "$48,500.00"],
    ]);
  });

  it("compare page: payments, schedule, effective rate and cash-flow impact, beside an offer that the owner types", async () => {
    const { rows, text } = await pageOf("Compare", [loan]);
    expect(rows).toEqual([
      ["You receive", "$48,500.00"],
      ["Payments", "Fixed"],
      ["Schedule", "Monthly, 12 times"],
      ["Payment", "$4,584.00"],
      ["Effective rate Total cost as a share of the amount. APR 23.91%", "13%"],
      ["Cost of each $1", "13.0¢"],
      ["Most that leaves in one month", "$4,584.00"],
    ]);
    // A typical advance is not claimed, because there is no source for one.
    expect(text).toContain("Type the figures of the other offer above. Its cost and its APR appear here.");
    expect(text).not.toMatch(/typical/i);
  });

  it("expired offers: the amount is the maximum, the term the longest, interest and fee the minima across offers, each rate with the APR", async () => {
    const { text, rows } = await pageOf("Expired", [longLoan, loan]);
    expect(text).toMatch(/^Loan amount up to \$50,000 Expired /);
    expect(rows).toEqual([
      ["Monthly payment, 18 times on $40,000.00", "$2,609.80"],
      ["Interest APR 23.74% to 23.91%", "1.50% a month 18% a year"],
      ["Origination fee APR 23.74% to 23.91%", "2%"],
      ["APR", "23.74% to 23.91%"],
    ]);
  });
});

describe("invoice financing", () => {
  const invoices = offerOf("FAST_PAY");

  it("summary: monthly credit limit and the plans by fee, each with advance rate, transaction fee and its repayment type", async () => {
    const { title, text, radios } = await pageOf("Summary", [invoices]);
    expect(title).toBe("You're approved!");
    expect(text).toContain("Monthly credit limit $50,000");
    expect(text).toContain(
      [
        "30 days APR 36.50% 80% of the invoice · fee 3%",
        "Day 15 of the month APR 60.83% 80% of the invoice · fee 4.5%",
        "2 parts over 60 days APR 47.45% 80% of the invoice · fee 6%",
      ].join(" "),
    );
    expect(radios).toHaveLength(3);
  });

  it("compare page: versus factoring, whose figures the owner types", async () => {
    const { text } = await pageOf("Compare", [invoices]);
    expect(text).toContain("such as factoring, where the invoice is sold");
  });
});

describe("line of credit", () => {
  it("summary: credit limit, repayment term in months per draw, monthly and yearly interest, draw fee, maintenance fee, draw payment varies", async () => {
    const { text, rows } = await pageOf("Summary", [line]);
    expect(text).toContain("Credit limit $25,000");
    expect(rows.slice(0, 6)).toEqual([
      ["Repayment term of each draw", "6 months"],
      ["Interest APR 51.38%", "2.00% a month 24% a year"],
      ["Draw fee APR 51.38%", "2% of the draw"],
      ["Maintenance fee 0.2% of the line, for keeping it open · APR 51.38%", "$50.00 a month"],
      ["Payment of a draw", "Varies with the draw"],
      ["APR, whole line drawn at once", "51.38%"],
    ]);
  });

  it("summary: the maintenance fee is shown as an amount if that is its display type, and not at all if there is none", async () => {
    const inDollars = { locMaintenanceFeeDisplayType: "AMOUNT", locMaintenanceFeeAmountCents: cents(7_500) } as const;
    const { rows } = await pageOf("Summary", [offerOf("LOC_TERM_LOAN", { pricing: inDollars })]);
    expect(rows[3]).toEqual(["Maintenance fee For keeping the line open · APR 53.35%", "$75.00 a month"]);
    const without = await pageOf("Summary", [
      offerOf("LOC_TERM_LOAN", { pricing: { locMaintenanceFeePercentage: "0" } }),
    ]);
    expect(without.text).not.toContain("Maintenance");
  });

  it("summary: interest is a flat charge without a monthly rate in California", async () => {
    const { text, rows } = await pageOf("Summary", [offerOf("LOC_TERM_LOAN", { state: "CA" })]);
    expect(rows[1]).toEqual(["Flat charge APR 51.38%", "12% of the draw"]);
    expect(text).not.toMatch(/a year ·|2\.00% a month|[Ii]nterest/);
  });

  it("learn-more page: total cost assuming a full draw and 12 months of maintenance fees", async () => {
    const { rows } = await pageOf("LearnMore", [line]);
    expect(rows.slice(0, 4)).toEqual([
      ["Interest 2.00% a month · 24% a year · APR 51.38%", "$3,000.00"],
      ["Draw fee 2% of the draw · APR 51.38%", "$500.00"],
      ["Maintenance, 12 × $50.00 0.2% of the line, for keeping it open · APR 51.38%", "$600.00"],
      ["Total cost APR 51.38%", "$4,100.00"],
    ]);
  });
});

describe("merchant cash advance", () => {
  it("summary: deposit amount slider, fees, total repayment, repayment details, net proceeds", async () => {
    const { sliders, rows } = await pageOf("Summary", [advance]);
    expect(sliders).toEqual([{ label: "Deposit amount", value: "$20,000", isOff: false }]);
    expect(rows).toEqual([
      ["Deposit amount", "$20,000.00"],
      ["Fee 12% of the advance, fixed Est. APR 70.23%", "$2,400.00"],
      ["Total repayment", "$22,400.00"],
      ["Estimated APR", "70.23%"],
      ["Share of your sales", "10%"],
      ["Estimated term If your sales stay as in the last 6 months", "17 weeks"],
      ["You receive", "$20,000.00"],
      ["Estimated payment, each week 10% of that week's sales, 2 banking days after it ends", "$1,384.62"],
    ]);
  });

  it("summary: the refinance variant shows outstanding advance, total new repayment, and that payments continue on the current advance", async () => {
    const { rows, text } = await pageOf("Summary", [offerOf("MCA", { pricing: { refinanced: replaced } })]);
    expect(rows).toContainEqual(["Outstanding advance Paid off by the new one", "−$8,300.00"]);
    expect(rows).toContainEqual(["Total new repayment", "$22,400.00"]);
    expect(rows).toContainEqual(["Net proceeds, you receive", "$11,700.00"]);
    expect(text).toContain("Payments continue on your current advance until the new one pays it off.");
    expect((await pageOf("Summary", [advance])).text).not.toContain("Payments continue");
  });

  it.each([
    ["MCA", "10% of weekly sales until repaid"],
    ["INTEGRATED_MCA", "10% of sales until repaid"],
  ] as const)(
    "%s expired: up to the maximum advance, the fee 'as low as' that of a 100000-cent amount, repayment details",
    async (product, repayment) => {
      const { text, rows } = await pageOf("Expired", [offerOf(product)]);
      expect(text).toMatch(/^Advance up to \$20,000 Expired /);
      expect(rows.slice(0, 2)).toEqual([
        [expect.stringMatching(/^Fee as low as on \$1,000\.00 Est\. APR /), "$120.00"],
        ["Repayment details", repayment],
      ]);
    },
  );
});
