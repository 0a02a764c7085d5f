import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loanTerms } from "../products/products.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

/** Three installments of 1,722,528 each, due on the 15th of February, March and April. Together they have 167,584 of interest. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const interestCents = 167_584;
const [paysAlways, returnsFirst, returnsAll] = ["1000000001", "1000000201", "1000000002"];

async function aLoan(accountNumber: string, role = "PRIMARY_OWNER", wanted: object = terms): Promise<LoanLife> {
  const life = await LoanLife.fund(ground, { terms: wanted, accountNumber });
  await life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, $2 from app.business_user where business_id = $1`,
    life.debtor.businessId,
    role,
  );
  return life;
}

type Payment = { obligationId: string; number: number; dueOn: string; retryDays: Day[]; moveDays: Day[] };
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
    const daily = { ...terms, interestMethod: "DAILY" };
    const [kept, moved] = [await aLoan(paysAlways, undefined, daily), await aLoan(paysAlways, undefined, daily)];
    for (const life of [kept, moved]) await life.passTo("2026-02-11T15:00:00Z");
    const shown = (await payments(moved))[0]?.moveDays.at(-1);
    expect(shown).toMatchObject({ day: "2026-02-24" });
    // 50,000.00 at 20 % for 7 days of 365, from the debit on the 17th.
    expect(shown?.interestCents).toBe(19_178);
    expect((await choose(moved, "moved-payment", 1, "2026-02-24")).status).toBe(200);
    for (const life of [kept, moved]) await life.passTo("2026-04-20T15:00:00Z");
    expect([await kept.status(), await moved.status()]).toEqual(["FULLY_PAID", "FULLY_PAID"]);
    const interestOf = async (life: LoanLife) => -((await life.books("2026-04-20"))["INTEREST_INCOME"] ?? 0);
    expect((await interestOf(moved)) - (await interestOf(kept))).toBeGreaterThan(0);
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
