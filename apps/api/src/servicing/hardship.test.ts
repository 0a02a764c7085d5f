import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve } from "../funding/signed.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import {
  installmentCents,
  interestCents,
  type LifeGround,
  LoanLife,
  returnsAll,
  returnsFirst,
  staffedGround,
  threeInstallments,
} from "./loan-life.fixture.ts";
import { anAdvance, periods, sell } from "./periods/advance-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the shop is closed after a flood";

const pathOf = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}/hardship-plan`;
/** The new days by the number of the installment. */
async function planOf(life: LoanLife, days: Record<number, string>) {
  const rows = await life.rows<{ id: string; number: number }>(
    "select id, number from app.obligation where issued_product_id = $1 and fee_type is null",
    life.id,
  );
  return {
    payments: rows.flatMap(({ id, number }) => (days[number] ? [{ obligationId: id, dueOn: days[number] }] : [])),
  };
}
const shown = async (life: LoanLife, days: Record<number, string>) =>
  staff[0].as("POST", `${pathOf(life)}/preview`, await planOf(life, days));
const ask = async (life: LoanLife, days: Record<number, string>) =>
  staff[0].as("POST", pathOf(life), { ...(await planOf(life, days)), reason });
async function putOff(life: LoanLife, days: Record<number, string>): Promise<void> {
  const asked = await ask(life, days);
  expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
  await life.act();
}
const schedule = (life: LoanLife) =>
  life.rows(
    `select number, due_on::text as due, original_due_on::text as original, plan_version as plan from app.obligation
     where issued_product_id = $1 and fee_type is null order by number`,
    life.id,
  );

describe("plan for a business in hardship", () => {
  it("puts payments off as it was shown: the retry is on the new day, nothing ages before, and the interest stays", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments, accountNumber: returnsFirst });
    await life.passTo("2026-02-19T15:00:00Z");
    const days = { 1: "2026-03-05", 2: "2026-03-30" };
    const preview = await shown(life, days);
    expect(preview.body).toMatchObject({
      before: { loanStatus: "CURRENT", daysPastDue: 4, dueCents: installmentCents },
      after: { loanStatus: "CURRENT", daysPastDue: 0, dueCents: 0 },
      withdrawn: [{ amountCents: installmentCents, effectiveOn: "2026-02-23" }],
      ordered: [{ amountCents: installmentCents, effectiveOn: "2026-03-05" }],
    });
    const { before, after } = preview.body as Record<"before" | "after", { owedCents: number }>;
    expect(after?.owedCents).toBe(before?.owedCents);
    const signed = [
      { number: 1, due: "2026-02-15", original: "2026-02-15", plan: 1 },
      { number: 2, due: "2026-03-15", original: "2026-03-15", plan: 1 },
      { number: 3, due: "2026-04-15", original: "2026-04-15", plan: 1 },
    ];
    expect(await schedule(life)).toEqual(signed);
    const asked = await ask(life, days);
    expect((await approve(staff[0], asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    expect(await schedule(life)).toEqual(signed);
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    expect(await schedule(life)).toEqual([
      { ...signed[0], due: "2026-03-05", plan: 2 },
      { ...signed[1], due: "2026-03-30", plan: 2 },
      signed[2],
    ]);
    await life.passTo("2026-03-04T15:00:00Z");
    expect(await life.steps()).toMatchObject([{ item: 1, step: "GRACE" }]);
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-05-25T15:00:00Z");
    const paid = (await life.debits()).filter(({ status }) => status === "SUCCESSFUL_PAYMENT");
    const first = paid.find(({ item }) => item === "installment 1");
    expect(first).toMatchObject({ on: "2026-03-05", retries: 1 });
    expect(await life.status()).toBe("FULLY_PAID");
    // The interest of the schedule, and a fee for the first entry of each installment, which the bank returned.
    expect(await life.books("2026-05-25")).toMatchObject({ CASH: 150_000 + interestCents + 7_500 });
  });

  it("lets a payment age from its new day, and costs no late fee before", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments, accountNumber: returnsAll });
    await life.passTo("2026-02-19T15:00:00Z");
    await putOff(life, { 1: "2026-03-02" });
    await life.passTo("2026-03-06T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    const lateFees = () =>
      life.rows(
        `select from app.fee_assessment a join app.obligation o on o.id = a.late_obligation_id
         where a.issued_product_id = $1 and o.number = 1`,
        life.id,
      );
    expect(await lateFees()).toEqual([]);
    await life.passTo("2026-03-24T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    expect(await lateFees()).toHaveLength(1);
  });

  it("shows the interest of the days on a loan with simple interest", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms: { ...threeInstallments, interestMethod: "DAILY" } });
    await life.passTo("2026-02-02T15:00:00Z");
    const { body } = await shown(life, { 1: "2026-03-02" });
    const { before, after } = body as Record<"before" | "after", { owedCents: number }>;
    const costs = totalInterest(["2026-03-02", "2026-03-15", "2026-04-15"]);
    const planned = totalInterest(["2026-02-15", "2026-03-15", "2026-04-15"]);
    expect(costs).toBeGreaterThan(planned);
    expect((after?.owedCents ?? 0) - (before?.owedCents ?? 0)).toBe(costs - planned);
  });

  it("is refused on a day of the past, for another product's payment, and in default", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-02-02T15:00:00Z");
    expect((await ask(life, { 1: "2026-02-16" })).body).toMatchObject({ code: "PUT_OFF_DAY_INVALID" });
    const other = { payments: [{ obligationId: life.id, dueOn: "2026-03-02" }], reason };
    expect((await staff[0].as("POST", pathOf(life), other)).status).toBe(404);
    await life.rows("update app.issued_product set loan_status = 'DEFAULTED' where id = $1", life.id);
    expect((await ask(life, { 1: "2026-03-02" })).body).toMatchObject({ code: "WRONG_STATE" });
  });

  it("is refused for a period of an advance, which follows the sales", { timeout }, async () => {
    const life = await anAdvance(ground);
    await life.passTo("2026-01-19T15:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    expect(await periods(life)).toMatchObject([{ state: "DUE", cents: 100_000 }, {}]);
    const [advance] = await life.rows<{ id: string }>(
      "select id from app.obligation where issued_product_id = $1",
      life.id,
    );
    const plan = { payments: [{ obligationId: advance?.id, dueOn: "2026-03-02" }], reason };
    expect((await staff[0].as("POST", pathOf(life), plan)).status).toBe(404);
  });
});

/** Simple interest at 20 percent on 50,000.00 from the 15th of January, with payments of 1,722,528 on the given days. */
function totalInterest(days: readonly string[]): number {
  let [balance, total, from] = [5_000_000, 0, "2026-01-15"];
  for (const day of days) {
    const interest = Math.round((balance * 20 * (Date.parse(day) - Date.parse(from))) / 86_400_000 / 36_500);
    total += interest;
    balance -= installmentCents - interest;
    from = day;
  }
  return total;
}
