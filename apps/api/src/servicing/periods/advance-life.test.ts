import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import {
  advanceCents,
  anAdvance,
  debitsOf,
  estimateCents,
  periods,
  sell,
  serviceAgain,
  totalCents,
} from "./advance-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
const feeCents = totalCents - advanceCents;

/** The tenth part of sales in whole cents, a half upwards. */
const tenth = (salesCents: number): number => Number((BigInt(salesCents) * 2n + 10n) / 20n);
/** The fee in what was collected, a half upwards. */
const feeOf = (collectedCents: number): number =>
  Number((BigInt(collectedCents) * BigInt(feeCents) * 2n + BigInt(totalCents)) / (2n * BigInt(totalCents)));

/** Advance and fee of each settled debit, with what the books say of them. */
const splits = (life: LoanLife) =>
  life.rows<{ cents: number; principal: number; fee: number; income: number }>(
    `select p.amount_cents::int as cents, p.principal_cents::int as principal, p.fee_cents::int as fee,
       (select sum(l.credit_cents - l.debit_cents) from app.journal_line l join app.ledger_account a on a.number = l.account
         where l.payment_order_id = p.id and a.code = 'MCA_FEE_INCOME')::int as income
     from app.payment_order p where p.issued_product_id = $1 and p.direction = 'INCOMING' and p.status = 'SUCCESSFUL_PAYMENT'
     order by p.payment_confirmed_at, p.id`,
    life.id,
  );

/** What the settled debits must have paid, calculated from their amounts alone. */
function expectSplits(found: Awaited<ReturnType<typeof splits>>): void {
  let collected = 0;
  for (const { cents, principal, fee, income } of found) {
    const expected = feeOf(collected + cents) - feeOf(collected);
    collected += cents;
    expect({ cents, principal, fee, income }).toEqual({
      cents,
      principal: cents - expected,
      fee: expected,
      income: expected,
    });
  }
}

