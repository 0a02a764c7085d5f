import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, closers } from "../../funding/signed.fixture.ts";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { anAdvance, debitsOf, estimateCents, periods, sell } from "./advance-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
const reason = "statement of the card terminal";

async function aDocument({ debtor }: LoanLife, status = "READY"): Promise<string> {
  const { rows } = await ground.server.database.admin.query<{ id: string }>(
    `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
     values ($1, $2, 'ADDITIONAL_DOCUMENTS', 'USER', $3, 'terminal.pdf', 'PDF', 3, $4) returning id`,
    [debtor.platformId, debtor.businessId, status, Buffer.alloc(32)],
  );
  return rows[0]?.id ?? "";
}
async function pathOf({ debtor, id }: LoanLife, number = 1): Promise<string> {
  const { rows } = await ground.server.database.admin.query<{ id: string }>(
    "select id from app.advance_period where issued_product_id = $1 and number = $2",
    [id, number],
  );
  return `/businesses/${debtor.businessId}/issued-products/${id}/periods/${rows[0]?.id}/sales`;
}
const shown = async (life: LoanLife, salesCents: number, documentId: string) =>
  staff[0].as("POST", `${await pathOf(life)}/preview`, { salesCents, documentId });
const save = async (life: LoanLife, salesCents: number, documentId: string, number = 1) =>
  staff[0].as("POST", await pathOf(life, number), { salesCents, documentId, reason });
const trueUps = (life: LoanLife) =>
  life.rows(
    `select called_cents::int as called, due_cents::int as due, outcome from app.true_up where issued_product_id = $1 order by id`,
    life.id,
  );
const first = async (life: LoanLife) => (await periods(life))[0];

/** An advance whose first period was estimated and debited, on the Monday after it. */
async function estimated(): Promise<LoanLife> {
  const life = await anAdvance(ground);
  await life.passTo("2026-01-26T14:00:00Z");
  return life;
}

describe("sales of a period that staff record from a document", () => {
  it("refund what an estimate has called for too much when a second person approves, as it was shown", {
    timeout,
  }, async () => {
    const life = await estimated();
    const documentId = await aDocument(life);
    expect((await shown(life, 1_200_000, documentId)).body).toMatchObject({
      salesCents: 1_200_000,
      repaymentPercentage: "10",
      shareCents: 120_000,
      calledCents: estimateCents,
      differenceCents: -18_462,
      outcome: "REFUND",
      people: 2,
      before: { owedCents: 2_101_538 },
      after: { owedCents: 2_120_000 },
    });
    expect(await trueUps(life)).toEqual([]);
    const asked = await save(life, 1_200_000, documentId);
    expect(asked.body).toMatchObject({ state: "PENDING" });
    expect((await approve(staff[0], asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    expect(await trueUps(life)).toEqual([]);
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    await life.act();
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 120_000, outcome: "REFUND" }]);
    expect(await first(life)).toMatchObject({ state: "PAID", cents: 120_000 });

    // Another document shows more. What the platform reports later counts before it.
    expect((await save(life, 1_250_000, documentId)).body).toMatchObject({ state: "APPROVED" });
    await sell(life, "2026-01-16", "2026-01-18", 1_300_000);
    expect((await trueUps(life)).slice(1)).toEqual([
      { called: 120_000, due: 125_000, outcome: "NEXT_PERIOD" },
      { called: 125_000, due: 130_000, outcome: "NEXT_PERIOD" },
    ]);
    expect((await save(life, 1_000_000, documentId)).body).toMatchObject({ code: "SALES_ALREADY_KNOWN" });
    await life.passTo("2026-02-04T15:00:00Z");
    await life.books("2026-02-04");
  });

  it("add what is missing to the next period, by one person", { timeout }, async () => {
    const life = await estimated();
    const documentId = await aDocument(life);
    expect((await shown(life, 1_600_000, documentId)).body).toMatchObject({ outcome: "NEXT_PERIOD", people: 1 });
    expect((await save(life, 1_600_000, documentId)).body).toMatchObject({ state: "APPROVED" });
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 160_000, outcome: "NEXT_PERIOD" }]);
  });

  it("make a period due that may not be estimated, and end the task about its missing sales", { timeout }, async () => {
    const life = await anAdvance(ground, { isSigned: false });
    await life.passTo("2026-01-22T15:00:00Z");
    expect(await life.openTasks()).toContainEqual({ kind: "SALES_MISSING" });
    const documentId = await aDocument(life);
    expect((await shown(life, 500_000, documentId)).body).toMatchObject({
      shareCents: 50_000,
      calledCents: null,
      outcome: "DUE",
      ordered: [{ amountCents: 50_000 }],
    });
    expect((await save(life, 500_000, documentId)).body).toMatchObject({ state: "APPROVED" });
    expect(await first(life)).toMatchObject({ state: "DUE", cents: 50_000, estimated: false });
    expect(await debitsOf(life)).toMatchObject([{ cents: 50_000, status: "SCHEDULED" }]);
    expect(await life.openTasks()).not.toContainEqual({ kind: "SALES_MISSING" });
  });

  it("wait while the debit of the estimate is on its way, and need two people if they lower it", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground);
    await life.passTo("2026-01-21T15:00:00Z");
    const documentId = await aDocument(life);
    expect((await shown(life, 1_200_000, documentId)).body).toMatchObject({ outcome: "LATER", people: 2 });
    const asked = await save(life, 1_200_000, documentId);
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    expect(await trueUps(life)).toEqual([]);
    await life.passTo("2026-01-26T14:00:00Z");
    expect(await trueUps(life)).toEqual([{ called: estimateCents, due: 120_000, outcome: "REFUND" }]);
  });

  it("are refused for a period that has not ended, and without a readable document of the business", {
    timeout,
  }, async () => {
    const life = await estimated();
    const documentId = await aDocument(life);
    const { length } = await periods(life);
    expect((await save(life, 1, documentId, length)).body).toMatchObject({ code: "PERIOD_NOT_ENDED" });
    expect((await save(life, 1, randomUUID())).status).toBe(404);
    const unread = await aDocument(life, "SCANNING");
    expect((await save(life, 1, unread)).body).toMatchObject({ code: "WRONG_STATE" });
  });
});
