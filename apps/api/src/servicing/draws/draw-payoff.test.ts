import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, staffedGround } from "../loan-life.fixture.ts";
import { aLine, drawn, drawStates, fundedDraw } from "./line-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;

/** A draw of 10,000.00 owes six installments of 1,866.67; one month's interest on it is 200.00. */
const amountCents = 1_000_000;
const payoffCents = 1_020_000;

const funded = (life: LoanLife, at = "2026-01-26T15:00:00Z") => fundedDraw(staff[0], life, amountCents, at);
const pathOf = (drawId: string) => `/api/v1/servicing/draw-requests/${drawId}/early-payoff`;
const quote = (life: LoanLife, drawId: string, day: string) =>
  life.debtor.person.as({ method: "GET", url: `${pathOf(drawId)}?effectiveDate=${day}` });
const schedule = (life: LoanLife, drawId: string, effectiveDate: string) =>
  life.debtor.person.as({ method: "POST", url: pathOf(drawId), payload: { effectiveDate } });
const cancel = (life: LoanLife, drawId: string) => life.debtor.person.as({ method: "DELETE", url: pathOf(drawId) });
const choice = async (life: LoanLife, drawId: string) => {
  const url = `/api/v1/servicing/draw-requests/${drawId}/payoff-days`;
  return ((await life.debtor.person.as({ method: "GET", url })).body as { payoff: object }).payoff;
};
const payoffs = (life: LoanLife, drawId: string) =>
  life.rows<{ status: string; debit: string; on: string }>(
    `select p.status, o.status as debit, o.effective_on::text as on from app.payoff p
     join app.payment_order o on o.id = p.payment_order_id where p.issued_product_id = $1 and p.draw_id = $2 order by p.id`,
    life.id,
    drawId,
  );
const debitsOf = (life: LoanLife, drawId: string) =>
  life.rows<{ on: string; status: string; purpose: string }>(
    `select effective_on::text as on, status, purpose from app.payment_order
     where issued_product_id = $1 and draw_id = $2 and direction = 'INCOMING' order by id`,
    life.id,
    drawId,
  );

