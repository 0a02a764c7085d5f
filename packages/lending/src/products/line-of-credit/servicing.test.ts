import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { summaryOf } from "../../ledger/entries.fixture.ts";
import type { Change } from "../../mechanics/obligation.ts";
import { cents, sum } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { lineOfCredit } from "./product.ts";
import { lineOfCreditTerms } from "./terms.ts";

const terms = lineOfCreditTerms.parse({
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 5_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 5_000,
});
const fundedOn = businessDate("2026-02-10");
const first = { drawId: "first", invoiceId: null };
const second = { drawId: "second", invoiceId: null };

const anyDraws = fc.record({
  rate: fc.nat({ max: 500 }).map((tenths) => String(tenths / 10)),
  fee: fc.nat({ max: 100 }).map((tenths) => String(tenths / 10)),
  months: fc.integer({ min: 1, max: 12 }),
  draws: fc.array(fc.record({ amount: fc.integer({ min: 100, max: 3_000_000 }), day: fc.nat({ max: 40 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

/** D-1: 1,000,000 at a flat 24 % over 6 months, with a fee of 20,000; and the same ten days later. */
function funded() {
  const life = new Life(lineOfCredit, terms, fundedOn);
  life.fund({ amountCents: cents(1_000_000), fundedOn }, first);
  life.fund({ amountCents: cents(1_000_000), fundedOn: addDays(fundedOn, 10) }, second);
  return life;
}

const passUntil = (life: ReturnType<typeof funded>, day: string) =>
  life.pass(daysBetween(life.today, businessDate(day)));
const summaries = ({ entries }: Change) => entries.map(({ drawId, entry }) => `${drawId}: ${summaryOf(entry)}`);

describe("line of credit servicing", () => {
  it("D-1: each draw is billed when its items fall due", () => {
    const life = funded();
    expect(life.balances).toEqual({
      "PRINCIPAL_RECEIVABLE first": 1_000_000,
      "PRINCIPAL_RECEIVABLE second": 1_000_000,
      UNEARNED_FEES: -40_000,
    });
    expect(summaries(lineOfCredit.bill(life.issued, businessDate("2026-03-20")))).toEqual([
      "first: 1110 20000 / 4000 20000",
      "first: 2100 3333 / 4100 3333",
      "second: 1110 20000 / 4000 20000",
      "second: 2100 3333 / 4100 3333",
    ]);
  });

  it("a payment of one draw pays what is due of the other first, and then the rest of its own", () => {
    const life = funded();
    passUntil(life, "2026-03-12");
    // The first item of the first draw is due. The second draw was paid before its first item is.
    const change = life.pay(cents(200_000), { drawId: "second" });
    expect(summaries(change)).toEqual([
      "second: 1110 13333 / 4000 13333",
      "first: 1060 186667 / 1110 20000; 1100 166667",
      "second: 1060 13333 / 1110 13333",
    ]);
    life.check();
  });

  it("D-1: the payoff of a draw after 0, 2 and 5 payments is 1,020,000, 686,666 and 186,665, and ends that draw alone", () => {
    const quotes = [0, 2, 5].map((paid) => {
      const life = new Life(lineOfCredit, terms, fundedOn);
      life.fund({ amountCents: cents(1_000_000), fundedOn }, first);
      for (let month = 3; month < 3 + paid; month++) {
        passUntil(life, `2026-0${month}-10`);
        life.pay(cents(186_667), { drawId: "first" });
      }
      life.fund({ amountCents: cents(500_000), fundedOn: life.today }, second);
      const { amountCents } = life.payoffOf(first);
      const { obligations, overpaidCents } = life.pay(amountCents, { kind: "PAYOFF", drawId: "first" });
      const waivedCents = sum(obligations.map((one) => one.waived.interestCents));
      expect(life.balances).toEqual({ "PRINCIPAL_RECEIVABLE second": 500_000, UNEARNED_FEES: -10_000 });
      return [amountCents, overpaidCents, waivedCents];
    });
    expect(quotes).toEqual([
      [1_020_000, 0, 100_000],
      [686_666, 0, 60_000],
      [186_665, 0, 0],
    ]);
  });

  it("the payoff of a draw includes its own assessed fees, not those of the line or of another draw", () => {
    const life = funded();
    life.assess("LATE_PAYMENT", cents(100), first);
    life.assess("LATE_PAYMENT", cents(200), second);
    life.assess("MAINTENANCE", cents(5_000), { drawId: null, invoiceId: null });
    expect(life.payoffOf(first)).toMatchObject({ amountCents: 1_020_100, feesCents: 100 });
  });

  it("after any payments, returns, defaults and write-offs the ledger holds what the obligations of all draws say, and ends at zero", () => {
    fc.assert(
      fc.property(anyDraws, anyEvents, ({ rate, fee, months, draws }, events) => {
        const offered = {
          ...terms,
          interestRatePercentage: rate,
          feePercentage: fee,
          repaymentDurationDays: months * 30,
        };
        const life = new Life(lineOfCredit, offered, fundedOn);
        const items = draws.map((_, index) => ({ drawId: `draw ${index}`, invoiceId: null }));
        for (const [index, { amount, day }] of draws.entries())
          life.fund({ amountCents: cents(amount), fundedOn: addDays(fundedOn, day) }, items[index] ?? first);
        live(
          life,
          events,
          [items[0] ?? first, ...items.slice(1)],
          cents(Math.max(...draws.map(({ amount }) => amount))),
        );
      }),
      lifeRuns,
    );
  });
});
