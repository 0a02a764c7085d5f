import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { productTypes } from "../products/product-type.ts";
import { transaction } from "../underwriting/cash-flow/cash-flow.fixture.ts";
import { bankHistoryOf } from "./bank-history.ts";
import { cashFlowFit, offerFit } from "./cash-flow-fit.ts";
import { type AccountLife, factsOf, independentFit, type Movement } from "./independent-fit.fixture.ts";
import { paymentsOf } from "./offer-payments.ts";

const to = "2026-11-17";
const yearAgo = "2025-11-18";
const movement = (on: string, amount: number, name = "SUPPLIER"): Movement => ({
  on,
  cents: amount,
  what: amount > 0 ? "CARD_SALE" : "PAYMENT",
  to: name,
});
/** An account without movements but the given ones, over a whole year. */
const life = (openingCents: number, movements: readonly Movement[] = []): AccountLife => ({
  to,
  openingCents,
  movements: [{ on: "2025-11-01", cents: 0, what: "TRANSFER_IN", to: "" }, ...movements],
  platformSales: [],
});
/** TL-1 of the vectors: $4,584.00 on the 17th of each month. */
const loan = sampleOffer("TERM_LOAN", 5_000_000);
const fitOf = (account: AccountLife, terms = loan, amount = 5_000_000) => {
  const found = offerFit(terms, cents(amount), factsOf(account));
  if (found.outcome !== "FIT") throw new Error("too few days");
  return found;
};
const payments = (account: AccountLife, terms = loan, amount = 5_000_000) =>
  paymentsOf(terms, cents(amount), addDays(businessDate(yearAgo), -1), bankHistoryOf(factsOf(account)));

describe("payments of an offer over the last year", () => {
  it("of a loan are those of its quote, each on a banking day, as if it had been funded a year ago", () => {
    const { payments: rows, isPaidOff } = payments(life(0));
    expect(isPaidOff).toBe(true);
    expect(rows.map(({ paidOn }) => paidOn).slice(0, 4)).toEqual([
      "2025-12-17",
      // January 17 is a Saturday, the 19th a holiday.
      "2026-01-20",
      "2026-02-17",
      "2026-03-17",
    ]);
    expect(rows).toHaveLength(12);
    expect(rows.map(({ amountCents }) => amountCents)).toEqual([...Array(11).fill(458_400), 458_399]);
  });

  it("of a loan that lasts longer than the history end with it", () => {
    const longer = payments(life(0), { ...loan, durationDays: 720 } as typeof loan);
    expect(longer.payments).toHaveLength(12);
    expect(longer.isPaidOff).toBe(false);
  });

  it("of a line are those of one draw, and its maintenance fee each month while the line is open", () => {
    const line = sampleOffer("LOC_TERM_LOAN", 7_500_000);
    const { payments: rows } = payments(life(0), line, 1_000_000);
    // D-1 of the vectors, and 0.25 % of the limit.
    expect(rows.map(({ amountCents }) => amountCents)).toEqual([
      ...Array(5).fill(186_667 + 18_750),
      186_665 + 18_750,
      ...Array(6).fill(18_750),
    ]);
  });

  it("of invoices are those of one advance by the plan with the lowest fee", () => {
    const { payments: rows } = payments(life(0), sampleOffer("FAST_PAY", 5_000_000), 800_000);
    expect(rows).toEqual([{ paidOn: "2025-12-17", amountCents: 822_000 }]);
  });

  it("of an advance are the share of the card sales of each past week, two banking days after it", () => {
    const sales = [movement("2025-11-20", 120_050), movement("2025-11-23", 100_000), movement("2025-11-24", 333_333)];
    const { payments: rows, isPaidOff } = payments(life(0, sales), sampleOffer("MCA", 2_000_000), 2_000_000);
    expect(rows).toEqual([
      { paidOn: "2025-11-25", amountCents: 22_005 },
      // November 27 is a holiday, but December 1 and 2 follow the Sunday.
      { paidOn: "2025-12-02", amountCents: 33_333 },
    ]);
    expect(isPaidOff).toBe(false);
  });

  it("of an advance end with the purchased amount", () => {
    const sales = [movement("2025-11-20", 90_000_000)];
    const { payments: rows, isPaidOff } = payments(life(0, sales), sampleOffer("MCA", 2_000_000), 2_000_000);
    expect(rows).toEqual([{ paidOn: "2025-11-25", amountCents: 2_240_000 }]);
    expect(isPaidOff).toBe(true);
  });

  it("of an integrated advance are the share of each day's sales on the platform; refunds reduce the next share", () => {
    const account = {
      ...life(0),
      platformSales: [
        { on: "2025-11-22", cents: 100_000 },
        { on: "2025-11-23", cents: 20_000 },
        { on: "2025-11-25", cents: -10_000 },
        { on: "2025-11-26", cents: 30_000 },
      ],
    };
    expect(payments(account, sampleOffer("INTEGRATED_MCA", 1_500_000), 1_500_000).payments).toEqual([
      // Saturday and Sunday.
      { paidOn: "2025-11-24", amountCents: 18_000 },
      { paidOn: "2025-11-26", amountCents: 3_000 },
    ]);
  });
});

