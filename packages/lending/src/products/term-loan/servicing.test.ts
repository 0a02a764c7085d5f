import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { summaryOf } from "../../ledger/entries.fixture.ts";
import {
  accruedUntil,
  type SettledPayment,
  simpleInterestSchedule,
} from "../../mechanics/installments/simple-interest.ts";
import { standingOn } from "../../mechanics/installments/simple-interest-servicing.ts";
import { type Change, unpaid } from "../../mechanics/obligation.ts";
import { cents, noCents, sum } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { termLoan } from "./product.ts";
import { termLoanSchedule } from "./quote.ts";
import { anyTermLoan, request, terms } from "./term-loan.fixture.ts";
import { interestMethods, type TermLoanTerms } from "./terms.ts";

const loan = { drawId: null, invoiceId: null };
const daily: TermLoanTerms = { ...terms, interestMethod: "DAILY" };

/** TL-1: 5,000,000 at 18 % over 12 months, funded on 2026-01-15, with a fee of 150,000. */
function funded(offered = terms, asked = request) {
  const life = new Life(termLoan, offered, asked.fundedOn);
  life.fund(asked, loan);
  return life;
}

const passUntil = (life: ReturnType<typeof funded>, day: string) =>
  life.pass(daysBetween(life.today, businessDate(day)));
const summaries = ({ entries }: Change) => entries.map(({ entry }) => summaryOf(entry));
const unpaidOf = (life: ReturnType<typeof funded>, number: number) => {
  const row = life.obligations.find((one) => one.number === number) ?? expect.fail("no row");
  const { principalCents, interestCents } = unpaid(row);
  return [principalCents, interestCents];
};

const lumpSum = ({ today }: ReturnType<typeof funded>) =>
  ({ kind: "LUMP_SUM", creditCents: noCents, effectiveOn: today, ...loan }) as const;

