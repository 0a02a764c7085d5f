import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aLoanWithRole,
  giveRole,
  interestCents,
  type LifeGround,
  type LoanLife,
  lifeGround,
  paysAlways,
  returnsAll,
  returnsFirst,
  threeInstallments,
} from "./loan-life.fixture.ts";
import { anAdvance, debitsOf, periods, sell, serviceAgain } from "./periods/advance-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

type Role = Parameters<typeof aLoanWithRole>[2];
const aLoan = (accountNumber: string, role?: Role, terms?: object) => aLoanWithRole(ground, accountNumber, role, terms);

type Payment = {
  obligationId: string;
  periodId: string | null;
  number: number;
  dueOn: string;
  retryDays: Day[];
  moveDays: Day[];
};
type Day = { day: string; interestCents: number };
const pathOf = (life: LoanLife, call: string) => `/api/v1/servicing/issued-products/${life.id}/${call}`;
async function payments(life: LoanLife): Promise<Payment[]> {
  const { body } = await life.debtor.person.as({ method: "GET", url: pathOf(life, "arrangements") });
  return (body as { payments: Payment[] }).payments;
}
async function choose(life: LoanLife, call: "retry-day" | "moved-payment", number: number, day: string) {
  const payment = (await payments(life)).find((one) => one.number === number);
  const payload = { obligationId: payment?.obligationId, day };
  return life.debtor.person.as({ method: "POST", url: pathOf(life, call), payload });
}
const debits = async (life: LoanLife) =>
  (await life.debits()).map(({ item, on, status, retries }) => ({ item, on, status, retries }));
const first = { item: "installment 1", on: "2026-02-17", status: "FAILED_PAYMENT", retries: 0 };
const retry = { item: "installment 1", on: "2026-02-23", retries: 1 };

describe("day of the next try of an overdue payment", () => {
  it("is chosen among the offered days, replaces the planned retry, counts as one, and is not offered while it is sent", {
    timeout,
  }, async () => {
    const life = await aLoan(returnsFirst, "OPERATOR");
    await life.passTo("2026-02-19T15:00:00Z");
    const [overdue, coming] = await payments(life);
    expect(overdue?.retryDays.map(({ day }) => day)).toContain("2026-02-26");
    expect(overdue?.retryDays.every(({ interestCents: costs }) => costs === 0)).toBe(true);
    // An operator moves nothing, and what is not overdue has no next try.
    expect([overdue?.moveDays, coming?.retryDays, coming?.moveDays]).toEqual([[], [], []]);
    expect((await choose(life, "moved-payment", 2, "2026-03-18")).status).toBe(403);
    for (const day of ["2026-02-20", "2026-02-28", "2026-03-06"])
      expect((await choose(life, "retry-day", 1, day)).body).toMatchObject({ code: "PAYMENT_DAY_NOT_OFFERED" });
    expect((await choose(life, "retry-day", 1, "2026-02-26")).status).toBe(200);
    await life.act();
    const chosen = { ...retry, on: "2026-02-26" };
    expect(await debits(life)).toEqual([first, { ...retry, status: "CANCELLED" }, { ...chosen, status: "SCHEDULED" }]);
    // It may be chosen again until it is sent.
    expect((await choose(life, "retry-day", 1, "2026-02-25")).status).toBe(200);
    await life.passTo("2026-02-24T23:30:00Z");
    expect((await choose(life, "retry-day", 1, "2026-02-27")).body).toMatchObject({ code: "PAY_NOW_PAYMENT_PENDING" });
    await life.passTo("2026-03-03T15:00:00Z");
    expect((await debits(life)).at(-1)).toMatchObject({ item: "installment 1", status: "SUCCESSFUL_PAYMENT" });
    expect(await life.status()).toBe("CURRENT");
  });

  it("costs no late fee before the try on it has failed", { timeout }, async () => {
    const life = await aLoan(returnsAll);
    await life.passTo("2026-02-19T15:00:00Z");
    await choose(life, "retry-day", 1, "2026-03-05");
    const lateFees = () =>
      life.rows(
        "select from app.fee_assessment where issued_product_id = $1 and late_obligation_id is not null",
        life.id,
      );
    await life.passTo("2026-03-03T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    expect(await lateFees()).toEqual([]);
    await life.passTo("2026-03-10T15:00:00Z");
    expect(await lateFees()).toHaveLength(1);
  });
});

describe("day of the next try of a period of an advance", () => {
  it("is chosen by an operator, replaces the planned retry, and the period can neither be moved nor split", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: returnsFirst });
    await giveRole(life, "OPERATOR");
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    await life.passTo("2026-01-23T15:00:00Z");
    const failed = { period: 1, cents: 100_000, on: "2026-01-21", status: "FAILED_PAYMENT", retries: 0 };
    const planned = { ...failed, on: "2026-01-28", status: "SCHEDULED", retries: 1 };
    const [before] = (await debitsOf(life)).slice(1);
    expect(before).toMatchObject({ period: 1, status: "SCHEDULED", retries: 1 });
    const [overdue] = await payments(life);
    expect(overdue).toMatchObject({
      number: 1,
      dueOn: "2026-01-21",
      unpaidCents: 100_000,
      moveDays: [],
      splitDays: [],
    });
    expect(overdue?.retryDays.every(({ interestCents: costs }) => costs === 0)).toBe(true);
    const ask = (day: string, call = "retry-day") => {
      const payload = { obligationId: overdue?.obligationId, periodId: overdue?.periodId, day };
      return life.debtor.person.as({ method: "POST", url: pathOf(life, call), payload });
    };
    expect((await ask("2026-01-23")).body).toMatchObject({ code: "PAYMENT_DAY_NOT_OFFERED" });
    expect((await ask("2026-01-29")).status).toBe(200);
    await life.act();
    await serviceAgain(life);
    const chosen = { ...planned, on: "2026-01-29" };
    expect(await debitsOf(life)).toEqual([failed, { ...planned, on: before?.on, status: "CANCELLED" }, chosen]);
    const kept = await life.rows(
      "select kind, to_on::text as on from app.arrangement where issued_product_id = $1 and advance_period_id = $2",
      ...[life.id, overdue?.periodId],
    );
    expect(kept).toEqual([{ kind: "RETRY_DAY", on: "2026-01-29" }]);
    await life.passTo("2026-02-05T15:00:00Z");
    expect((await debitsOf(life)).filter(({ period }) => period === 1).at(-1)).toEqual({
      ...chosen,
      status: "SUCCESSFUL_PAYMENT",
    });
    expect((await periods(life))[0]).toMatchObject({ state: "PAID" });
  });
});