describe("cash-flow fit", () => {
  it("says nothing with fewer than 90 daily balances", () => {
    const begun = (on: string): AccountLife => ({ ...life(100), movements: [movement(on, -1)] });
    const found = (on: string) => offerFit(loan, cents(5_000_000), factsOf(begun(on)));
    expect(found("2026-08-21")).toEqual({ outcome: "TOO_FEW_DAYS", knownDays: 89 });
    expect(found("2026-08-20")).toMatchObject({ outcome: "FIT", from: "2026-08-20", paymentsCount: 2 });
    const unknown = factsOf(life(100));
    const accounts = unknown.accounts.map((one) => ({ ...one, balanceCents: null }));
    expect(offerFit(loan, cents(5_000_000), { ...unknown, accounts })).toEqual({
      outcome: "TOO_FEW_DAYS",
      knownDays: 0,
    });
  });

  it("takes the payments out and leaves them out", () => {
    const found = fitOf(life(6_000_000));
    expect(found).toMatchObject({ from: yearAgo, to, paymentsCount: 12, paidCents: 5_500_799, daysBelowZero: 0 });
    expect(found).toMatchObject({ daysBelowZeroWithPayments: 0, aprPercentage: 23.9088, paymentCents: 458_400 });
    expect(found.worstWeek).toEqual({
      startsOn: "2026-11-16",
      lowestCents: 6_000_000,
      lowestWithPaymentsCents: 499_201,
    });
  });

  it("says whether the offer pays off debts whose payments are still in the balances", () => {
    expect(fitOf(life(0)).isRefinancing).toBe(false);
    for (const product of ["TERM_LOAN", "MCA", "INTEGRATED_MCA"] as const)
      expect(fitOf(life(0), sampleOffer(product, 5_000_000, true)).isRefinancing).toBe(true);
  });

  it("counts the days below zero before and with the payments", () => {
    // The eleventh payment, on October 19, exceeds what ten have left.
    const found = fitOf(life(4_600_000));
    expect(found.daysBelowZero).toBe(0);
    expect(found.daysBelowZeroWithPayments).toBe(30);
    expect(fitOf(life(-1)).daysBelowZero).toBe(365);
  });

  it("has the lowest balance of each week from Monday to Sunday, and of the days there are at both ends", () => {
    const { weeks } = fitOf(life(1_000_000, [movement("2026-03-11", -300_000), movement("2026-03-12", 300_000)]));
    expect(weeks).toHaveLength(53);
    expect(weeks[0]?.startsOn).toBe("2025-11-18");
    expect(weeks[1]?.startsOn).toBe("2025-11-24");
    expect(weeks.at(-1)?.startsOn).toBe("2026-11-16");
    expect(weeks.find(({ startsOn }) => startsOn === "2026-03-09")?.lowestCents).toBe(700_000);
  });

  // The payments of January and February are on the 20th and the 17th.
  const paydays = ["2026-01-16", "2026-02-18", "2026-03-16", "2026-04-20", "2026-05-18"];
  const payroll = paydays.map((day) => movement(day, -840_000, "GUSTO PAYROLL"));
  const leftInFebruary = (amount: number) =>
    life(2 * 840_000 + 3 * 458_400 + amount, [...payroll, movement("2026-02-19", 20_000_000)]);

  it("finds a payroll on the banking day before or after a payment that leaves less than another payroll", () => {
    expect(fitOf(leftInFebruary(840_000))).toMatchObject({ clashesCount: 0, worstClash: null });
    expect(fitOf(leftInFebruary(839_999))).toMatchObject({
      clashesCount: 1,
      worstClash: {
        outflowOn: "2026-02-18",
        outflowCents: 840_000,
        paidOn: "2026-02-17",
        paymentCents: 458_400,
        balanceCents: 839_999,
      },
    });
  });

  it("names the clash that leaves least", () => {
    const found = fitOf(leftInFebruary(-1_500_000));
    expect(found.clashesCount).toBe(2);
    // After January's payroll and two payments 798,400 are left, less than another payroll.
    expect(found.worstClash).toMatchObject({ outflowOn: "2026-02-18", balanceCents: -1_500_000 });
  });

  it.each([
    ["three times a week apart", ["2026-03-10", "2026-03-17", "2026-03-24"], [840_000, 840_000, 840_000], 1],
    ["three times two weeks apart, moved by a day", ["2026-03-04", "2026-03-17", "2026-03-31"], [84, 84, 84], 1],
    ["three months on similar days", ["2026-01-20", "2026-02-17", "2026-03-18"], [84, 84, 84], 3],
    ["of similar size", ["2026-03-10", "2026-03-17", "2026-03-24"], [1000, 1000, 800], 1],
    ["of another size", ["2026-03-10", "2026-03-17", "2026-03-24"], [1000, 1000, 799], 0],
    ["twice only", ["2026-03-10", "2026-03-17"], [84, 84], 0],
    ["on other days", ["2026-03-07", "2026-03-17", "2026-04-02"], [84, 84, 84], 0],
  ] as const)("counts an outflow as regular if it recurs %s", (_, days, amounts, count) => {
    const found = fitOf(
      life(
        -1_000_000,
        days.map((day, n) => movement(day, -(amounts[n] ?? 0), "X")),
      ),
    );
    expect(found.clashesCount).toBe(count);
  });

  it("does not take outflows to different payees for one that recurs", () => {
    const days = ["2026-03-10", "2026-03-17", "2026-03-24"];
    const found = fitOf(
      life(
        -1_000_000,
        days.map((day, n) => movement(day, -84, `SHOP ${"ABC"[n]}`)),
      ),
    );
    expect(found.clashesCount).toBe(0);
  });

  it("leaves out transfers between own accounts, fees of the bank, pending lines and accounts without a balance", () => {
    const facts = factsOf(life(1_000_000));
    const extra = [
      transaction("2026-03-10", -500, { isPending: true }),
      transaction("2026-03-10", -500, { accountId: "unknown" }),
      transaction("2026-03-10", -700, { name: "OVERDRAFT FEE" }),
      transaction("2026-03-10", -900, { name: "TO SAVINGS", category: "TRANSFER_OUT_ACCOUNT_TRANSFER" }),
    ];
    const accounts = [...facts.accounts, { ...facts.accounts[0], accountId: "unknown", balanceCents: null }];
    const history = bankHistoryOf({
      ...facts,
      transactions: [...facts.transactions, ...extra],
      accounts: accounts as typeof facts.accounts,
    });
    expect(history.outflows).toEqual([]);
    expect(history.days.at(-1)?.balanceCents).toBe(1_000_000);
    expect(history.days[0]?.balanceCents).toBe(1_001_600);
  });
});

