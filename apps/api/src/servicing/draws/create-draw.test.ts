import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepUp } from "../../people/step-up-session.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { aLine, draw, drawn, drawStates, payouts, withdraw } from "./line-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

const reserved = async (life: LoanLife) =>
  (
    await life.rows<{ cents: number }>(
      "select reserved_cents::int as cents from app.issued_product where id = $1",
      life.id,
    )
  )[0]?.cents;

describe("draw request", () => {
  it("reserves the limit and orders the amount less the fee, which is held until it is approved", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const { status, body } = await draw(life, 1_000_000, "Flour for the season");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      remainingLimitCents: 4_000_000,
      drawRequest: {
        issuedProductId: life.id,
        amountCents: 1_000_000,
        feeAmountCents: 20_000,
        amountLessFeeAmountCents: 980_000,
        purpose: "Flour for the season",
        currentStep: "PENDING_FUND_DISBURSEMENT",
        interestRatePercentage: "24",
        feePercentage: "2",
        repaymentDurationDays: 180,
        apr: "47.4478",
        drawRequestSteps: [{ step: "PENDING_FUND_DISBURSEMENT" }],
        drawRequestPaymentScheduleItems: [],
        earlyPayoff: null,
      },
    });
    expect(await payouts(life)).toEqual([{ status: "CREATED", cents: 980_000 }]);
    expect(await reserved(life)).toBe(1_000_000);
  });

  it.each([
    [undefined, "Draw request is required"],
    [99, "Must be greater than $1"],
  ])("'%s' is refused with the words of the specification", { timeout }, async (amountCents, message) => {
    const life = await aLine(ground);
    const { status, body } = await draw(life, amountCents);
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: [{ message }] });
    expect(await drawStates(life)).toEqual([]);
  });

  it("'Amount cannot exceed remaining limit': at most the remaining limit in whole dollars", { timeout }, async () => {
    const life = await aLine(ground);
    await drawn(life, 2_500_050);
    expect((await draw(life, 2_499_901)).body).toMatchObject({
      code: "OVER_AVAILABLE_BALANCE",
      message: "Amount cannot exceed remaining limit",
    });
    expect((await draw(life, 2_499_900)).status).toBe(200);
    expect((await draw(life, 100)).body).toMatchObject({ code: "ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION" });
    expect(await reserved(life)).toBe(4_999_950);
  });

  it.each([
    ["a late line", "PRODUCT_NOT_CURRENT", "update app.issued_product set loan_status = 'LATE' where id = $1"],
    [
      "a line with a draw in default",
      "PRODUCT_NOT_CURRENT",
      `insert into app.draw (id, platform_id, business_id, issued_product_id, request, state)
       select gen_random_uuid(), platform_id, business_id, id, '{"amountCents": 100}', 'DEFAULTED' from app.issued_product where id = $1`,
    ],
    [
      "a line that has matured",
      "LINE_MATURED",
      "update app.issued_product set matures_on = '2026-01-21' where id = $1",
    ],
  ])("is refused on %s", { timeout }, async (_what, code, change) => {
    const life = await aLine(ground);
    await life.rows(change, life.id);
    expect((await draw(life, 100_000)).body).toMatchObject({ code });
    expect(await reserved(life)).toBe(0);
  });

  it("above the platform's amount needs a step-up", { timeout }, async () => {
    const life = await aLine(ground);
    await life.rows("delete from app.step_up where business_id = $1", life.debtor.businessId);
    expect((await draw(life, 2_500_001)).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await draw(life, 2_500_000)).status).toBe(200);
    await stepUp(ground.server.app.pool, life.debtor.person.token);
    await life.rows("update app.issued_product set limit_cents = 6000000 where id = $1", life.id);
    expect((await draw(life, 2_500_001)).status).toBe(200);
  });

  it("is kept within the limit by the database itself", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 4_000_000 - 1_600_000);
    const grow = (cents: number) =>
      life.rows("update app.limit_reservation set amount_cents = $2 where draw_id = $1", drawId, cents);
    await expect(grow(5_000_001)).rejects.toMatchObject({ constraint: "within_limit" });
    await grow(5_000_000);
    expect(await reserved(life)).toBe(5_000_000);
    await life.rows("update app.issued_product set loan_status = 'LATE' where id = $1", life.id);
    await expect(
      life.rows(
        `with d as (insert into app.draw (id, platform_id, business_id, issued_product_id, request, state)
           select gen_random_uuid(), platform_id, business_id, id, '{}', 'PENDING_FUND_DISBURSEMENT' from app.issued_product where id = $1 returning *)
         insert into app.limit_reservation (platform_id, business_id, issued_product_id, draw_id, amount_cents)
         select platform_id, business_id, issued_product_id, id, 1 from d`,
        life.id,
      ),
    ).rejects.toMatchObject({ constraint: "line_is_open" });
  });

  it("can be withdrawn until its payout is claimed, and its amount is available again", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    expect((await withdraw(life, drawId)).body).toMatchObject({
      remainingLimitCents: 5_000_000,
      drawRequest: { currentStep: "REJECTED" },
    });
    expect(await drawStates(life)).toEqual([{ state: "REJECTED", reason: "WITHDRAWN" }]);
    expect(await payouts(life)).toEqual([{ status: "CANCELLED", cents: 980_000 }]);
    expect((await withdraw(life, drawId)).body).toMatchObject({ code: "DRAW_NOT_WITHDRAWABLE" });
    const other = await aLine(ground);
    expect((await withdraw(other, drawId)).status).toBe(404);
  });

  it("unfunded draws are REJECTED after 5 banking days", { timeout }, async () => {
    const life = await aLine(ground);
    await drawn(life, 1_000_000);
    await life.passTo("2026-01-22T15:00:00Z");
    // The account is not linked to a bank that could be asked for a balance, so staff decide.
    expect(await life.openTasks()).toEqual([{ kind: "DRAW_REVIEW" }]);
    await life.passTo("2026-01-28T21:00:00Z");
    expect(await drawStates(life)).toEqual([{ state: "PENDING_FUND_DISBURSEMENT", reason: null }]);
    await life.passTo("2026-01-28T22:30:00Z");
    expect(await drawStates(life)).toEqual([{ state: "REJECTED", reason: "NOT_FUNDED_IN_TIME" }]);
    expect(await payouts(life)).toEqual([{ status: "CANCELLED", cents: 980_000 }]);
    expect(await life.openTasks()).toEqual([]);
    expect(await reserved(life)).toBe(0);
  });
});
