import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { summaryOf } from "../../ledger/entries.fixture.ts";
import { anyInvoiceRequest, fixedDurationPlan } from "../../mechanics/invoices/advance.fixture.ts";
import type { Change } from "../../mechanics/obligation.ts";
import { cents, noCents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { invoiceFinancing } from "./product.ts";
import { invoiceFinancingTerms } from "./terms.ts";

const anyLine = fc.array(anyInvoiceRequest, { minLength: 1, maxLength: 3 });

const fundedOn = businessDate("2026-01-20");
const invoice = { drawId: null, invoiceId: "invoice" };

/** I-1 (GROSS) and I-2 (NET): 800,000 advanced for 30 days at 3 %. */
function funded(paymentStructure: "GROSS" | "NET") {
  const terms = invoiceFinancingTerms.parse({
    productType: "FAST_PAY",
    monthlyLimitAmountCents: 5_000_000,
    offerPricingPlans: [fixedDurationPlan({ paymentStructure })],
  });
  const life = new Life(invoiceFinancing, terms, fundedOn);
  const request = { planId: "plan", requestedCents: cents(1_000_000), availableCents: cents(5_000_000), fundedOn };
  life.fund(request, invoice);
  return life;
}

const summaries = ({ entries }: Change) => entries.map(({ entry }) => summaryOf(entry));

describe("invoice financing servicing", () => {
  it("I-1 and I-2: funding creates one repayment that earns the fee, owed or withheld", () => {
    const [gross, net] = (["GROSS", "NET"] as const).map((structure) => funded(structure).obligations);
    expect(gross).toMatchObject([
      {
        dueOn: "2026-02-19",
        feeType: "TRANSACTION_FEE",
        owed: { principalCents: 800_000, feeCents: 24_000 },
        unearnedFeeCents: 24_000,
        rebateTerms: { transactionFeePercentage: "3", planDays: 30 },
      },
    ]);
    expect(net).toMatchObject([{ owed: { principalCents: 800_000, feeCents: 0 }, unearnedFeeCents: 24_000 }]);
  });

  it("I-1: paid on its date earns the fee, and nothing is left", () => {
    const life = funded("GROSS");
    life.pass(30);
    expect(summaries(life.pay(cents(824_000), { invoiceId: "invoice" }))).toEqual([
      "1060 824000; 2100 24000 / 1100 800000; 1120:TRANSACTION_FEE 24000; 4110 24000",
    ]);
    expect(life.balances).toEqual({});
  });

  it.each([
    ["I-1", "GROSS", 824_000, "1060 824000; 2100 9600 / 1100 800000; 1120:TRANSACTION_FEE 24000; 4110 9600"],
    ["I-2", "NET", 800_000, "1060 800000; 2100 9600 / 1100 800000; 4110 9600"],
  ] as const)(
    "RB: %s (%s) paid 18 days early leaves a rebate of 14,400 unearned until it is sent",
    (...[, structure, amount, summary]) => {
      const life = funded(structure);
      life.pass(12);
      expect(life.payoffOf(invoice)).toMatchObject({ amountCents: amount, rebateCents: 14_400 });
      const change = life.pay(cents(amount), { kind: "PAYOFF", invoiceId: "invoice" });
      expect(summaries(change)).toEqual([summary]);
      expect(change.entries.map(({ invoiceId, rebateCents }) => [invoiceId, rebateCents])).toEqual([
        ["invoice", 14_400],
      ]);
      expect(life.balances).toEqual({ UNEARNED_FEES: -14_400 });
      life.check();
      life.sendRebates();
      expect(life.balances).toEqual({});
    },
  );

  it("RB: an early repayment that was returned after its rebate was sent owes the rebate too", () => {
    const life = funded("NET");
    life.pass(12);
    life.pay(cents(800_000), { kind: "PAYOFF", invoiceId: "invoice" });
    life.sendRebates();
    life.takeBack(0);
    life.check();
    expect(life.balances).toEqual({
      "PRINCIPAL_RECEIVABLE invoice": 800_000,
      "FEE_RECEIVABLE TRANSACTION_FEE invoice": 14_400,
      UNEARNED_FEES: -24_000,
    });
    life.pass(18);
    expect(life.payoffOf(invoice)).toMatchObject({ amountCents: 814_400, rebateCents: 0 });
    life.pay(cents(814_400), { kind: "PAYOFF", invoiceId: "invoice" });
    expect(life.balances).toEqual({});
  });

  it("RB: a part that is paid early by a debit and by credit is rebated as one", () => {
    const life = funded("GROSS");
    life.pay(cents(333_333), { kind: "FEE" });
    life.pass(13);
    const { amountCents, creditCents, rebateCents } = {
      rebateCents: noCents,
      ...life.payoffOf(invoice, cents(333_333)),
    };
    expect([amountCents, creditCents, rebateCents]).toEqual([490_667, 333_333, 13_600]);
    const { entries } = life.pay(amountCents, { kind: "PAYOFF", creditCents, invoiceId: "invoice" });
    expect(entries.map((one) => one.rebateCents)).toEqual([13_600, 0]);
    life.check();
  });

  it("a payoff pays the fees of its own invoice only; what exceeds them is overpaid", () => {
    const life = funded("GROSS");
    life.assess("LATE_PAYMENT", cents(300), invoice);
    life.assess("LATE_PAYMENT", cents(500), { drawId: null, invoiceId: "other" });
    expect(life.payoffOf(invoice)).toMatchObject({ amountCents: 824_300 });
    expect(life.pay(cents(824_400), { kind: "PAYOFF", invoiceId: "invoice" }).overpaidCents).toBe(100);
    life.sendRebates();
    expect(life.balances).toEqual({ "FEE_RECEIVABLE LATE_PAYMENT other": 500 });
  });

  it("a partial repayment earns the fee of the principal that it pays", () => {
    const life = funded("GROSS");
    life.pass(30);
    expect(summaries(life.pay(cents(224_000), { invoiceId: "invoice" }))).toEqual([
      "1060 224000; 2100 6000 / 1100 200000; 1120:TRANSACTION_FEE 24000; 4110 6000",
    ]);
    life.check();
  });

  it("W-1: the write-off takes the unearned fee against its own receivable, with assessed fees", () => {
    const life = funded("GROSS");
    life.assess("LATE_PAYMENT", cents(16_480), invoice);
    expect(summaries(invoiceFinancing.writeOff(life.issued))).toEqual([
      "5100 816480; 2100 24000 / 1100 800000; 1120:TRANSACTION_FEE 24000; 1120:LATE_PAYMENT 16480",
    ]);
    life.writeOff();
    expect(summaries(life.pay(cents(100), { invoiceId: "invoice" }))).toEqual(["1060 100 / 4900 100"]);
  });

  it("a payment pays the invoice that is due first, and then the rest of the invoice that it names", () => {
    const life = funded("GROSS");
    const later = { planId: "plan", requestedCents: cents(100_000), availableCents: cents(5_000_000) };
    life.fund({ ...later, fundedOn: addDays(fundedOn, 20) }, { drawId: null, invoiceId: "later" });
    life.pass(30);
    const { entries } = life.pay(cents(830_000), { invoiceId: "later" });
    // 3,600 of the later invoice are paid 20 of 30 days early: of their fee of 108, 72 are rebated.
    expect(entries.map(({ invoiceId, entry }) => `${invoiceId}: ${summaryOf(entry)}`)).toEqual([
      "invoice: 1060 824000; 2100 24000 / 1100 800000; 1120:TRANSACTION_FEE 24000; 4110 24000",
      "later: 1060 6000; 2100 36 / 1100 3600; 1120:TRANSACTION_FEE 2400; 4110 36",
    ]);
    life.check();
  });

  it("after any payments, returns, rebates and write-offs the ledger holds what the obligations of all invoices say, and ends at zero", () => {
    fc.assert(
      fc.property(anyLine, anyEvents, (requests, events) => {
        const terms = {
          ...invoiceFinancingTerms.parse({
            productType: "FAST_PAY",
            monthlyLimitAmountCents: 50_000_000,
            offerPricingPlans: requests.map(({ plan }, index) => ({ ...plan, id: `plan ${index}` })),
          }),
        };
        const life = new Life(invoiceFinancing, terms, fundedOn);
        const items = requests.map((_, index) => ({ drawId: null, invoiceId: `invoice ${index}` }));
        for (const [index, { requestedCents, availableCents }] of requests.entries())
          life.fund(
            { planId: `plan ${index}`, requestedCents, availableCents, fundedOn },
            { drawId: null, invoiceId: `invoice ${index}` },
          );
        const [item = { drawId: null, invoiceId: null }, ...others] = items;
        const largest = Math.max(...life.obligations.map(({ owed }) => owed.principalCents + owed.feeCents));
        live(life, events, [item, ...others], cents(largest));
      }),
      lifeRuns,
    );
  });
});
