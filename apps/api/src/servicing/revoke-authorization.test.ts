import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorize } from "../banking/public.ts";
import { closers } from "../funding/signed.fixture.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";
import { anAdvance, debitsOf, periods, sell, serviceAgain } from "./periods/advance-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
const reason = "letter of the owner";

const pathOf = ({ debtor }: LoanLife) =>
  `/businesses/${debtor.businessId}/bank-accounts/${debtor.bankAccountId}/revocation`;
const shown = (life: LoanLife) => staff[0].as("GET", pathOf(life));
async function revoke(life: LoanLife): Promise<void> {
  expect((await staff[0].as("POST", pathOf(life), { reason })).status).toBe(200);
  await life.act();
}
async function authorizeAgain(life: LoanLife): Promise<void> {
  const { businessId, platformId, bankAccountId } = life.debtor;
  await life.debtor.within(async (tx) => {
    const { id: userId } = await tx
      .selectFrom("business_user")
      .select("id")
      .where("business_id", "=", businessId)
      .executeTakeFirstOrThrow();
    const circumstances = { language: "en", address: "127.0.0.1", requestId: "again" } as const;
    await authorize(tx, { platformId, businessId, userId } as never, bankAccountId, circumstances);
  });
  await life.act();
}
const breach = (life: LoanLife) =>
  life.rows<{ state: string; by: string; reminded: boolean }>(
    "select state, cure_by::text as by, is_reminded as reminded from app.advance_breach where issued_product_id = $1 order by id",
    life.id,
  );
const emails = async (life: LoanLife) =>
  (
    await life.rows<{ template: string }>(
      `select template from app.email where business_id = $1 and template in ('authorization-wanted', 'advance-breached') order by id`,
      life.debtor.businessId,
    )
  ).map(({ template }) => template);
const asked = (life: LoanLife) =>
  life.rows(
    "select sub_step from app.additional_input where business_id = $1 and done_at is null and released_at is null",
    life.debtor.businessId,
  );
const askForDefault = (life: LoanLife, scraCheckedOn: string) =>
  staff[0].as("POST", `/businesses/${life.debtor.businessId}/issued-products/${life.id}/default`, {
    scraCheckedOn,
    scraCertificate: "SCRA-1",
    reason,
  });

/** An advance on Monday, 2026-01-19, a holiday, whose first period is debited on the Wednesday. Its owner can be reached. */
async function aDueAdvance(): Promise<LoanLife> {
  const life = await anAdvance(ground);
  await life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
    life.debtor.businessId,
  );
  await life.rows(
    "update app.business_user set email = 'owner@example.com', first_name = 'Pia' where business_id = $1",
    life.debtor.businessId,
  );
  await life.passTo("2026-01-19T15:00:00Z");
  await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
  return life;
}
/** The sales of the weeks before a Monday, from the one that begins on 2026-01-19. */
async function sellUntil(life: LoanLife, monday: string): Promise<void> {
  for (let from = businessDate("2026-01-19"); from < monday; from = addDays(from, 7)) {
    await life.passTo(`${addDays(from, 7)}T14:00:00Z`);
    await sell(life, from, addDays(from, 6), 200_000);
  }
}

describe("loan whose authorization was revoked", () => {
  it("is debited no more and cannot be paid through that account, until it is authorized again; nothing is a breach", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, {
      terms: { ...loanTerms, interestRatePercentage: "20", durationDays: 90 },
    });
    await life.passTo("2026-02-10T15:00:00Z");
    const debit = { item: "installment 1", cents: 1_722_528, on: "2026-02-17" };
    expect(await life.debits()).toMatchObject([{ ...debit, status: "SCHEDULED" }]);
    expect((await shown(life)).body).toMatchObject({
      products: [{ withdrawn: [{ amountCents: 1_722_528 }], breachAfter: null }],
    });
    await revoke(life);
    expect(await life.debits()).toMatchObject([{ ...debit, status: "CANCELLED" }]);
    expect(await asked(life)).toEqual([{ sub_step: "UPDATE_PRIMARY_BANK_ACCOUNT" }]);
    await life.passTo("2026-02-12T15:00:00Z");
    expect(await life.debits()).toHaveLength(1);
    await authorizeAgain(life);
    await life.passTo("2026-02-21T15:00:00Z");
    expect(await life.debits()).toMatchObject([
      { ...debit, status: "CANCELLED" },
      { ...debit, status: "SUCCESSFUL_PAYMENT" },
    ]);
    expect(await breach(life)).toEqual([]);
    await life.books("2026-02-21");
  });
});

