import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockProduct, updateStates } from "../../products/public.ts";
import { holdDebits, type LifeGround, type LoanLife, lifeGround, releaseDebits } from "../loan-life.fixture.ts";
import { readServicing } from "../read-servicing.ts";
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

/** A settled debit, or what a true-up gives back of it. */
type Collected = { period: number; cents: number };

/** What settled debits must have paid, calculated from what was collected and given back alone, in that order. */
function splitsOf(collected: readonly Collected[]) {
  const byPeriod = new Map<number, { cents: number; principal: number; fee: number }>();
  let sum = 0;
  for (const { period, cents } of collected) {
    const fee = feeOf(sum + cents) - feeOf(sum);
    sum += cents;
    const before = byPeriod.get(period) ?? { cents: Math.abs(cents), principal: 0, fee: 0 };
    byPeriod.set(period, {
      cents: before.cents,
      principal: before.principal + cents - fee,
      fee: before.fee + fee,
    });
  }
  return [...byPeriod.values()].map((split) => ({ ...split, income: split.fee }));
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
    /** The sales of the weeks, told on the Monday after each, or two weeks later after an estimate. */
    const weeks = [
      ["2026-01-19", "2026-01-25", 4_000_055],
      ["2026-01-26", "2026-02-01", 0],
      ["2026-02-02", "2026-02-08", 123_451],
      ["2026-02-09", "2026-02-15", null],
      ["2026-02-16", "2026-02-22", null],
      ["2026-02-23", "2026-03-01", 6_000_005],
      ["2026-03-02", "2026-03-08", 9_333_333],
    ] as const;
    for (const [from, to, salesCents] of weeks) {
      if (salesCents !== null) await sell(life, from, to, salesCents);
      await life.passTo(`${nextWeek(to)}T14:00:00Z`);
      // The first estimate was too high, the second too low. Both are known after the first debit and before the second has settled.
      if (to === "2026-02-15") await sell(life, "2026-02-09", "2026-02-15", 1_200_000);
      if (to === "2026-02-22") await sell(life, "2026-02-16", "2026-02-22", 1_600_000);
      await serviceAgain(life);
    }
    const [excess, missing] = [estimateCents - tenth(1_200_000), tenth(1_600_000) - estimateCents];
    expect([excess, missing]).toEqual([18_462, 21_538]);
    const collected = [
      { period: 1, cents: tenth(1_000_000) },
      { period: 2, cents: tenth(4_000_055) },
      { period: 4, cents: tenth(123_451) },
      { period: 5, cents: estimateCents },
      { period: 5, cents: -excess },
      { period: 6, cents: estimateCents },
      { period: 7, cents: tenth(6_000_005) + missing },
    ];
    const rest = totalCents - collected.reduce((sum, { cents }) => sum + cents, 0);
    expect(await periods(life)).toMatchObject([
      { state: "PAID", cents: 100_000 },
      { days: "2026-01-19/2026-01-25 on 2026-01-27", state: "PAID", cents: 400_006 },
      { state: "NO_SALES", cents: 0 },
      { state: "PAID", cents: 12_345 },
      // Monday is a holiday.
      { days: "2026-02-09/2026-02-15 on 2026-02-18", state: "PAID", cents: 120_000, estimated: true },
      { days: "2026-02-16/2026-02-22 on 2026-02-24", state: "PAID", cents: estimateCents, estimated: true },
      { state: "PAID", cents: 600_001 + missing },
      { days: "2026-03-02/2026-03-08 on 2026-03-10", state: "PAID", cents: rest },
      { days: "2026-03-09/2026-03-15 on 2026-03-17", state: "DROPPED", cents: null },
    ]);
    expect(rest).toBeLessThan(tenth(9_333_333));
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await splits(life)).toEqual(splitsOf([...collected, { period: 8, cents: rest }]));
    expect(await life.books("2026-03-16")).toEqual({ CASH: feeCents, MCA_FEE_INCOME: -feeCents });
    expect(
      await life.rows(
        "select amount_cents::int as cents, status from app.payment_order where issued_product_id = $1 and purpose = 'CREDIT_REFUND'",
        life.id,
      ),
    ).toEqual([{ cents: excess, status: "SUCCESSFUL_PAYMENT" }]);
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
    expect(await splits(life)).toEqual(splitsOf([{ period: 1, cents: estimateCents }]));
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
    const seen = await life.debtor.within((tx) => readServicing(tx, life.debtor.businessId, life.id));
    expect(seen.periods.map(({ label, debits }) => [label, debits.length])).toEqual([
      ["LATE", 1],
      ["NO SALES", 0],
      ["-", 0],
    ]);
    await life.passTo("2026-01-27T05:00:00Z");
    expect(await life.status()).toBe("LATE");
    expect(await life.steps()).toMatchObject([{ step: "LATE", days: 6 }]);
    // A payment of something else has settled: nothing of the obligation itself is past due.
    await life.debtor.within(async (tx) =>
      updateStates(tx, await lockProduct(tx, life.id), { today: businessDate("2026-01-27"), hasPendingOrders: false }),
    );
    expect(await life.status()).toBe("LATE");
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

  it("owes a period again whose payment comes back, as late as it was", { timeout }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000010" });
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    await life.passTo("2026-01-26T14:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "PAID" });
    await sell(life, "2026-01-19", "2026-01-25", 0);
    // The bank returns the debit five banking days after its day, because its owner had not authorized it.
    await life.passTo("2026-01-29T15:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "UNPAID", cents: 100_000 });
    expect(await life.status()).toBe("LATE");
    expect(await life.books("2026-01-29")).toEqual({
      CASH: -advanceCents,
      FEE_RECEIVABLE: feeCents,
      PRINCIPAL_RECEIVABLE: advanceCents,
      UNEARNED_FEES: -feeCents,
    });
  });

  it("is not serviced for sales of a period that has not ended", { timeout }, async () => {
    const life = await anAdvance(ground);
    const version = () =>
      life.rows("select xmin::text as version from app.product_servicing where issued_product_id = $1", life.id);
    const before = await version();
    await sell(life, "2026-01-16", "2026-01-16", 1_000_000);
    expect(await version()).toEqual(before);
  });

  it("is not late while we hold the debit of a period, however often it is serviced", { timeout }, async () => {
    const life = await anAdvance(ground);
    await holdDebits(life);
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    await life.setClock(new Date("2026-01-30T15:00:00Z"));
    for (let times = 0; times < 3; times++) await serviceAgain(life);
    expect(await life.status()).toBe("CURRENT");
    expect(
      await life.rows(
        "select from app.event where stream = $1 and kind = 'product.status_changed'",
        life.debtor.businessId,
      ),
    ).toEqual([]);
    await life.passTo("2026-02-01T15:00:00Z");
    await releaseDebits(life);
    await life.passTo("2026-02-06T15:00:00Z");
    expect((await debitsOf(life))[0]).toMatchObject({ period: 1, on: "2026-02-03", status: "SUCCESSFUL_PAYMENT" });
    expect(await life.steps()).toEqual([]);
  });

  it("has no periods left when its payout comes back", { timeout }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000003" });
    await life.passTo("2026-01-26T14:00:00Z");
    expect((await periods(life)).map(({ state }) => state)).toEqual(["DROPPED"]);
    expect(await debitsOf(life)).toEqual([]);
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
    const collected = [
      { period: 2, cents: 1_500_000 },
      { period: 3, cents: totalCents - 1_500_000 },
    ];
    expect(await splits(life)).toEqual(splitsOf(collected));
    expect(await life.books("2026-01-30")).toEqual({ CASH: feeCents, MCA_FEE_INCOME: -feeCents });
  });
});

/** The Monday a week after a Sunday's next day. */
const nextWeek = (sunday: string): string => new Date(Date.parse(sunday) + 8 * 86_400_000).toISOString().slice(0, 10);
