import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve } from "../funding/signed.fixture.ts";
import { defaultProduct, writeOffProduct } from "../products/default-product.ts";
import { lockProduct } from "../products/public.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import {
  installmentCents,
  interestCents,
  type LifeGround,
  LoanLife,
  staffedGround,
  threeInstallments,
  wire,
} from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the owner has paid what was past due";

const pathOf = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}`;
const reinstate = (life: LoanLife) => staff[0].as("POST", `${pathOf(life)}/reinstate`, { reason });
async function inDefault(life: LoanLife, now: string): Promise<void> {
  await life.debtor.within(async (tx) => defaultProduct(tx, await lockProduct(tx, life.id), new Date(now)));
  await life.act();
}
async function payByWire(life: LoanLife, amountCents: number, receivedOn: string): Promise<void> {
  const vendorLineId = await wire(ground, amountCents, receivedOn);
  const payment = { vendorLineId, amountCents, receivedOn, kind: "LUMP_SUM" };
  const asked = await staff[0].as("POST", `${pathOf(life)}/outside-payments`, { ...payment, reason });
  expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
}

describe("reinstatement of a loan in default", () => {
  it("is refused until the last cent that is past due is paid, happens once, and the loan lives on by its schedule", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-02-05T15:00:00Z");
    expect((await reinstate(life)).body).toMatchObject({ code: "NOT_IN_DEFAULT" });
    await inDefault(life, "2026-02-05T15:00:00Z");
    await life.passTo("2026-03-02T15:00:00Z");
    const refused = await reinstate(life);
    expect(refused.body).toMatchObject({
      code: "ARREARS_UNPAID",
      message: `Of the product, ${installmentCents} cents are past due.`,
    });
    await payByWire(life, installmentCents - 1, "2026-03-02");
    expect((await reinstate(life)).body).toMatchObject({ message: "Of the product, 1 cents are past due." });
    await payByWire(life, 1, "2026-03-02");
    expect(await life.status()).toBe("DEFAULTED");

    const answers = await Promise.all(Array.from({ length: 5 }, () => reinstate(life)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await life.status()).toBe("CURRENT");
    const changes = await life.rows(
      "select from app.audit where object_id = $1 and action = 'product.reinstated'",
      life.id,
    );
    expect(changes).toHaveLength(1);

    await life.passTo("2026-04-20T15:00:00Z");
    expect((await life.debits()).map(({ item, status }) => [item, status])).toEqual([
      ["installment 2", "SUCCESSFUL_PAYMENT"],
      ["installment 3", "SUCCESSFUL_PAYMENT"],
    ]);
    expect(await life.status()).toBe("FULLY_PAID");
    // The interest of the schedule, as if the loan had never been in default. The wires have their cash in suspense.
    expect(await life.books("2026-04-20")).toEqual({
      CASH: 150_000 + interestCents - installmentCents,
      SUSPENSE_UNIDENTIFIED: installmentCents,
      INTEREST_INCOME: -interestCents,
      ORIGINATION_INCOME: -150_000,
    });
  });

  it("bills the interest of the days in default on a loan with simple interest", { timeout }, async () => {
    const daily = { ...threeInstallments, interestMethod: "DAILY" };
    const lives = [await LoanLife.fund(ground, { terms: daily }), await LoanLife.fund(ground, { terms: daily })];
    const [kept, defaulted] = lives as [LoanLife, LoanLife];
    for (const life of lives) await life.passTo("2026-02-05T15:00:00Z");
    await inDefault(defaulted, "2026-02-05T15:00:00Z");
    for (const life of lives) await life.passTo("2026-02-12T15:00:00Z");
    expect((await reinstate(defaulted)).status).toBe(200);
    for (const life of lives) await life.passTo("2026-04-20T15:00:00Z");
    expect([await kept.status(), await defaulted.status()]).toEqual(["FULLY_PAID", "FULLY_PAID"]);
    expect(await defaulted.books("2026-04-20")).toEqual(await kept.books("2026-04-20"));
  });

  it("is refused after the write-off", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-02-05T15:00:00Z");
    const now = "2026-02-05T15:00:00Z";
    await inDefault(life, now);
    await life.debtor.within(async (tx) => writeOffProduct(tx, await lockProduct(tx, life.id), new Date(now)));
    expect((await reinstate(life)).body).toMatchObject({ code: "ALREADY_WRITTEN_OFF" });
  });
});