describe("payment that is still to come", () => {
  it("is moved by up to five banking days once in ninety days, and is debited and ages from its new day", {
    timeout,
  }, async () => {
    const life = await aLoan(paysAlways);
    await life.passTo("2026-02-12T15:00:00Z");
    expect(await debits(life)).toEqual([{ ...first, status: "SCHEDULED" }]);
    const [coming] = await payments(life);
    expect(coming?.moveDays.map(({ day }) => day)).toEqual([
      ...["2026-02-18", "2026-02-19", "2026-02-20", "2026-02-23", "2026-02-24"],
    ]);
    expect((await choose(life, "moved-payment", 1, "2026-02-25")).body).toMatchObject({
      code: "PAYMENT_DAY_NOT_OFFERED",
    });
    expect((await choose(life, "moved-payment", 1, "2026-02-24")).status).toBe(200);
    expect((await choose(life, "moved-payment", 2, "2026-03-18")).body).toMatchObject({
      code: "PAYMENT_DAY_NOT_OFFERED",
    });
    const days = await life.rows(
      "select due_on::text as on, original_due_on::text as original from app.obligation where issued_product_id = $1 and number = 1",
      life.id,
    );
    expect(days).toEqual([{ on: "2026-02-24", original: "2026-02-15" }]);
    await life.passTo("2026-02-23T15:00:00Z");
    expect(await debits(life)).toEqual([
      { ...first, status: "CANCELLED" },
      { ...first, on: "2026-02-24", status: "SCHEDULED" },
    ]);
    expect(await life.steps()).toEqual([]);
    await life.passTo("2026-04-20T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-04-20")).toMatchObject({ CASH: 150_000 + interestCents });
  });

  it("costs the interest of the days on a loan with simple interest, as it was shown", { timeout }, async () => {
    const daily = { ...threeInstallments, interestMethod: "DAILY" };
    const [kept, moved] = [await aLoan(paysAlways, undefined, daily), await aLoan(paysAlways, undefined, daily)];
    for (const life of [kept, moved]) await life.passTo("2026-02-11T15:00:00Z");
    const shown = (await payments(moved))[0]?.moveDays.at(-1);
    expect(shown).toMatchObject({ day: "2026-02-24" });
    // The principal of the first payment at 20 % for 7 days of 365, from the debit on the 17th. That of the others is not delayed.
    expect(shown?.interestCents).toBe(6_576);
    expect((await choose(moved, "moved-payment", 1, "2026-02-24")).status).toBe(200);
    for (const life of [kept, moved]) await life.passTo("2026-04-20T15:00:00Z");
    expect([await kept.status(), await moved.status()]).toEqual(["FULLY_PAID", "FULLY_PAID"]);
    const interestOf = async (life: LoanLife) => -((await life.books("2026-04-20"))["INTEREST_INCOME"] ?? 0);
    expect((await interestOf(moved)) - (await interestOf(kept))).toBe(6_576);
  });

  it("cannot be moved when its debit is claimed, and the claim stands", { timeout }, async () => {
    const life = await aLoan(paysAlways);
    await life.passTo("2026-02-13T23:30:00Z");
    const obligationId = (await payments(life))[0]?.obligationId;
    const payload = { obligationId, day: "2026-02-19" };
    const answer = await life.debtor.person.as({ method: "POST", url: pathOf(life, "moved-payment"), payload });
    expect(answer.body).toMatchObject({ code: "PAY_NOW_PAYMENT_PENDING" });
    await life.passTo("2026-02-20T15:00:00Z");
    expect(await debits(life)).toEqual([{ ...first, status: "SUCCESSFUL_PAYMENT" }]);
  });
});