describe("payoff of a draw", () => {
  it("costs its principal and one month's interest, is debited once, and leaves the other draw as it is", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const drawId = await funded(life);
    const other = await funded(life, "2026-01-29T15:00:00Z");
    const day = "2026-02-03";
    const shown = { principalCents: amountCents, interestCents: 20_000, amountCents: payoffCents, savedCents: 100_000 };
    expect((await quote(life, drawId, day)).body).toMatchObject({ payoffQuote: { ...shown, effectiveDate: day } });
    expect(await choice(life, drawId)).toMatchObject({ why: null, latestOn: "2026-02-19", scheduled: null });
    expect((await schedule(life, drawId, "2026-02-20")).body).toMatchObject({ code: "PAYOFF_DATE_INVALID" });
    expect((await schedule(life, drawId, day)).body).toMatchObject({
      drawRequest: { id: drawId, earlyPayoff: { effectiveDate: day, amountCents: payoffCents } },
    });
    expect((await schedule(life, drawId, day)).body).toMatchObject({
      code: "DRAW_PAYOFF_UNAVAILABLE",
      message: "This draw has already been paid or has a current payoff pending.",
    });
    expect(await choice(life, drawId)).toMatchObject({
      why: "PAYOFF_ALREADY_SCHEDULED",
      scheduled: { effectiveDate: day, amountCents: payoffCents, isCancellable: true },
    });
    await life.passTo("2026-02-12T15:00:00Z");
    expect(await payoffs(life, drawId)).toEqual([{ status: "COMPLETED", debit: "SUCCESSFUL_PAYMENT", on: day }]);
    expect((await drawStates(life)).map(({ state }) => state)).toEqual(["CLOSED", "WAITING_FOR_REPAYMENT"]);
    expect((await schedule(life, drawId, "2026-02-13")).body).toMatchObject({ code: "DRAW_PAYOFF_UNAVAILABLE" });
    await life.passTo("2026-08-05T15:00:00Z");
    expect((await debitsOf(life, other)).map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, () => "SUCCESSFUL_PAYMENT"),
    );
    expect((await drawStates(life)).map(({ state }) => state)).toEqual(["CLOSED", "CLOSED"]);
    expect(await life.status()).toBe("CURRENT");
    expect(await life.books("2026-08-05")).toEqual({
      CASH: 180_000,
      INTEREST_INCOME: -140_000,
      ORIGINATION_INCOME: -40_000,
    });
  });

  it("can be scheduled for two draws of a line at once, and is cancelled by the owner before its claim", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const drawId = await funded(life);
    const other = await funded(life, "2026-02-17T15:00:00Z");
    const ordered = { on: "2026-02-23", status: "SCHEDULED", purpose: "REPAYMENT" };
    expect(await debitsOf(life, drawId)).toEqual([ordered]);
    expect((await cancel(life, drawId)).status).toBe(404);
    expect((await schedule(life, drawId, "2026-02-18")).status).toBe(200);
    expect((await schedule(life, other, "2026-02-18")).status).toBe(200);
    const withdrawn = { ...ordered, status: "CANCELLED" };
    const waiting = { on: "2026-02-18", status: "SCHEDULED", purpose: "PAYOFF" };
    expect(await debitsOf(life, drawId)).toEqual([withdrawn, waiting]);
    await life.act();
    expect(await debitsOf(life, drawId)).toEqual([withdrawn, waiting]);
    expect((await cancel(life, drawId)).body).toMatchObject({ drawRequest: { earlyPayoff: null } });
    expect(await debitsOf(life, drawId)).toEqual([withdrawn, { ...waiting, status: "CANCELLED" }, ordered]);
    expect((await payoffs(life, other)).map(({ status }) => status)).toEqual(["SCHEDULED"]);
    await life.passTo("2026-02-17T23:30:00Z");
    expect((await payoffs(life, other)).map(({ status }) => status)).toEqual(["IN_FLIGHT"]);
    expect((await cancel(life, other)).body).toMatchObject({ code: "PAYOFF_NOT_CANCELLABLE" });
  });

  it("that the bank returns is not tried again, and the schedule of the draw returns", { timeout }, async () => {
    const life = await aLine(ground, { accountNumber: "1000000002" });
    const drawId = await funded(life);
    await schedule(life, drawId, "2026-02-03");
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-02-20T15:00:00Z");
    expect(await payoffs(life, drawId)).toEqual([{ status: "FAILED", debit: "FAILED_PAYMENT", on: "2026-02-03" }]);
    const debits = await debitsOf(life, drawId);
    expect(debits.filter(({ purpose }) => purpose === "REPAYMENT")).toEqual([
      { on: "2026-02-23", status: "SCHEDULED", purpose: "REPAYMENT" },
    ]);
    expect(debits.filter(({ purpose }) => purpose === "PAYOFF")).toHaveLength(1);
  });

  it("is refused before the draw is funded, on a late line, for an unknown draw, and of a line as a whole", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 100_000);
    expect((await schedule(life, drawId, "2026-02-03")).body).toMatchObject({ code: "DRAW_PAYOFF_UNAVAILABLE" });
    expect((await schedule(life, randomUUID(), "2026-02-03")).status).toBe(404);
    const url = `/api/v1/servicing/issued-products/${life.id}/early-payoff`;
    const payload = { effectiveDate: "2026-02-03" };
    const wholes = [await life.debtor.person.as({ method: "GET", url })];
    wholes.push(await life.debtor.person.as({ method: "POST", url, payload }));
    for (const { body } of wholes) expect(body).toMatchObject({ code: "PAYOFF_OF_LINE" });
    await life.rows("update app.issued_product set loan_status = 'LATE' where id = $1", life.id);
    await life.rows("update app.draw set state = 'WAITING_FOR_REPAYMENT' where id = $1", drawId);
    expect((await schedule(life, drawId, "2026-02-03")).body).toMatchObject({ code: "PAYOFF_NEEDS_SUPPORT" });
  });

  it("is refused when a debit of the draw is claimed at the same moment", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await funded(life, "2026-02-17T15:00:00Z");
    await life.rows("update app.obligation set due_on = '2026-02-27' where draw_id = $1 and number = 1", drawId);
    await life.rows(
      "update app.product_servicing set next_action_at = '2026-02-17' where issued_product_id = $1",
      life.id,
    );
    await life.passTo("2026-02-20T15:00:00Z");
    expect((await debitsOf(life, drawId)).map(({ status }) => status)).toEqual(["SCHEDULED"]);
    const claim = await ground.server.database.admin.connect();
    try {
      await claim.query("begin");
      await claim.query(
        "update app.payment_order set claimed_at = now() where issued_product_id = $1 and direction = 'INCOMING'",
        [life.id],
      );
      const answer = schedule(life, drawId, "2026-02-23");
      await until("the payoff waits for the claim", async () => {
        const waiting = await life.rows(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      await claim.query("commit");
      expect((await answer).body).toMatchObject({ code: "PAYOFF_PAYMENT_PENDING" });
    } finally {
      claim.release();
    }
  });
});
