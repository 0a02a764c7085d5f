import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { anAdvance, debitsOf, estimateCents, periods, sell, serviceAgain, totalCents } from "./advance-life.fixture.ts";
import { requestTrueUp } from "./request-true-up.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;

const refunds = (life: LoanLife) =>
  life.rows<{ cents: number; status: string }>(
    `select amount_cents::int as cents, status from app.payment_order
     where issued_product_id = $1 and purpose = 'CREDIT_REFUND' order by id`,
    life.id,
  );
const trueUps = (life: LoanLife) =>
  life.rows<{ called: number; due: number; outcome: string }>(
    `select called_cents::int as called, due_cents::int as due, outcome from app.true_up where issued_product_id = $1 order by id`,
    life.id,
  );
const unpaidCents = async (life: LoanLife): Promise<number> => {
  const [row] = await life.rows<{ cents: number }>(
    `select sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l join app.ledger_account a on a.number = l.account
     where l.issued_product_id = $1 and a.code in ('PRINCIPAL_RECEIVABLE', 'FEE_RECEIVABLE')`,
    life.id,
  );
  return row?.cents ?? 0;
};

/** An advance whose first period was estimated and debited, on the Monday after it. */
async function estimated(accountNumber?: string): Promise<LoanLife> {
  const life = await anAdvance(ground, accountNumber === undefined ? {} : { accountNumber });
  await life.passTo("2026-01-26T14:00:00Z");
  return life;
}

describe("a period that was debited by estimate", () => {
  it("gives back what exceeds the share of its sales when they arrive, and owes it again", { timeout }, async () => {
    const life = await estimated();
    await sell(life, "2026-01-16", "2026-01-18", 1_200_000);
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 120_000, outcome: "REFUND" }]);
    expect(await refunds(life)).toMatchObject([{ cents: 18_462 }]);
    expect((await periods(life))[0]).toMatchObject({ state: "PAID", cents: 120_000, estimated: true });
    expect(await unpaidCents(life)).toBe(totalCents - 120_000);
    await serviceAgain(life);
    await life.passTo("2026-02-04T15:00:00Z");
    expect(await refunds(life)).toEqual([{ cents: 18_462, status: "SUCCESSFUL_PAYMENT" }]);
    expect(await trueUps(life)).toHaveLength(1);
    await life.books("2026-02-04");
  });

  it("adds what is missing to the next period, once", { timeout }, async () => {
    const life = await estimated();
    await sell(life, "2026-01-16", "2026-01-18", 1_600_000);
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 160_000, outcome: "NEXT_PERIOD" }]);
    await sell(life, "2026-01-19", "2026-01-25", 3_000_000);
    await life.passTo("2026-02-02T14:00:00Z");
    await sell(life, "2026-01-26", "2026-02-01", 2_000_000);
    await life.passTo("2026-02-09T14:00:00Z");
    expect(await debitsOf(life)).toMatchObject([
      { period: 1, cents: estimateCents, status: "SUCCESSFUL_PAYMENT" },
      { period: 2, cents: 300_000 + 21_538, status: "SUCCESSFUL_PAYMENT" },
      { period: 3, cents: 200_000, status: "SUCCESSFUL_PAYMENT" },
    ]);
    expect(await refunds(life)).toEqual([]);
    await life.books("2026-02-09");
  });

  it("is settled again when its sales are told anew, by the difference to what was settled before", {
    timeout,
  }, async () => {
    const life = await estimated();
    await sell(life, "2026-01-16", "2026-01-18", 1_600_000);
    await sell(life, "2026-01-16", "2026-01-18", 1_500_000);
    await sell(life, "2026-01-16", "2026-01-18", 1_700_000);
    expect(await trueUps(life)).toEqual([
      { called: estimateCents, due: 160_000, outcome: "NEXT_PERIOD" },
      { called: 160_000, due: 150_000, outcome: "REFUND" },
      { called: 150_000, due: 170_000, outcome: "NEXT_PERIOD" },
    ]);
    await sell(life, "2026-01-19", "2026-01-25", 0);
    await life.passTo("2026-02-02T14:00:00Z");
    expect((await periods(life))[1]).toMatchObject({ state: "PAID", cents: 41_538 });
    expect(await unpaidCents(life)).toBe(totalCents - 170_000);
    await life.books("2026-02-02");
  });

  it("is due with its share instead while no debit of the estimate was sent", { timeout }, async () => {
    const life = await anAdvance(ground);
    await life.passTo("2026-01-20T20:00:00Z");
    expect((await debitsOf(life)).map(({ cents, status }) => [cents, status])).toEqual([[estimateCents, "SCHEDULED"]]);
    await sell(life, "2026-01-16", "2026-01-18", 500_000);
    expect((await periods(life))[0]).toMatchObject({ state: "DUE", cents: 50_000, estimated: false });
    await life.passTo("2026-01-26T14:00:00Z");
    expect(await debitsOf(life)).toMatchObject([
      { cents: estimateCents, status: "CANCELLED" },
      { cents: 50_000, on: "2026-01-21", status: "SUCCESSFUL_PAYMENT" },
    ]);
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 50_000, outcome: "REPLACED" }]);
    await life.books("2026-01-26");
  });

  it("is due with nothing when it had no sales, and its debit is withdrawn", { timeout }, async () => {
    const life = await anAdvance(ground);
    await life.passTo("2026-01-20T20:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 0);
    await life.passTo("2026-01-23T14:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "NO_SALES", cents: 0 });
    expect(await debitsOf(life)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("is not corrected while its debit is on its way or waits to be tried again, but when that has settled", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000201" });
    await life.passTo("2026-01-21T15:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_200_000);
    await life.passTo("2026-01-23T15:00:00Z");
    expect((await periods(life))[0]).toMatchObject({ state: "UNPAID", cents: estimateCents });
    expect(await trueUps(life)).toEqual([]);
    await life.passTo("2026-01-30T15:00:00Z");
    expect((await debitsOf(life)).filter(({ period }) => period === 1)).toMatchObject([
      { status: "FAILED_PAYMENT" },
      { cents: estimateCents, status: "SUCCESSFUL_PAYMENT", retries: 1 },
    ]);
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 120_000, outcome: "REFUND" }]);
  });
});

