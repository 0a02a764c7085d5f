import { describe, expect, it } from "vitest";
import { addMonths, businessDate } from "../../calendar/business-date.ts";
import { cents, noCents } from "../../money/cents.ts";
import { firstPolicy } from "../policy/first-policy.ts";
import type { RefinanceableProduct, UnderwritingFacts } from "./facts.ts";
import { inputsFrom } from "./inputs-from-facts.ts";

const takenOn = businessDate("2026-11-18");
const product: RefinanceableProduct = {
  issuedProductId: "old",
  productType: "TERM_LOAN",
  book: "EQUITY",
  payoff: { principalCents: cents(2_611_590), interestCents: cents(39_174), feeCents: noCents },
  monthlyPaymentCents: cents(458_400),
  isPaymentUnseen: false,
  latestReceivableId: null,
};

/** A business with one debit a month of this amount in its bank data, and one loan of ours. */
const facts = (debitCents: number, change: Partial<RefinanceableProduct> = {}): UnderwritingFacts => ({
  takenOn,
  business: {
    id: "business",
    name: "Ortega",
    platformBusinessId: "1",
    phoneNumber: null,
    addressState: "OH",
    isSoleProprietorship: false,
    selectedProducts: ["TERM_LOAN"],
  },
  platform: {
    id: "platform",
    name: "Platform",
    businessSince: takenOn,
    minimumFicoScoreRequiredOnPlatform: null,
  },
  owners: [],
  businessCredit: null,
  verification: null,
  accounts: [
    {
      accountId: "checking",
      itemId: "item",
      name: "Checking",
      officialName: null,
      institutionName: null,
      subType: "checking",
      isBusinessChecking: true,
      balanceCents: cents(1_000_000),
    },
  ],
  transactions: [6, 5, 4, 3, 2, 1].map((ago) => ({
    transactionId: String(ago),
    accountId: "checking",
    date: addMonths(takenOn, -ago),
    amountCents: cents(-debitCents),
    isPending: false,
    name: "INLAY LOAN PYMT",
    merchantName: null,
    category: "LOAN_PAYMENTS_OTHER_PAYMENT",
  })),
  salesDays: [],
  accountingMonths: [],
  debts: [],
  statement: null,
  withUs: {
    hasDefaulted: false,
    isLate: false,
    exposureCents: noCents,
    refinanceableProducts: [{ ...product, ...change }],
  },
});
const inputs = (debitCents: number, change?: Partial<RefinanceableProduct>) =>
  inputsFrom(facts(debitCents, change), firstPolicy);

describe("payments on a product of ours that is refinanced", () => {
  it("are those that the bank shows, found by their amount, and never more than is counted of them", () => {
    const { monthlyDebtCents, refinancedDebts } = inputs(458_400);
    // Five of the six debits are in the half year over which payments are averaged.
    expect(monthlyDebtCents).toBe(382_000);
    expect(refinancedDebts).toMatchObject([
      {
        issuedProductId: "old",
        payoffCents: 2_650_764,
        monthlyCents: 382_000,
      },
    ]);
  });

  it("are none if the bank shows no debit of that amount, because nothing is counted of them", () => {
    expect(inputs(458_399).refinancedDebts).toMatchObject([{ monthlyCents: 0 }]);
  });

  it("are the signed ones while the bank cannot show them yet, because those are counted", () => {
    expect(inputs(100_000, { isPaymentUnseen: true }).refinancedDebts).toMatchObject([{ monthlyCents: 458_400 }]);
  });

  it("are none in facts that are older than the field", () => {
    const { withUs, ...rest } = facts(458_400);
    const { refinanceableProducts, ...older } = withUs;
    expect(refinanceableProducts).toHaveLength(1);
    expect(inputsFrom({ ...rest, withUs: older }, firstPolicy).refinancedDebts).toEqual([]);
  });
});
