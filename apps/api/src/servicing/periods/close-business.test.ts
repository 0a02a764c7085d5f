import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, closers } from "../../funding/signed.fixture.ts";
import { createOrder } from "../../payments/create-order.ts";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { advanceCents, anAdvance, debitsOf, periods, sell, serviceAgain, totalCents } from "./advance-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
const reason = "the register of Ohio has the dissolution";
const review = { kind: "NO_SALES_REVIEW" };

const pathOf = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}/business-closure`;
const shown = (life: LoanLife) => staff[0].as("GET", pathOf(life));
const ask = (life: LoanLife, closedOn: string) =>
  staff[0].as("POST", pathOf(life), { closedOn, evidence: "dissolved, entry 2026-118", reason });
const closures = (life: LoanLife) =>
  life.rows(
    `select closed_on::text as closed, last_sales_on::text as sales, written_off_cents::int as cents from app.business_closure
     where issued_product_id = $1`,
    life.id,
  );

/** An advance on Monday, 2026-01-19, whose business has had no sales in the 192 days since its funding. */
async function idle(): Promise<LoanLife> {
  const life = await anAdvance(ground);
  await life.rows("update app.issued_product set funded_on = '2025-07-10' where id = $1", life.id);
  await life.rows(
    "update app.advance_period set state = 'NO_SALES', sales_cents = 0, sales_source = 'PLATFORM', amount_cents = 0 where issued_product_id = $1",
    life.id,
  );
  await life.passTo("2026-01-19T15:00:00Z");
  await serviceAgain(life);
  return life;
}

describe("advance of a business without sales", () => {
  it("is reviewed after 180 days, and is written off and closed without a default when two people confirm the closure", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { frequency: "MONTHLY" });
    const months = [
      ["2026-01-16", "2026-01-31", "2026-02-02"],
      ["2026-02-01", "2026-02-28", "2026-03-02"],
      ["2026-03-01", "2026-03-31", "2026-04-01"],
      ["2026-04-01", "2026-04-30", "2026-05-01"],
      ["2026-05-01", "2026-05-31", "2026-06-01"],
      ["2026-06-01", "2026-06-30", "2026-07-01"],
    ] as const;
    for (const [from, to, after] of months) {
      await life.passTo(`${after}T14:00:00Z`);
      await sell(life, from, to, 0);
    }
    expect(await life.openTasks()).not.toContainEqual(review);
    expect((await shown(life)).body).toMatchObject({
      code: "NOT_LONG_ENOUGH_WITHOUT_SALES",
      message: expect.stringContaining("166 days"),
    });
    await life.passTo("2026-08-03T14:00:00Z");
    await sell(life, "2026-07-01", "2026-07-31", 0);
    expect(await life.openTasks()).toContainEqual(review);
    const owed = { daysPastDue: 0, dueCents: 0, feesCents: 0 };
    expect((await shown(life)).body).toEqual({
      before: { ...owed, loanStatus: "CURRENT", owedCents: totalCents },
      after: { ...owed, loanStatus: "CLOSED", owedCents: 0 },
      withdrawn: [],
      ordered: [],
      lastSalesOn: "2026-01-15",
      daysWithoutSales: 197,
      writtenOff: { principalCents: advanceCents, feeCents: totalCents - advanceCents },
    });
    expect(await life.status()).toBe("CURRENT");
    const asked = await ask(life, "2026-02-10");
    expect((await approve(staff[0], asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    expect(await life.status()).toBe("CURRENT");
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    await life.act();
    expect(await life.status()).toBe("CLOSED");
    expect(await closures(life)).toEqual([{ closed: "2026-02-10", sales: "2026-01-15", cents: totalCents }]);
    expect(await life.openTasks()).not.toContainEqual(review);
    expect((await periods(life)).at(-1)).toMatchObject({ state: "DROPPED" });
    expect(
      await life.rows(
        "select body ->> 'loanStatus' as status from app.event where stream = $1 and kind = 'product.status_changed'",
        life.debtor.businessId,
      ),
    ).toEqual([{ status: "CLOSED" }]);
    await life.passTo("2026-10-01T14:00:00Z");
    expect(await debitsOf(life)).toEqual([]);
    expect(await life.books("2026-10-01")).toEqual({ CASH: -advanceCents, CREDIT_LOSS_EXPENSE: advanceCents });
    expect((await ask(life, "2026-02-10")).body).toMatchObject({ code: "WRONG_STATE" });
  });

  it("is not reviewed any more when sales return, and cannot be closed as soon as they are reported", {
    timeout,
  }, async () => {
    const life = await idle();
    expect(await life.openTasks()).toContainEqual(review);
    expect((await shown(life)).body).toMatchObject({ daysWithoutSales: 192 });
    const asked = await ask(life, "2026-01-02");
    await sell(life, "2026-01-19", "2026-01-19", 500_000);
    expect((await shown(life)).body).toMatchObject({ code: "NOT_LONG_ENOUGH_WITHOUT_SALES" });
    expect((await approve(staff[1], asked.body["requestId"])).body).toMatchObject({
      code: "NOT_LONG_ENOUGH_WITHOUT_SALES",
    });
    await life.passTo("2026-01-26T14:00:00Z");
    await sell(life, "2026-01-20", "2026-01-25", 0);
    expect(await life.openTasks()).not.toContainEqual(review);
    expect(await life.status()).toBe("CURRENT");
    expect(await closures(life)).toEqual([]);
  });

  it("is not reviewed again at once after a person has looked into it", { timeout }, async () => {
    const life = await idle();
    await life.rows("update app.task set closed_at = now() where subject_id = $1", life.id);
    await serviceAgain(life);
    expect(await life.openTasks()).not.toContainEqual(review);
  });

  it("is not closed while a payment is being processed, or for a day to come", { timeout }, async () => {
    const life = await idle();
    expect((await ask(life, "2026-01-20")).status).toBe(400);
    const id = await life.debtor.within((tx) =>
      createOrder(
        tx,
        {
          ...life.debtor.debit({ amountCents: cents(100), dueOn: businessDate("2026-01-20") }),
          productType: "MCA",
          key: `test/${life.id}`,
          item: `period/${randomUUID()}`,
          subjects: { issuedProductId: life.id },
        },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    );
    await life.rows("update app.payment_order set status = 'SUBMITTED' where id = $1", id);
    expect((await ask(life, "2026-01-02")).body).toMatchObject({ code: "PAYMENT_ON_ITS_WAY" });
  });
});
