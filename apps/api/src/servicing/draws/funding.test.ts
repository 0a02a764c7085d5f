import { randomUUID } from "node:crypto";
import { skipCreateBankItem } from "@inlay/contracts/calls/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, returnsAll, staffedGround } from "../loan-life.fixture.ts";
import { aLine, decideDraw, draw, drawn, drawStates, fundedDraw, payouts } from "./line-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const decide = (life: LoanLife, drawId: string, decision: "approve" | "reject") =>
  decideDraw(staff[0], life, drawId, decision);
const funded = (life: LoanLife, amountCents: number, at: string) => fundedDraw(staff[0], life, amountCents, at);

const items = (life: LoanLife, drawId: string) =>
  life.rows<{ on: string; principal: number; interest: number }>(
    `select due_on::text as on, owed_principal_cents::int as principal, owed_interest_cents::int as interest from app.obligation
     where draw_id = $2 and issued_product_id = $1 and cancelled_at is null and fee_type is null order by number`,
    life.id,
    drawId,
  );
const limit = async (life: LoanLife) =>
  (
    await life.rows<{ reserved: number; state: string }>(
      `select p.reserved_cents::int as reserved, r.state from app.issued_product p
       join app.limit_reservation r on r.issued_product_id = p.id where p.id = $1`,
      life.id,
    )
  )[0];

/** Debits go to an account that can be asked for its balance. */
async function linkBank(life: LoanLife): Promise<void> {
  const { businessId } = life.debtor;
  const { method, path: url } = skipCreateBankItem;
  expect((await life.debtor.person.as({ method, url })).status).toBe(200);
  await life.rows(
    "update app.bank_account set roles = '{DISBURSEMENT}' where business_id = $1 and bank_item_id is null",
    businessId,
  );
  await life.rows(
    "update app.bank_account set roles = '{SERVICING}' where business_id = $1 and bank_item_id is not null and account_subtype = 'checking'",
    businessId,
  );
}

describe("funding of a draw", () => {
  it("is approved by staff, owed by its schedule from the effective date, debited and repaid", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const drawId = await funded(life, 1_000_000, "2026-01-26T15:00:00Z");
    expect(await life.openTasks()).toEqual([]);
    expect(await drawStates(life)).toEqual([{ state: "WAITING_FOR_REPAYMENT", reason: null }]);
    expect(await limit(life)).toEqual({ reserved: 0, state: "FUNDED" });
    const owed = await items(life, drawId);
    expect(owed.map(({ principal, interest }) => principal + interest)).toEqual([
      ...Array.from({ length: 5 }, () => 186_667),
      186_665,
    ]);
    expect(owed[0]).toEqual({ on: "2026-02-22", principal: 166_667, interest: 20_000 });
    expect((await draw(life, 4_000_001)).body).toMatchObject({ code: "OVER_AVAILABLE_BALANCE" });
    expect((await decide(life, drawId, "reject")).body).toMatchObject({ code: "WRONG_STATE" });
    await life.passTo("2026-02-26T15:00:00Z");
    // What is repaid can be drawn again.
    expect((await draw(life, 4_166_700)).body).toMatchObject({ code: "OVER_AVAILABLE_BALANCE" });
    await life.passTo("2026-08-01T15:00:00Z");
    expect(await drawStates(life)).toEqual([{ state: "CLOSED", reason: null }]);
    expect(await life.status()).toBe("CURRENT");
    expect(await life.books("2026-08-01")).toEqual({
      CASH: 140_000,
      INTEREST_INCOME: -120_000,
      ORIGINATION_INCOME: -20_000,
    });
  });

  it("line LATE if any draw is LATE: nothing more is drawn until it is cured", { timeout }, async () => {
    const life = await aLine(ground, { accountNumber: returnsAll });
    await funded(life, 1_000_000, "2026-03-06T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    expect((await life.steps()).map(({ item, step }) => `${item} ${step}`)).toEqual(["1 GRACE", "1 LATE"]);
    expect((await draw(life, 100_000)).body).toMatchObject({ code: "PRODUCT_NOT_CURRENT" });
  });

  it("REJECTED by staff releases the limit, and a notice is due in thirty days", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    await life.act();
    expect((await decide(life, drawId, "reject")).status).toBe(200);
    expect(await drawStates(life)).toEqual([{ state: "REJECTED", reason: "DECLINED" }]);
    expect(await limit(life)).toEqual({ reserved: 0, state: "RELEASED" });
    expect(await payouts(life)).toEqual([{ status: "CANCELLED", cents: 980_000 }]);
    expect(await life.openTasks()).toEqual([{ kind: "DRAW_NOTICE_DUE" }]);
    expect((await decide(life, drawId, "approve")).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await decide(life, randomUUID(), "approve")).status).toBe(404);
  });

  it("is not approved on a line that is late meanwhile", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    await life.act();
    await life.rows("update app.issued_product set loan_status = 'LATE' where id = $1", life.id);
    expect((await decide(life, drawId, "approve")).body).toMatchObject({ code: "PRODUCT_NOT_CURRENT" });
    expect(await payouts(life)).toEqual([{ status: "CREATED", cents: 980_000 }]);
  });

  it("whose payout cannot be sent waits for staff, who order another one", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    await life.act();
    await life.rows("update app.bank_account set blocked_at = now() where business_id = $1", life.debtor.businessId);
    await decide(life, drawId, "approve");
    await life.passTo("2026-01-22T15:00:00Z");
    expect(await payouts(life)).toEqual([{ status: "CANCELLED", cents: 980_000 }]);
    expect((await life.openTasks()).map(({ kind }) => kind)).toContain("DRAW_REVIEW");
    expect(await limit(life)).toEqual({ reserved: 1_000_000, state: "WAITING" });
    await life.rows("update app.bank_account set blocked_at = null where business_id = $1", life.debtor.businessId);
    expect((await decide(life, drawId, "approve")).status).toBe(200);
    await life.passTo("2026-01-26T15:00:00Z");
    expect(await drawStates(life)).toEqual([{ state: "WAITING_FOR_REPAYMENT", reason: null }]);
  });

  it("waits for staff if its line has become late since its request", { timeout }, async () => {
    const life = await aLine(ground);
    await linkBank(life);
    const drawId = await drawn(life, 1_000_000);
    await life.rows("update app.issued_product set loan_status = 'LATE' where id = $1", life.id);
    await life.act();
    expect(await payouts(life)).toEqual([{ status: "CREATED", cents: 980_000 }]);
    expect(await life.openTasks()).toEqual([{ kind: "DRAW_REVIEW" }]);
    expect(
      (await life.rows<{ why: string }>("select review_reason as why from app.draw where id = $1", drawId))[0],
    ).toEqual({ why: "LINE_NOT_OPEN" });
  });

  it("up to 25,000.00 with a sound fresh balance and no recent return needs no staff", { timeout }, async () => {
    const life = await aLine(ground);
    await linkBank(life);
    await drawn(life, 1_000_000);
    await drawn(life, 2_500_100);
    await life.act();
    expect((await payouts(life)).map(({ status }) => status)).not.toEqual(["CREATED", "CREATED"]);
    const reviews = await life.rows<{ why: string | null; approved: boolean }>(
      "select review_reason as why, approved_at is not null as approved from app.draw where issued_product_id = $1 order by created_at, id",
      life.id,
    );
    expect(reviews).toEqual([
      { why: null, approved: true },
      { why: "LARGE_AMOUNT", approved: false },
    ]);
  });
});