describe("merchant cash advance", () => {
  it("delivers its share of each period's sales until it has delivered the purchased amount to the cent", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000201" });
    expect(await periods(life)).toEqual([
      { days: "2026-01-16/2026-01-18 on 2026-01-21", state: "OPEN", cents: null, estimated: false },
    ]);
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    // Its bank returns the first debit, and pays the retry.
    await life.passTo("2026-01-26T14:00:00Z");
    expect((await debitsOf(life)).map(({ status }) => status)).toEqual(["FAILED_PAYMENT", "SCHEDULED"]);
    expect((await periods(life))[0]).toMatchObject({ state: "UNPAID", cents: 100_000 });
    await life.useOtherAccount("1000000001");
    const weeks = [
      ["2026-01-19", "2026-01-25", 4_000_055],
      ["2026-01-26", "2026-02-01", 0],
      ["2026-02-02", "2026-02-08", 123_451],
      ["2026-02-09", "2026-02-15", 9_000_005],
      ["2026-02-16", "2026-02-22", 8_333_333],
    ] as const;
    for (const [from, to, salesCents] of weeks) {
      await sell(life, from, to, salesCents);
      await life.passTo(`${nextWeek(to)}T14:00:00Z`);
      await serviceAgain(life);
    }
    const shares = [1_000_000, ...weeks.map(([, , sales]) => sales)].map(tenth);
    const rest = totalCents - shares.slice(0, -1).reduce((sum, one) => sum + one, 0);
    expect(await periods(life)).toMatchObject([
      { state: "PAID", cents: 100_000 },
      { days: "2026-01-19/2026-01-25 on 2026-01-27", state: "PAID", cents: 400_006 },
      { state: "NO_SALES", cents: 0 },
      { state: "PAID", cents: 12_345 },
      { days: "2026-02-09/2026-02-15 on 2026-02-18", state: "PAID", cents: 900_001 },
      { state: "PAID", cents: rest },
      { days: "2026-02-23/2026-03-01 on 2026-03-03", state: "DROPPED", cents: null },
    ]);
    expect(rest).toBeLessThan(tenth(8_333_333));
    expect(await life.status()).toBe("FULLY_PAID");
    const paid = await splits(life);
    expect(paid.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents);
    expectSplits(paid);
    expect(await life.books("2026-03-02")).toEqual({ CASH: feeCents, MCA_FEE_INCOME: -feeCents });
    expect(await life.steps()).toEqual([]);
    expect(await life.rows("select from app.fee_assessment where issued_product_id = $1", life.id)).toEqual([]);
  });

  it("is debited the estimated payment for a period without data, in time for its day", { timeout }, async () => {
    const life = await anAdvance(ground);
    // Monday is a holiday, so the sales are awaited until Tuesday at two.
    await life.passTo("2026-01-20T18:59:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "OPEN" });
    await life.passTo("2026-01-20T19:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "DUE_ESTIMATED", cents: estimateCents, estimated: true });
    await life.passTo("2026-01-24T15:00:00Z");
    expect(await debitsOf(life)).toEqual([
      { period: 1, cents: estimateCents, on: "2026-01-21", status: "SUCCESSFUL_PAYMENT", retries: 0 },
    ]);
    expect((await periods(life))[0]).toMatchObject({ state: "PAID", estimated: true });
    expectSplits(await splits(life));
    await life.books("2026-01-24");
  });

  it("is debited nothing for a period without data if its agreement is not known to be adjustable, and staff have a task", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { isSigned: false });
    await life.passTo("2026-01-22T15:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "OPEN" });
    expect(await debitsOf(life)).toEqual([]);
    expect(await life.openTasks()).toContainEqual({ kind: "SALES_MISSING" });
    await sell(life, "2026-01-16", "2026-01-18", 500_000);
    expect((await periods(life))[0]).toMatchObject({ state: "DUE", cents: 50_000 });
    expect(await life.openTasks()).not.toContainEqual({ kind: "SALES_MISSING" });
  });

  it("is LATE when the debit of a period has failed for more than five days, and is cured by that period's payment alone", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000008" });
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    // The owner has stopped the debit, so nothing is tried again at this account. Days past due count from the payment day, a Wednesday.
    await life.passTo("2026-01-26T14:00:00Z");
    await sell(life, "2026-01-19", "2026-01-25", 0);
    await life.passTo("2026-01-27T04:59:00Z");
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-01-27T05:00:00Z");
    expect(await life.status()).toBe("LATE");
    expect(await life.steps()).toMatchObject([{ step: "LATE", days: 6 }]);
    await life.passTo("2026-02-02T14:00:00Z");
    await sell(life, "2026-01-26", "2026-02-01", 200_000);
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-02-09T14:00:00Z");
    expect(await periods(life)).toMatchObject([
      { state: "PAID" },
      { state: "NO_SALES" },
      { state: "PAID", cents: 20_000 },
      { state: "OPEN" },
      { state: "OPEN" },
    ]);
    expect(await life.status()).toBe("CURRENT");
    expect(await life.rows("select from app.fee_assessment where issued_product_id = $1", life.id)).toEqual([]);
    await life.books("2026-02-09");
  });

  it("catches up with the periods of weeks in which nobody worked, in their order, and debits each once", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground);
    await life.setClock(new Date("2026-02-06T15:00:00Z"));
    await life.passTo("2026-02-12T15:00:00Z");
    expect(await periods(life)).toMatchObject([
      { days: "2026-01-16/2026-01-18 on 2026-01-21", state: "PAID", cents: estimateCents },
      { days: "2026-01-19/2026-01-25 on 2026-01-27", state: "PAID", cents: estimateCents },
      { days: "2026-01-26/2026-02-01 on 2026-02-03", state: "PAID", cents: estimateCents },
      { days: "2026-02-02/2026-02-08 on 2026-02-10", state: "DUE_ESTIMATED", cents: estimateCents },
      { state: "OPEN" },
    ]);
    expect((await debitsOf(life)).map(({ period, on }) => [period, on])).toEqual([
      [1, "2026-02-09"],
      [2, "2026-02-09"],
      [3, "2026-02-09"],
      [4, "2026-02-10"],
    ]);
    expect(await life.status()).toBe("CURRENT");
    expect(await life.steps()).toEqual([]);
    await life.books("2026-02-12");
  });

  it("collected daily, calls for no more than is left while earlier days are still under way", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { frequency: "DAILY" });
    await life.passTo("2026-01-20T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-20", 15_000_000);
    await life.passTo("2026-01-21T14:00:00Z");
    await sell(life, "2026-01-21", "2026-01-21", 15_000_000);
    await life.passTo("2026-01-30T14:00:00Z");
    expect(await periods(life)).toMatchObject([
      { days: "2026-01-16/2026-01-16 on 2026-01-21", state: "NO_SALES" },
      { days: "2026-01-17/2026-01-20 on 2026-01-22", state: "PAID", cents: 1_500_000 },
      { days: "2026-01-21/2026-01-21 on 2026-01-23", state: "PAID", cents: totalCents - 1_500_000 },
      { state: "DROPPED" },
      { state: "DROPPED" },
      ...(await periods(life)).slice(5),
    ]);
    expect(await life.status()).toBe("FULLY_PAID");
    expectSplits(await splits(life));
    expect(await life.books("2026-01-30")).toEqual({ CASH: feeCents, MCA_FEE_INCOME: -feeCents });
  });
});

const nextWeek = (sunday: string): string => new Date(Date.parse(sunday) + 8 * 86_400_000).toISOString().slice(0, 10);