describe("request of a business for a true-up", () => {
  const ask = (life: LoanLife) => {
    const { businessId, platformId, person } = life.debtor;
    return life.debtor.within(async (tx) => {
      const user = await tx
        .selectFrom("business_user")
        .select("id")
        .where("business_id", "=", businessId)
        .executeTakeFirstOrThrow();
      const caller = { ...person, platformId, businessId, userId: user.id, roles: ["OPERATOR"] } as never;
      return requestTrueUp(tx, caller, life.id, "request");
    });
  };

  it("asks staff for missing sales within two banking days, and is answered when they arrive", {
    timeout,
  }, async () => {
    const life = await estimated();
    const asked = await ask(life);
    expect(asked).toMatchObject({ status: "REQUESTED", answerBy: new Date("2026-01-28T22:00:00Z") });
    expect(await ask(life)).toEqual(asked);
    expect(await life.openTasks()).toContainEqual({ kind: "TRUE_UP_REQUESTED" });
    await sell(life, "2026-01-16", "2026-01-18", 1_200_000);
    expect(await life.rows("select status from app.true_up_request where issued_product_id = $1", life.id)).toEqual([
      { status: "ANSWERED" },
    ]);
    expect(await life.openTasks()).not.toContainEqual({ kind: "TRUE_UP_REQUESTED" });
  });

  it("is answered at once where all sales are known, as often as it is made", { timeout }, async () => {
    const life = await estimated();
    await sell(life, "2026-01-16", "2026-01-18", 1_200_000);
    const [first, second] = [await ask(life), await ask(life)];
    expect([first.status, second.status]).toEqual(["ANSWERED", "ANSWERED"]);
    expect(second.id).not.toBe(first.id);
    expect(await trueUps(life)).toHaveLength(1);
  });
});