describe("advance whose authorization was revoked", () => {
  it("is debited no more, is a breach after ten banking days of which its owners are told, and is cured by an authorization", {
    timeout,
  }, async () => {
    const life = await aDueAdvance();
    expect(await debitsOf(life)).toMatchObject([{ period: 1, cents: 100_000, status: "SCHEDULED" }]);
    const preview = { amountCents: 100_000, effectiveOn: "2026-01-21", paymentOrderId: expect.any(String) };
    expect((await shown(life)).body).toEqual({
      products: [{ issuedProductId: life.id, withdrawn: [preview], breachAfter: "2026-02-03" }],
    });
    expect(await breach(life)).toEqual([]);

    await revoke(life);
    expect(await debitsOf(life)).toMatchObject([{ cents: 100_000, status: "CANCELLED" }]);
    expect(await breach(life)).toEqual([{ state: "CURE_PERIOD", by: "2026-02-03", reminded: false }]);
    expect(await emails(life)).toEqual(["authorization-wanted"]);
    expect(await asked(life)).toEqual([{ sub_step: "UPDATE_PRIMARY_BANK_ACCOUNT" }]);
    expect((await shown(life)).status).toBe(404);
    await serviceAgain(life);

    await sellUntil(life, "2026-02-02");
    expect(await debitsOf(life)).toHaveLength(1);
    expect(await life.status()).toBe("LATE");
    expect(await breach(life)).toEqual([{ state: "CURE_PERIOD", by: "2026-02-03", reminded: true }]);
    expect(await emails(life)).toEqual(["authorization-wanted", "authorization-wanted"]);
    expect((await askForDefault(life, "2026-02-02")).body).toMatchObject({ code: "NO_BREACH" });
    await life.passTo("2026-02-04T04:59:00Z");
    expect(await life.openTasks()).not.toContainEqual({ kind: "AUTHORIZATION_BREACH" });
    await life.passTo("2026-02-04T05:00:00Z");
    expect(await life.openTasks()).toContainEqual({ kind: "AUTHORIZATION_BREACH" });
    expect(await breach(life)).toMatchObject([{ state: "BREACHED" }]);
    expect((await emails(life)).at(-1)).toBe("advance-breached");
    expect((await askForDefault(life, "2026-02-03")).body).toMatchObject({ state: "PENDING" });

    await authorizeAgain(life);
    expect(await breach(life)).toMatchObject([{ state: "CURED" }]);
    expect(await life.openTasks()).not.toContainEqual({ kind: "AUTHORIZATION_BREACH" });
    expect(await asked(life)).toEqual([]);
    await life.passTo("2026-02-10T14:00:00Z");
    expect((await periods(life)).slice(0, 3)).toMatchObject([
      { state: "PAID", cents: 100_000 },
      { state: "PAID", cents: 20_000 },
      { state: "PAID", cents: 20_000 },
    ]);
    expect(await life.status()).toBe("CURRENT");
    await life.books("2026-02-10");
  });

  it("is cured before the reminder by another account, and its periods are debited there", { timeout }, async () => {
    const life = await aDueAdvance();
    await revoke(life);
    await life.passTo("2026-01-20T15:00:00Z");
    await life.useOtherAccount("1000000001");
    expect(await breach(life)).toEqual([{ state: "CURED", by: "2026-02-03", reminded: false }]);
    await sellUntil(life, "2026-02-02");
    expect(await emails(life)).toEqual(["authorization-wanted"]);
    expect((await periods(life))[0]).toMatchObject({ state: "PAID", cents: 100_000 });
  });

  it("is watched as well when its account is closed by the bank", { timeout }, async () => {
    const life = await anAdvance(ground);
    await life.useOtherAccount("1000000003");
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    await life.passTo("2026-01-24T14:00:00Z");
    const [{ reason: why } = { reason: null }] = await life.rows<{ reason: string }>(
      "select failure_reason as reason from app.payment_order where issued_product_id = $1 and direction = 'INCOMING'",
      life.id,
    );
    expect(why).toBe("closed_account");
    expect(await breach(life)).toMatchObject([{ state: "CURE_PERIOD" }]);
  });
});
