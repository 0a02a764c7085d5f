import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { describe, expect, it } from "vitest";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import type { Language } from "../shared/language/language.ts";
import { type Elsewhere, ElsewhereProvider } from "./elsewhere.tsx";
import { issued } from "./issued.fixture.ts";
import { MyFinancing } from "./my-financing.tsx";
import { markup, rendered } from "./rendered.fixture.tsx";
import { Welcome, welcomeKey } from "./welcome.tsx";

const welcome = (
  issuedProduct: ReturnType<typeof issued>,
  fundsExpectedOn: string | null = null,
  language: Language = "en",
) =>
  rendered(
    <Welcome takesFocus={false} />,
    [[welcomeKey, { existingData: { issuedProduct, fundsExpectedOn } }]],
    language,
  );

describe("servicing start", () => {
  it("of a term loan: the net disbursement is on the way, net of the origination fee and of any payoff of existing debts", async () => {
    const page = await welcome(issued("TERM_LOAN"), "2026-11-20");
    expect(page).toContain("Congratulations! $48,500 is on the way to your account");
    expect(page).toContain(
      "Funds are deposited within 24 hours, net of the origination fee and of any payoff of existing debts. We expect the money in your account by November 20, 2026.",
    );
    expect(page).toContain("Loan amount $50,000 Origination fee −$1,500 You receive $48,500 Continue");
    expect(await welcome(issued("TERM_LOAN", {}, true))).toContain(
      "Payoff of existing debts −$23,500 You receive $25,000",
    );
  });

  it.each(["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)(
    "of %s: the monthly credit limit is ready, funds in as little as 24 hours",
    async (product) => {
      expect(await welcome(issued(product))).toContain(
        "Congratulations! Your monthly credit limit of $50,000 is ready Funds in as little as 24 hours. Continue",
      );
    },
  );

  it("of an MCA: the advance amount is on the way", async () => {
    expect(await welcome(issued("MCA"), "2026-11-20")).toContain(
      "Congratulations! Your advance of $50,000 is on the way We expect the money in your account by November 20, 2026. Continue",
    );
  });

  it("of an integrated MCA: the net disbursement amount, net of any existing-debt payoff", async () => {
    expect(await welcome(issued("INTEGRATED_MCA"))).toContain("Congratulations! $50,000 is on the way");
    const refinanced = await welcome(issued("INTEGRATED_MCA", {}, true));
    expect(refinanced).toContain("Congratulations! $39,000 is on the way to your account");
    expect(refinanced).toContain("Advance $50,000 Existing-debt payoff −$11,000 You receive $39,000");
  });

  it("of a line of credit: the credit limit is ready", async () => {
    expect(await welcome(issued("LOC_TERM_LOAN"))).toContain("Congratulations! Your credit limit of $50,000 is ready");
  });

  it.each(["MCA", "INTEGRATED_MCA"] as const)("of %s speaks of no loan and no interest", async (product) => {
    expect(await welcome(issued(product, {}, true), "2026-11-20")).not.toMatch(/loan|interest|borrow/i);
  });

  it("is in Spanish", async () => {
    expect(await welcome(issued("TERM_LOAN"), "2026-11-20", "es")).toContain(
      "¡Felicidades! $48,500 van en camino a su cuenta",
    );
  });
});

type HomeProductOf = ServicingHome["products"][number];
const loan: HomeProductOf = {
  id: "TERM_LOAN",
  productType: "TERM_LOAN",
  loanStatus: "CURRENT",
  createdAt: "2026-01-14T12:00:00.000Z",
  alert: null,
  headline: { kind: "REMAINING_PRINCIPAL", amountCents: 2_611_590 },
  progress: { kind: "REPAID", doneCents: 2_388_410, wholeCents: 5_000_000 },
  hasRequestedPayoff: false,
  nextPayment: {
    issuedProductId: "TERM_LOAN",
    kind: "PAYMENT",
    dueDate: "2026-08-15",
    takenDate: "2026-08-17",
    amountCents: 458_400,
    isEstimated: false,
    isLate: false,
    account: { name: "First Calm Bank", accountNumberLast4: "6789" },
  },
};
const advance: HomeProductOf = {
  ...loan,
  id: "MCA",
  productType: "MCA",
  headline: { kind: "ADVANCE_BALANCE", amountCents: 1_350_495 },
  progress: { kind: "DELIVERED", doneCents: 889_505, wholeCents: 2_240_000 },
  nextPayment: null,
};
const line: HomeProductOf = {
  ...loan,
  id: "LOC_TERM_LOAN",
  productType: "LOC_TERM_LOAN",
  headline: { kind: "REMAINING_LIMIT", amountCents: 1_583_332 },
  progress: { kind: "IN_USE", doneCents: 916_668, wholeCents: 2_500_000 },
  nextPayment: null,
};
const days = Array.from({ length: 14 }, (_, index) => ({
  date: `2026-08-${String(index + 3).padStart(2, "0")}`,
  amountCents: 0,
}));
const financing: ServicingHome = {
  today: "2026-08-03",
  isAutoPaymentOn: true,
  toPay: { lateCents: 0, comingCents: 458_400, days, payments: loan.nextPayment ? [loan.nextPayment] : [] },
  products: [loan, advance, line],
  endedProducts: [],
  explanations: {},
};
const noWay = () => undefined;
const servicing = { at: { page: "HOME" }, open: noWay, back: noWay, home: noWay } as const;

const homeOf = (elsewhere: Elsewhere | null) => (
  <ServicingProvider value={servicing}>
    <ElsewhereProvider value={elsewhere}>
      <MyFinancing takesFocus={false} />
    </ElsewhereProvider>
  </ServicingProvider>
);
const homeMarkup = (change: Partial<ServicingHome>) =>
  markup(homeOf(null), [[["servicing home"], { ...financing, ...change }]]);
const list = (change: Partial<ServicingHome> = {}, language: Language = "en", elsewhere: Elsewhere | null = null) =>
  rendered(homeOf(elsewhere), [[["servicing home"], { ...financing, ...change }]], language);

describe("My financing", () => {
  it("says first what is to pay in the next 14 days, with day, banking day, account and amount", async () => {
    const page = await list();
    expect(page).toContain("To pay in the next 14 days $4,584 .00");
    expect(page).toContain("Term Loan Due Sat, Aug 15, taken Mon, Aug 17 First Calm Bank •••• 6789 $4,584.00");
    expect(page.indexOf("To pay in")).toBeLessThan(page.indexOf("Remaining principal"));
  });

  it("shows of every product its status, one figure, its progress and its next payment", async () => {
    const page = await list();
    expect(page).toContain(
      "Term Loan CURRENT Opened Jan 14 Remaining principal $26,115 .90 $23,884.10 of $50,000.00 repaid Next payment $4,584.00 · Aug 15",
    );
    expect(page).toContain("Advance balance remaining $13,504 .95 $8,895.05 of $22,400.00 delivered");
    expect(page).toContain("Remaining limit $15,833 .32 $9,166.68 of $25,000.00 in use Next payment None scheduled");
    expect(page).toContain("Auto payment is on.");
  });

  it("has late amounts owed first, with the day of the next try", async () => {
    const late = { ...loan.nextPayment, dueDate: "2026-07-15", takenDate: "2026-08-05", isLate: true } as const;
    const page = await list({
      toPay: { lateCents: 458_400, comingCents: 0, days, payments: [{ ...late, kind: "PAYMENT" }] as never },
      products: [{ ...loan, loanStatus: "LATE", alert: "LATE" }, advance],
    });
    expect(page).toContain("Late $4,584 .00 To pay in the next 14 days $0 .00");
    expect(page).toContain("Was due Wed, Jul 15, next try Wed, Aug 5");
    expect(page).toContain("A payment is more than 5 days late.");
  });

  it("explains every amount of which the server has a derivation", async () => {
    const derived = {
      formula: { name: "rest", version: 1, words: "" },
      inputs: [],
      exact: "1",
      rounding: null,
      result: 1,
    };
    const figures = [
      "comingCents",
      "payment/0",
      "next/TERM_LOAN",
      ...["TERM_LOAN", "MCA", "LOC_TERM_LOAN"].map((id) => `headline/${id}`),
    ];
    const html = await homeMarkup({ explanations: Object.fromEntries(figures.map((figure) => [figure, derived])) });
    const explainable = (amount: string) => html.split(`aria-label="${amount}, how we get this number"`).length - 1;
    // The sum, the payment in the list and the next payment of the card are one amount.
    expect(explainable("$4,584.00")).toBe(3);
    expect(["$26,115.90", "$13,504.95", "$15,833.32"].map(explainable)).toEqual([1, 1, 1]);
    expect(await homeMarkup({})).not.toContain("how we get this number");
  });

  it("says that nothing falls due, and that auto payment is off", async () => {
    const page = await list({ isAutoPaymentOn: false, toPay: { ...financing.toPay, comingCents: 0, payments: [] } });
    expect(page).toContain("Nothing falls due in the next 14 days.");
    expect(page).toContain("Auto payment is off. No payment is taken from your account.");
  });

  it("shows FULLY_PAID as PAID OFF, and products that are over after the others", async () => {
    const { id, productType, createdAt } = loan;
    const over = { id, productType, createdAt, loanStatus: "FULLY_PAID", amountCents: 5_000_000 } as const;
    const page = await list({ products: [advance, line], endedProducts: [over] });
    expect(page).toMatch(/Line of Credit CURRENT .*Earlier financing Term Loan Opened .* PAID OFF \$50,000.00/i);
    expect(await list({ products: [], endedProducts: [over] })).toContain("Nothing is left to pay");
  });

  it("of an advance speaks of no loan and no interest", async () => {
    const page = await list({
      products: [advance, { ...advance, productType: "INTEGRATED_MCA" }],
      toPay: { ...financing.toPay, payments: [] },
    });
    expect(page).not.toMatch(/loan|interest|borrow/i);
  });

  it("says so where there is no product", async () => {
    expect(await list({ products: [] })).toContain("No financing yet");
  });

  it("leads to what waits elsewhere", async () => {
    const open = () => undefined;
    for (const [alert, words] of [
      ["NEW_OFFERS_AVAILABLE", "New offers available See the offers"],
      ["ACCEPTED_OFFERS_PROCESSING", "Accepted offers processing See where it stands"],
      ["MORE_INFORMATION_NEEDED", "More information needed Give the information"],
      ["EXPIRED_OFFERS", "Expired offers See the expired offers"],
      ["APPLICATION_BEGUN", "Your application is not sent yet Continue the application"],
      ["APPLICATION_IN_REVIEW", "We are looking at your application We write to you as soon as there is an answer."],
    ] as const)
      expect(await list({}, "en", { alert, open })).toContain(words);
  });

  it("is in Spanish", async () => {
    const page = await list({}, "es");
    expect(page).toContain("Mi financiamiento");
    expect(page).toContain("AL DÍA");
    expect(page).toContain("$23,884.10 de $50,000.00 pagados");
  });
});
