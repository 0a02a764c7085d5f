import type { CashAdvanceServicing, receivableDay, ShownReceivable } from "@inlay/contracts/servicing/cash-advance.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod/mini";
import { closers } from "../funding/signed.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "./loan-life.fixture.ts";
import { anAdvance, estimateCents, sell, totalCents } from "./periods/advance-life.fixture.ts";
import { anIntegratedAdvance, post } from "./receivables/integrated-life.fixture.ts";

let ground: LifeGround;
let staff: TestMember;
beforeAll(async () => {
  ground = await lifeGround();
  [staff] = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}`;
const isOwner = (life: LoanLife) =>
  life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
    life.debtor.businessId,
  );

async function read(life: LoanLife): Promise<CashAdvanceServicing> {
  const { status, body, text } = await life.debtor.person.as({ method: "GET", url: `${pathOf(life)}/cash-advance` });
  expect(status, text).toBe(200);
  return (body as unknown as { cashAdvance: CashAdvanceServicing }).cashAdvance;
}

type Listed = { receivables: ShownReceivable[]; days: z.infer<typeof receivableDay>[]; hasMore: boolean };
async function receivablesOf(life: LoanLife, query = ""): Promise<Listed> {
  const { status, body, text } = await life.debtor.person.as({
    method: "GET",
    url: `${pathOf(life)}/receivables${query}`,
  });
  expect(status, text).toBe(200);
  return body as unknown as Listed;
}

/** What is unpaid of an advance in the ledger. */
async function balanceInLedger(life: LoanLife): Promise<number> {
  const [row] = await life.rows<{ cents: number }>(
    `select sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l join app.ledger_account a on a.number = l.account
     where l.issued_product_id = $1 and a.code in ('PRINCIPAL_RECEIVABLE', 'FEE_RECEIVABLE')`,
    life.id,
  );
  return row?.cents ?? 0;
}

describe("pages of a cash advance", () => {
  it("show what the ledger holds: an estimate, its true-up and a week without sales", { timeout }, async () => {
    const life = await anAdvance(ground);
    await isOwner(life);
    const first = await read(life);
    expect(first).toMatchObject({
      productType: "MCA",
      frequency: "WEEKLY",
      balanceCents: totalCents,
      feeAmountCents: 240_000,
      isAutoPaymentOn: true,
      account: { last4: "0001" },
      nextPayment: { startsOn: "2026-01-16", amountCents: estimateCents, isEstimated: true, paymentOn: "2026-01-21" },
      overdue: null,
      canRequestTrueUp: true,
      trueUps: [],
      breach: null,
      withheld: null,
    });
    await life.passTo("2026-01-26T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_200_000);
    await sell(life, "2026-01-19", "2026-01-25", 0);
    const later = await read(life);
    expect(later.trueUps).toMatchObject([
      {
        startsOn: "2026-01-16",
        salesCents: 1_200_000,
        calledCents: estimateCents,
        dueCents: 120_000,
        outcome: "REFUND",
      },
    ]);
    expect(later.periods.slice(0, 2)).toMatchObject([
      { status: "PAID", amountCents: 120_000, salesCents: 1_200_000, takenOn: "2026-01-21" },
      { status: "NO SALES", amountCents: 0 },
    ]);
    expect(later.balanceCents).toBe(await balanceInLedger(life));
    expect(later.deliveredCents).toBe(totalCents - later.balanceCents);
  });

  it("show why a share was not taken, when it is tried again and by when another account is needed", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: "1000000201" });
    await isOwner(life);
    await life.passTo("2026-01-26T15:00:00Z");
    const late = await read(life);
    expect(late.overdue).toMatchObject({
      failure: { kind: "NOT_ENOUGH_FUNDS" },
      lines: [{ startsOn: "2026-01-16", unpaidCents: estimateCents }],
      totalCents: estimateCents,
    });
    expect(late.overdue?.retryOn).not.toBeNull();
    const { businessId, bankAccountId } = life.debtor;
    const revocation = `/businesses/${businessId}/bank-accounts/${bankAccountId}/revocation`;
    expect((await staff.as("POST", revocation, { reason: "letter of the owner" })).status).toBe(200);
    await life.act();
    const broken = await read(life);
    expect(broken).toMatchObject({ isAutoPaymentOn: false, breach: { isCurable: true, lostOn: "2026-01-26" } });
    expect(broken.breach?.cureBy).toBe("2026-02-09");
  });

  it("show the open request for a true-up with the time of its answer", { timeout }, async () => {
    const life = await anAdvance(ground);
    await isOwner(life);
    await life.passTo("2026-01-26T14:00:00Z");
    const asked = await life.debtor.person.as({ method: "POST", url: `${pathOf(life)}/true-up` });
    expect(asked.status, asked.text).toBe(200);
    expect((await read(life)).trueUpRequest).toEqual({ answerBy: "2026-01-28T22:00:00.000Z" });
  });

  it("are read while servicing holds its locks", { timeout }, async () => {
    const life = await anAdvance(ground);
    await isOwner(life);
    const held = await ground.server.database.admin.connect();
    try {
      await held.query("begin");
      await held.query("select 1 from app.product_servicing where issued_product_id = $1 for update", [life.id]);
      await held.query("select 1 from app.issued_product where id = $1 for update", [life.id]);
      expect((await read(life)).balanceCents).toBe(totalCents);
    } finally {
      await held.query("rollback");
      held.release();
    }
  });
});

describe("pages of an integrated advance", () => {
  it("show what was withheld of each sale, the sums of the days, and what is left as the ledger has it", {
    timeout,
  }, async () => {
    const life = await anIntegratedAdvance(ground);
    await isOwner(life);
    await post(ground, life, { chargeCents: 12_345, repaymentCents: 1_852, at: "2026-01-16T14:00:00Z" });
    await post(ground, life, { chargeCents: 1_000, repaymentCents: 150, at: "2026-01-16T14:30:00Z" });
    // Early in the morning of the 16th in UTC it is still the 15th in New York.
    await post(ground, life, { chargeCents: 2_000, repaymentCents: 300, at: "2026-01-16T03:00:00Z" });
    const shown = await read(life);
    expect(shown).toMatchObject({
      productType: "INTEGRATED_MCA",
      frequency: null,
      account: null,
      balanceCents: 5_000 - 2_302,
      withheld: { totalCents: 2_302, missingSince: null },
      periods: [],
      nextPayment: null,
      canRequestTrueUp: false,
    });
    expect(shown.balanceCents).toBe(await balanceInLedger(life));
    const all = await receivablesOf(life);
    expect(all.receivables.map(({ repaymentAmountCents }) => repaymentAmountCents)).toEqual([150, 1_852, 300]);
    expect(all.days).toEqual([
      { day: "2026-01-16", count: 2, chargeAmountCents: 13_345, repaymentAmountCents: 2_002 },
      { day: "2026-01-15", count: 1, chargeAmountCents: 2_000, repaymentAmountCents: 300 },
    ]);
    const page = await receivablesOf(life, "?limit=1");
    expect(page).toMatchObject({ receivables: all.receivables.slice(0, 1), days: all.days.slice(0, 1), hasMore: true });
    const rest = await receivablesOf(life, `?after=${all.receivables[0]?.id}`);
    expect(rest).toMatchObject({ receivables: all.receivables.slice(1), hasMore: false });
  });
});