describe("term loan servicing", () => {
  it("TL-1: funding creates the rows of the schedule, each with a twelfth of the withheld fee", () => {
    const { obligations } = termLoan.fund(terms, request, "EQUITY");
    expect(obligations).toHaveLength(12);
    expect(obligations[0]).toEqual({
      number: 1,
      dueOn: "2026-02-15",
      feeType: null,
      owed: { principalCents: 383_400, interestCents: 75_000, feeCents: 0 },
      unearnedFeeCents: 12_500,
      rebateTerms: null,
    });
    expect(sum(obligations.map((one) => one.unearnedFeeCents))).toBe(150_000);
  });

  it("TL-1: a due row is billed and earns its fee once, however often the day is billed", () => {
    const life = funded();
    passUntil(life, "2026-02-14");
    expect(termLoan.bill(life.issued, life.today)).toEqual({ entries: [], obligations: [], overpaidCents: 0 });
    const change = termLoan.bill(life.issued, businessDate("2026-02-15"));
    expect(summaries(change)).toEqual(["1110 75000 / 4000 75000", "2100 12500 / 4100 12500"]);
    life.save(change);
    expect(termLoan.bill(life.issued, businessDate("2026-02-20")).entries).toEqual([]);
  });

  it("TL-1: a payment pays the oldest row, interest first, and what nothing is owed for is overpaid", () => {
    const life = funded();
    passUntil(life, "2026-02-15");
    expect(summaries(life.pay(cents(458_400)))).toEqual(["1060 458400 / 1110 75000; 1100 383400"]);
    const all = life.pay(cents(6_000_000));
    expect(all.overpaidCents).toBe(6_000_000 - (5_500_799 - 458_400));
    life.check();
    expect(life.balances).toEqual({});
  });

  it("TL-1: interest that is paid before it is due is billed with the payment, and not again when it is due", () => {
    const life = funded();
    expect(summaries(life.pay(cents(100_000)))).toEqual([
      "1110 75000 / 4000 75000",
      "1060 100000 / 1110 75000; 1100 25000",
    ]);
    expect(summaries(termLoan.bill(life.issued, businessDate("2026-02-15")))).toEqual(["2100 12500 / 4100 12500"]);
  });

  it("PO: TL-1 after two payments is paid off by its quote, with a month's interest billed and the rest waived", () => {
    const life = funded();
    for (const day of ["2026-02-15", "2026-03-15"]) {
      passUntil(life, day);
      life.pay(cents(458_400));
    }
    passUntil(life, "2026-03-25");
    life.assess("INSUFFICIENT_FUNDS", cents(2_500), loan);
    expect(life.payoffOf(loan)).toMatchObject({
      amountCents: 4_304_949,
      feesCents: 2_500,
      currentInterestCents: 75_000,
    });
    const payoff = life.pay(cents(4_304_949), { kind: "PAYOFF" });
    expect(summaries(payoff)).toEqual([
      "1110 75000 / 4000 75000",
      "1060 4302449 / 1110 75000; 1100 4227449",
      "1060 2500 / 1120:INSUFFICIENT_FUNDS 2500",
      "2100 125000 / 4100 125000",
    ]);
    expect(sum(payoff.obligations.map((one) => one.waived.interestCents))).toBe(500_799 - 144_249 - 75_000);
    expect(life.balances).toEqual({});
  });

  it("PO: the payoff of a late loan bills only the current period; its due rows were billed when they fell due", () => {
    const life = funded();
    passUntil(life, "2026-03-20");
    const { amountCents } = life.payoffOf(loan);
    expect(summaries(life.pay(amountCents, { kind: "PAYOFF" }))).toEqual([
      "1110 75000 / 4000 75000",
      "1060 5219249 / 1110 219249; 1100 5000000",
      "2100 125000 / 4100 125000",
    ]);
    expect(life.balances).toEqual({});
  });

  it("PO: a payoff that is a cent short pays the oldest first and leaves the rest owed, one that is more is overpaid", () => {
    const life = funded();
    const { amountCents } = life.payoffOf(loan);
    const short = life.pay(cents(amountCents - 1), { kind: "PAYOFF" });
    expect([short.overpaidCents, sum(short.obligations.map((one) => one.waived.interestCents))]).toEqual([0, 0]);
    life.check();
    life.takeBack(0);
    expect(life.pay(cents(amountCents + 7), { kind: "PAYOFF" }).overpaidCents).toBe(7);
    expect(life.balances).toEqual({});
  });

  it("PO: a payoff that settles after its last row was billed takes back what it does not charge", () => {
    const life = funded({ ...terms, payoffInterestBasis: "DAILY" });
    passUntil(life, "2026-02-14");
    const { amountCents } = life.payoffOf(loan);
    passUntil(life, "2026-02-17");
    const effectiveOn = businessDate("2026-02-14");
    // 30 days on 5,000,000 are 73,973; the row has 75,000.
    expect(summaries(life.pay(amountCents, { kind: "PAYOFF", effectiveOn }))).toEqual([
      "1060 5073973 / 1110 73973; 1100 5000000",
      "4000 1027 / 1110 1027",
      "2100 137500 / 4100 137500",
    ]);
    expect(life.balances).toEqual({});
  });

  it("OV: a payoff uses the business's credit, and no more of it than is needed", () => {
    const life = funded();
    life.pay(cents(1_000), { kind: "FEE" });
    const quote = life.payoffOf(loan, cents(1_000));
    expect([quote.amountCents, quote.creditCents]).toEqual([5_074_000, 1_000]);
    life.pay(quote.amountCents, { kind: "PAYOFF", creditCents: quote.creditCents });
    expect([life.balances, life.balanceOf("BORROWER_CREDIT")]).toEqual([{}, 0]);
  });

  it("a repayment pays no assessed fees; a fee payment pays nothing else", () => {
    const life = funded();
    passUntil(life, "2026-02-15");
    life.assess("LATE_PAYMENT", cents(22_920), loan);
    expect(summaries(life.pay(cents(22_920), { kind: "FEE" }))).toEqual(["1060 22920 / 1120:LATE_PAYMENT 22920"]);
    life.assess("LATE_PAYMENT", cents(500), loan);
    life.pay(cents(5_500_799));
    expect(life.balances).toEqual({ "FEE_RECEIVABLE LATE_PAYMENT": 500 });
  });

  it("TL-1: a lump sum pays what is due, then assessed fees, then the next rows, and the rest is overpaid", () => {
    const life = funded();
    passUntil(life, "2026-02-20");
    life.assess("LATE_PAYMENT", cents(22_920), loan);
    const short = life.product.apply(life.issued, { ...lumpSum(life), amountCents: cents(470_000) });
    // 458,400 are due; 11,600 of the fee are paid.
    expect(summaries(short)).toEqual(["1060 458400 / 1110 75000; 1100 383400", "1060 11600 / 1120:LATE_PAYMENT 11600"]);
    const more = life.product.apply(life.issued, { ...lumpSum(life), amountCents: cents(458_400 + 22_920 + 100_000) });
    expect(more.obligations.map(({ paid }) => [paid.principalCents, paid.interestCents, paid.feeCents])).toEqual(
      expect.arrayContaining([
        [383_400, 75_000, 0],
        [0, 0, 22_920],
        [100_000 - 69_249, 69_249, 0],
      ]),
    );
    expect(life.product.apply(life.issued, { ...lumpSum(life), amountCents: cents(6_000_000) }).overpaidCents).toBe(
      6_000_000 - 5_500_799 - 22_920,
    );
  });

  it("TL-1: a lump sum of a loan in default pays fees behind what has fallen due, not behind all of the loan", () => {
    const life = funded();
    passUntil(life, "2026-02-20");
    life.assess("LATE_PAYMENT", cents(22_920), loan);
    const inDefault = { ...life.issued, status: "DEFAULTED" } as const;
    const paid = life.product.apply(inDefault, { ...lumpSum(life), amountCents: cents(481_321) });
    expect(sum(paid.obligations.map((one) => one.paid.feeCents))).toBe(22_920);
  });

  it("default: what is due is billed, nothing afterwards, and interest paid later is income when it is paid", () => {
    const life = funded();
    passUntil(life, "2026-02-15");
    life.default();
    passUntil(life, "2026-03-20");
    expect(life.balances).toMatchObject({ INTEREST_RECEIVABLE: 75_000 });
    expect(summaries(life.pay(cents(458_400 + 100_000)))).toEqual([
      "1060 558400 / 1110 75000; 4000 69249; 1100 414151",
    ]);
    life.check();
  });

  it("W-1, W-2: a write-off takes everything off the books, and a payment afterwards is a recovery", () => {
    const life = funded();
    passUntil(life, "2026-02-15");
    life.assess("LATE_PAYMENT", cents(500), loan);
    const change = termLoan.writeOff(life.issued);
    expect(summaries(change)).toEqual(["5100 4938000; 2100 137500 / 1100 5000000; 1110 75000; 1120:LATE_PAYMENT 500"]);
    life.writeOff();
    expect(life.balances).toEqual({});
    expect(summaries(life.pay(cents(5_000)))).toEqual(["1060 5000 / 4900 5000"]);
  });

  for (const interestMethod of interestMethods) {
    it(`${interestMethod}: after any payments, returns, defaults and write-offs the ledger holds what the obligations say, and ends at zero`, () => {
      fc.assert(
        fc.property(anyTermLoan, anyEvents, ({ offered, asked }, events) => {
          const life = funded({ ...offered, interestMethod }, asked);
          live(life, events, [loan], asked.loanAmountCents);
        }),
        lifeRuns,
      );
    });
  }
});

