import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../staff/staff.fixture.ts";
import { aLine, decideDraw, draw, drawn, fundedDraw, payouts } from "./draws/line-life.fixture.ts";
import { type LifeGround, type LoanLife, staffedGround } from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the yearly review";
const pathOf = (life: LoanLife) => `/businesses/${life.debtor.businessId}/issued-products/${life.id}`;
const suspend = (life: LoanLife, suspensionReason = "RISK_REVIEW") =>
  staff[0].as("POST", `${pathOf(life)}/suspend`, { suspensionReason, reason });
const reinstate = (life: LoanLife) => staff[0].as("POST", `${pathOf(life)}/reinstate-line`, { reason });
const preview = async (life: LoanLife, limitCents: number, limitReason = "RISK_REVIEW") =>
  (await staff[0].as("GET", `${pathOf(life)}/limit?limitCents=${limitCents}&limitReason=${limitReason}`)).body;

/** One member of the staff requests another limit, and another one approves it. */
async function setLimit(life: LoanLife, limitCents: number, limitReason = "RISK_REVIEW"): Promise<object> {
  const asked = await staff[0].as("POST", `${pathOf(life)}/limit`, { limitCents, limitReason, reason });
  if (asked.status !== 200) return asked.body;
  const { requestId } = asked.body as { requestId: string };
  const { payloadHash } = (await staff[1].as("GET", `/requests/${requestId}`)).body as { payloadHash: string };
  return (await staff[1].as("POST", `/requests/${requestId}/approve`, { payloadHash, reason })).body;
}
const tasks = (life: LoanLife) =>
  life.rows<{ kind: string; due: string }>(
    "select kind, due_at::text as due from app.task where business_id = $1 and closed_at is null order by kind",
    life.debtor.businessId,
  );
const told = async (life: LoanLife) =>
  (
    await life.rows<{ sub: string }>(
      "select batch_event_property->>'subEvent' as sub from app.batch_event where business_id = $1 and batch_event_type = 'SERVICING_EVENT' order by happened_at, id",
      life.debtor.businessId,
    )
  ).map(({ sub }) => sub);

describe("suspended line", () => {
  it("takes no draws, sends none that waits, and takes them again when it is reinstated", { timeout }, async () => {
    const life = await aLine(ground);
    const waiting = await drawn(life, 1_000_000);
    await life.act();
    expect((await suspend(life)).status).toBe(200);
    expect((await suspend(life)).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await draw(life, 100_000)).body).toMatchObject({ code: "LINE_SUSPENDED" });
    expect((await decideDraw(staff[0], life, waiting, "approve")).body).toMatchObject({ code: "PRODUCT_NOT_CURRENT" });
    expect(await payouts(life)).toEqual([{ status: "CREATED", cents: 980_000 }]);
    expect(await tasks(life)).toContainEqual({ kind: "LINE_NOTICE_DUE", due: expect.stringContaining("2026-02-20") });
    expect((await reinstate(life)).status).toBe(200);
    expect((await reinstate(life)).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await draw(life, 100_000)).status).toBe(200);
    expect((await decideDraw(staff[0], life, waiting, "approve")).status).toBe(200);
    await life.act();
    expect(await told(life)).toEqual(["LINE_SUSPENDED", "LINE_REINSTATED"]);
  });

  it("that its business has asked for needs no notice", { timeout }, async () => {
    const life = await aLine(ground);
    expect((await suspend(life, "BORROWER_REQUEST")).status).toBe(200);
    expect(await tasks(life)).toEqual([]);
  });
});

describe("limit of a line", () => {
  it("is shown before it is changed, lowered by two people with a notice, and shows what is over it", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    await fundedDraw(staff[0], life, 1_000_000, "2026-01-26T15:00:00Z");
    const before = { limitCents: 5_000_000, availableCents: 4_000_000, overLimitCents: 0 };
    expect(await preview(life, 600_000)).toEqual({
      before,
      after: { limitCents: 600_000, availableCents: 0, overLimitCents: 400_000 },
      isNoticeDue: true,
    });
    expect(await preview(life, 2_000_000, "BORROWER_REQUEST")).toMatchObject({ before, isNoticeDue: false });
    expect(await tasks(life)).toEqual([]);
    for (const wrong of [5_000_000, 5_000_100, 99])
      expect(await setLimit(life, wrong)).toMatchObject({ code: "LIMIT_NOT_ALLOWED" });
    await setLimit(life, 600_000);
    expect((await draw(life, 100_000)).body).toMatchObject({ code: "ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION" });
    expect((await tasks(life)).map(({ kind }) => kind)).toEqual(["LINE_NOTICE_DUE", "LINE_OVER_LIMIT"]);
    // Back to what was signed, and not more.
    await setLimit(life, 5_000_000, "PERFORMANCE");
    expect(await preview(life, 600_000)).toMatchObject({ before });
    expect(await preview(life, 5_000_100)).toMatchObject({ code: "LIMIT_NOT_ALLOWED" });
    expect((await draw(life, 4_000_000)).status).toBe(200);
    await life.act();
    expect((await told(life)).filter((one) => one === "LIMIT_CHANGED")).toHaveLength(2);
  });
});