describe("cash-flow fit of any account", () => {
  const dates = fc.nat({ max: 420 }).map((days) => addDays(businessDate(to), -days) as string);
  const movements = fc.array(
    fc.oneof(
      fc.record({
        on: dates,
        cents: fc.integer({ min: -900_000, max: -1 }),
        what: fc.constantFrom("PAYMENT" as const, "BANK_FEE" as const),
        to: fc.constantFrom("RENT", "SUPPLIER"),
      }),
      fc.record({
        on: dates,
        cents: fc.integer({ min: 1, max: 2_000_000 }),
        what: fc.constantFrom("CARD_SALE" as const, "TRANSFER_IN" as const),
        to: fc.constant(""),
      }),
    ),
    { minLength: 1, maxLength: 40 },
  );
  const wages = fc.record({
    on: dates,
    every: fc.constantFrom(7, 14, 30),
    cents: fc.integer({ min: 1, max: 900_000 }),
  });
  const account: fc.Arbitrary<AccountLife> = fc
    .record({
      openingCents: fc.integer({ min: -500_000, max: 8_000_000 }),
      movements,
      wages,
      platformSales: fc.uniqueArray(fc.record({ on: dates, cents: fc.integer({ min: -50_000, max: 900_000 }) }), {
        selector: ({ on }) => on,
        maxLength: 60,
      }),
    })
    .map(({ openingCents, movements: some, wages: { on, every, cents: amount }, platformSales }) => {
      const regular: Movement[] = [];
      for (let day = businessDate(on); day <= to; day = addDays(day, every))
        regular.push({ on: day, cents: -amount, what: "PAYMENT", to: "PAYROLL" });
      return { to, openingCents, movements: [...some, ...regular], platformSales };
    });
  const offer = fc
    .record({ product: fc.constantFrom(...productTypes), amount: fc.integer({ min: 10_000, max: 100_000 }) })
    .map(({ product, amount }) => ({ terms: sampleOffer(product, amount * 100), amount: amount * 100 }));

  it("equals the one that is computed again from the movements", () => {
    fc.assert(
      fc.property(account, offer, (one, { terms, amount }) => {
        const found = offerFit(terms, cents(amount), factsOf(one));
        expect(found).toMatchObject(independentFit(terms, amount, one));
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });

  it("does not depend on the order of what is given, and never gets better with more to pay", () => {
    fc.assert(
      fc.property(account, offer, (one, { terms, amount }) => {
        const facts = factsOf(one);
        const history = bankHistoryOf(facts);
        const [first] = history.days;
        if (!first) return;
        const { payments: rows } = paymentsOf(terms, cents(amount), addDays(first.date, -1), history);
        const found = cashFlowFit(history, rows);
        const reversed = { ...history, outflows: history.outflows.toReversed() };
        expect(cashFlowFit(reversed, rows.toReversed())).toEqual(found);

        const fewer = cashFlowFit(history, rows.slice(1));
        expect(found.daysBelowZeroWithPayments).toBeGreaterThanOrEqual(fewer.daysBelowZeroWithPayments);
        expect(found.worstWeek.lowestWithPaymentsCents).toBeLessThanOrEqual(fewer.worstWeek.lowestWithPaymentsCents);
        const none = cashFlowFit(history, []);
        expect(none.clashesCount).toBe(0);
        for (const week of none.weeks) expect(week.lowestWithPaymentsCents).toBe(week.lowestCents);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });
});