describe("term loan servicing with simple interest", () => {
  it("TL-1 DAILY: paid on the due dates it costs what was planned", () => {
    const life = funded(daily);
    const { rows } = termLoanSchedule(daily, request, plainWorksheet);
    for (const { dueOn, paymentCents, principalCents, interestCents } of rows) {
      passUntil(life, dueOn);
      const { obligations } = life.pay(paymentCents);
      const paid = obligations.map((one) => one.paid).filter((one) => one.principalCents > 0);
      expect(paid).toEqual([{ principalCents, interestCents, feeCents: 0 }]);
    }
    expect(life.balances).toEqual({});
    expect(-life.balanceOf("INTEREST_INCOME")).toBe(498_461);
  });

  it("TL-1 DAILY: a payment a day late costs 2,466 more; the planned payments stay and the last row takes the difference", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-16");
    expect(summaries(life.pay(cents(458_400)))).toEqual([
      "1110 2466 / 4000 2466",
      "1060 458400 / 1110 78904; 1100 379496",
    ]);
    expect(unpaidOf(life, 2)).toEqual([458_400 - 61_522, 61_522]);
    const payments = life.obligations.map((row) => row.owed.principalCents + row.owed.interestCents);
    expect(new Set(payments.slice(0, -1))).toEqual(new Set([458_400]));
    expect(sum(life.obligations.map((row) => row.owed.principalCents))).toBe(5_000_000);
  });

  it("TL-1 DAILY: rows past due hold all interest in the oldest, and a payment pays it first", () => {
    const life = funded(daily);
    passUntil(life, "2026-03-15");
    // 59 days on 5,000,000.
    expect([unpaidOf(life, 1), unpaidOf(life, 2)]).toEqual([
      [458_400 - 145_479, 145_479],
      [458_400, 0],
    ]);
    expect(life.balances).toMatchObject({ INTEREST_RECEIVABLE: 145_479 });
    const [first] = life.pay(cents(150_000)).entries;
    expect(first && summaryOf(first.entry)).toBe("1060 150000 / 1110 145479; 1100 4521");
  });

  it("after any payments the unpaid rows are those of the simple interest schedule", () => {
    const anyPayments = fc.array(fc.record({ days: fc.nat({ max: 60 }), amount: fc.nat({ max: 9_000_000 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyTermLoan, anyPayments, ({ offered, asked }, steps) => {
        const life = funded({ ...offered, interestMethod: "DAILY" }, asked);
        const plan = termLoanSchedule(life.terms, asked, plainWorksheet).rows;
        const payments: SettledPayment[] = [];
        for (const { days, amount } of steps) {
          life.pass(days);
          life.pay(cents(amount));
          const isPrincipalPaid = life.issued.principalPaid.every(({ principalCents }) => principalCents > 0);
          if (isPrincipalPaid) payments.push({ settledOn: life.today, amountCents: cents(amount) });
          // The schedule rounds at every payment, the obligations only where principal changes.
          else life.takeBack(life.settled.length - 1);
        }
        const lent = {
          amountCents: asked.loanAmountCents,
          interestRatePercentage: offered.interestRatePercentage,
          fundedOn: asked.fundedOn,
        };
        const { unpaid: rows } = simpleInterestSchedule({ ...lent, plan, payments }, life.today, plainWorksheet);
        const expected = rows.map((row) => [row.number, row.principalCents, row.interestCents]);
        life.obligations = standingOn(life.issued, plan, life.today).obligations;
        const open = life.obligations.map((row) => [row.number, ...unpaidOf(life, row.number)]);
        expect(open.filter(([, principal, interest]) => principal !== 0 || interest !== 0)).toEqual(expected);
      }),
      lifeRuns,
    );
  });

  it("the interest of a row until it is due is rounded once, on any day before", () => {
    const asked = { loanAmountCents: cents(1_000_000), fundedOn: businessDate("2026-01-01") };
    const life = funded({ ...daily, interestRatePercentage: "1.9", durationDays: 30 }, asked);
    const plan = termLoanSchedule(life.terms, asked, plainWorksheet).rows;
    // 31 days are 1,613.70; 22 days are 1,145.21 and 9 days are 468.49.
    const { obligations } = standingOn(life.issued, plan, businessDate("2026-01-23"));
    expect(obligations.map((row) => unpaid(row).interestCents)).toEqual([1_614]);
  });

  it("TL-1 DAILY: a payment pays accrued interest, then principal, and what is owed back last, although it is due", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-01");
    const [row] = life.obligations;
    if (!row) expect.fail("no row");
    const owed = { principalCents: cents(1_000), interestCents: noCents, feeCents: noCents };
    const owedBack = { ...row, id: "owed back", number: 13, dueOn: life.today, owed, unearnedFeeCents: noCents };
    life.obligations.push({ ...owedBack, isOwedBack: true });
    // 5,000,000 at 18 percent for 17 days.
    const paid = (amount: number) => life.product.apply(life.issued, { ...payment, amountCents: cents(amount) });
    const payment = {
      kind: "REPAYMENT",
      amountCents: noCents,
      creditCents: noCents,
      effectiveOn: life.today,
      ...loan,
    } as const;
    const ofOwedBack = (change: Change) =>
      change.obligations.find(({ obligationId }) => obligationId === "owed back")?.paid.principalCents;
    expect(ofOwedBack(paid(5_041_918))).toBeUndefined();
    expect(ofOwedBack(paid(5_042_018))).toBe(100);
  });

  it("TL-1 DAILY: a lump sum pays accrued interest, what is due, then assessed fees, then principal that is not due", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-20");
    life.assess("LATE_PAYMENT", cents(22_920), loan);
    // 5,000,000 at 18 percent for 36 days are 88,767; the planned payment of 458,400 is due.
    const partsOf = (amount: number) => {
      const { obligations } = life.product.apply(life.issued, { ...lumpSum(life), amountCents: cents(amount) });
      const of = (part: "principalCents" | "interestCents" | "feeCents") =>
        sum(obligations.map(({ paid }) => paid[part]));
      return [of("principalCents"), of("interestCents"), of("feeCents")];
    };
    expect(partsOf(458_400)).toEqual([369_633, 88_767, 0]);
    expect(partsOf(472_400)).toEqual([369_633, 88_767, 14_000]);
    expect(partsOf(1_000_000)).toEqual([1_000_000 - 88_767 - 22_920, 88_767, 22_920]);
  });

  it("TL-1 DAILY: paying early pays principal, and never interest that has not accrued", () => {
    const life = funded(daily);
    passUntil(life, "2026-01-25");
    life.pay(cents(1_000_000));
    expect(life.settled[0]?.change.entries.map(({ entry }) => summaryOf(entry))).toEqual([
      "1110 24658 / 4000 24658",
      "1060 1000000 / 1110 24658; 1100 975342",
    ]);
  });

  it("TL-1 DAILY: the interest that a returned payment had saved is billed again, also of payments after it", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-01");
    life.pay(cents(2_000_000));
    passUntil(life, "2026-02-20");
    life.pay(cents(458_400));
    life.takeBack(0);
    passUntil(life, "2026-03-15");
    const lent = { amountCents: request.loanAmountCents, interestRatePercentage: "18", fundedOn: request.fundedOn };
    const [only, ...others] = life.issued.principalPaid;
    expect([only?.on, others]).toEqual(["2026-02-20", []]);
    expect(-life.balanceOf("INTEREST_INCOME")).toBe(accruedUntil(lent, life.issued.principalPaid, life.today));
    life.check();
  });

  it("TL-1 DAILY: a payment that counts from before the last bill lowers what was billed", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-15");
    passUntil(life, "2026-02-17");
    const change = life.pay(cents(458_400), { effectiveOn: businessDate("2026-02-13") });
    // 29 instead of 31 days on 5,000,000.
    expect(summaries(change)).toEqual(["4000 4931 / 1110 4931", "1060 458400 / 1110 71507; 1100 386893"]);
    life.check();
  });

  it("TL-1 DAILY: what is billed is never less than what was paid, also when an earlier payment settles after a later one", () => {
    const life = funded(daily);
    passUntil(life, "2026-02-15");
    life.pay(cents(458_400));
    // Counting from day 10 it saves interest that the first payment has paid already: 35,014 accrued, 76,438 are paid.
    life.pay(cents(4_000_000), { effectiveOn: businessDate("2026-01-25") });
    life.check();
    expect(summaries(life.pay(cents(100_000)))).toEqual(["1060 100000 / 1100 100000"]);
    life.check();
    expect(life.payoffOf(loan)).toMatchObject({ interestCents: 0 });
    life.end([loan]);
  });

  it("payoff: costs the unpaid principal and what accrued until its day, also when it is late", () => {
    const life = funded({ ...daily, payoffInterestBasis: "OUTSTANDING" });
    passUntil(life, "2026-03-20");
    expect(life.payoffOf(loan)).toMatchObject({ interestCents: 157_808, amountCents: 5_157_808, creditCents: noCents });
    life.pay(cents(5_157_808), { kind: "PAYOFF" });
    expect(life.balances).toEqual({});
  });

  it("default: what accrued until the day is billed, and what accrues later is income when it is paid", () => {
    const life = funded(daily);
    passUntil(life, "2026-01-25");
    life.default();
    expect(life.balances).toMatchObject({ INTEREST_RECEIVABLE: 24_658 });
    life.today = addDays(life.today, 10);
    expect(summaries(life.pay(cents(100_000)))).toEqual(["1060 100000 / 1110 24658; 4000 24657; 1100 50685"]);
    life.check();
  });
});
