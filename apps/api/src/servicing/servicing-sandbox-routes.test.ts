import { failNextPayment, makeNextPayment, setIssuedProductStatus } from "@inlay/contracts/calls/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closers } from "../funding/signed.fixture.ts";
import { sendTo } from "../http/server.fixture.ts";
import { buildServer } from "../http/server.ts";
import { slices } from "../slices.ts";
import {
  aLoanWithRole,
  installmentCents,
  type LifeGround,
  type LoanLife,
  lifeGround,
  returnsAll,
} from "./loan-life.fixture.ts";
import { anAdvance, debitsOf, sell } from "./periods/advance-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
  await closers(ground.server);
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
type Shortcut = { method: "POST"; path: string };
const play = (life: LoanLife, { method, path }: Shortcut, payload?: object) =>
  life.debtor.person.as({ method, url: path.replace(":id", life.id), ...(payload && { payload }) });

/** Takes a shortcut and moves the clock where it asks for. Returns that day. */
async function take(life: LoanLife, shortcut: Shortcut, payload?: object): Promise<string> {
  expect(await play(life, shortcut, payload)).toMatchObject({ status: 200, body: { done: true } });
  const [clock] = await life.rows<{ to: Date | null }>(
    "select advancing_to_at as to from app.business_clock where business_id = $1",
    life.debtor.businessId,
  );
  if (!clock?.to) return "";
  await life.passTo(clock.to.toISOString());
  await life.rows(
    "update app.business_clock set advancing_from_at = null, advancing_to_at = null where business_id = $1",
    life.debtor.businessId,
  );
  return clock.to.toISOString().slice(0, 10);
}
const lead = (life: LoanLife, status: string) => take(life, setIssuedProductStatus, { status });
const debits = async (life: LoanLife) =>
  (await life.debits()).map(({ item, on, status }) => `${item} on ${on}: ${status}`);

describe("shortcut to the next payment", () => {
  it("is paid although its account has too little money, and the one after it is returned again", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    expect(await take(life, makeNextPayment)).toBe("2026-02-20");
    expect(await debits(life)).toEqual(["installment 1 on 2026-02-17: SUCCESSFUL_PAYMENT"]);
    await life.passTo("2026-03-17T15:00:00Z");
    expect((await debits(life))[1]).toBe("installment 2 on 2026-03-16: FAILED_PAYMENT");
    await life.books("2026-03-17");
  });

  it("fails although its account pays, is tried again by the rules, and only that try is decided by the next shortcut", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    expect(await take(life, failNextPayment)).toBe("2026-02-20");
    expect(await debits(life)).toEqual([
      "installment 1 on 2026-02-17: FAILED_PAYMENT",
      "installment 1 on 2026-02-23: SCHEDULED",
    ]);
    expect(await take(life, failNextPayment)).toBe("2026-02-26");
    expect((await debits(life))[1]).toBe("installment 1 on 2026-02-23: FAILED_PAYMENT");
    expect(await life.status()).toBe("LATE");
    expect(await take(life, makeNextPayment)).not.toBe("");
    expect((await debits(life))[2]).toMatch(/^installment 1 on .* SUCCESSFUL_PAYMENT$/);
    expect(await life.status()).toBe("CURRENT");
  });

  it("is the period of an advance that is open, with the share of its sales", { timeout }, async () => {
    const life = await anAdvance(ground);
    await life.rows(
      `insert into app.user_role (platform_id, business_id, user_id, role)
       select platform_id, business_id, id, 'OPERATOR' from app.business_user where business_id = $1`,
      life.debtor.businessId,
    );
    await life.passTo("2026-01-19T15:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 100_000);
    await take(life, makeNextPayment);
    expect((await debitsOf(life))[0]).toMatchObject({ period: 1, cents: 10_000, status: "SUCCESSFUL_PAYMENT" });
  });

  it("is refused while the clock is on its way", { timeout }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    expect((await play(life, makeNextPayment)).status).toBe(200);
    expect((await play(life, makeNextPayment)).body).toMatchObject({ code: "CLOCK_RUNNING" });
  });
});

describe("shortcut to a status", () => {
  it("leads to LATE by returned debits, and back to CURRENT by a payment of what is due", { timeout }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    await lead(life, "LATE");
    expect(await life.status()).toBe("LATE");
    await lead(life, "CURRENT");
    expect(await life.status()).toBe("CURRENT");
    await life.books("2026-04-30");
  });

  it("leads to DEFAULTED once the days are past due, by two members of staff, and to FULLY_PAID by paying everything", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    await lead(life, "DEFAULTED");
    expect(await life.status()).toBe("LATE");
    expect(await lead(life, "DEFAULTED")).toBe("");
    expect(await life.status()).toBe("DEFAULTED");
    const [request] = await life.rows<{ people: number; isOther: boolean }>(
      `select people, maker_id <> checker_id as "isOther" from app.staff_request where subject_id = $1`,
      life.id,
    );
    expect(request).toEqual({ people: 2, isOther: true });
    // The last try of the third installment has no outcome yet.
    expect((await play(life, setIssuedProductStatus, { status: "FULLY_PAID" })).body).toMatchObject({
      code: "PAY_NOW_PAYMENT_PENDING",
    });
    await life.passTo("2026-05-29T15:00:00Z");
    await lead(life, "FULLY_PAID");
    expect(await life.status()).toBe("FULLY_PAID");
    await life.books("2026-12-31");
  });

  it("leads to FULLY_PAID by a payoff, after which no payment is to come", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await lead(life, "FULLY_PAID");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await lead(life, "FULLY_PAID")).toBe("");
    expect((await play(life, failNextPayment)).body).toMatchObject({ code: "NO_NEXT_PAYMENT" });
  });

  it("is refused where only another product or staff lead to it, and for the default of an advance without a breach", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    for (const status of ["REFINANCED", "CLOSED"])
      expect((await play(life, setIssuedProductStatus, { status })).body).toMatchObject({
        code: "STATUS_NOT_SIMULATED",
      });
    const advance = await anAdvance(ground);
    await advance.nameOwner();
    expect((await play(advance, setIssuedProductStatus, { status: "DEFAULTED" })).body).toMatchObject({
      code: "NO_BREACH",
    });
  });
});

describe("shortcuts of servicing", () => {
  it("do not exist in production", { timeout }, async () => {
    const life = await aLoanWithRole(ground, "1000000001");
    const { app } = ground.server;
    const production = await buildServer({ ...app, config: { ...app.config, isProduction: true } }, slices);
    for (const { method, path } of [makeNextPayment, failNextPayment, setIssuedProductStatus]) {
      const headers = { authorization: `Bearer ${life.debtor.person.token}` };
      const url = path.replace(":id", life.id);
      expect((await sendTo(production, { method, url, headers, payload: { status: "LATE" } })).status).toBe(404);
    }
    await production.close();
  });
});

describe("list of payments", () => {
  const list = async (life: LoanLife, query = "") => {
    const url = `/api/v1/servicing/issued-product/${life.id}/payment-orders${query}`;
    const { body } = await life.debtor.person.as({ method: "GET", url });
    return (body["paymentOrders"] as { paymentOrder: Record<string, unknown> }[]) ?? [];
  };

  it("has the payout and the debits of a product, newest first, and is filtered by direction and status", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await life.passTo("2026-02-20T15:00:00Z");
    const all = await list(life);
    expect(all.map(({ paymentOrder }) => paymentOrder)).toMatchObject([
      { direction: "INCOMING", status: "SCHEDULED", amountCents: installmentCents, effectiveDate: "2026-02-23" },
      {
        direction: "INCOMING",
        status: "FAILED_PAYMENT",
        effectiveDate: "2026-02-17",
        paymentConfirmedAt: null,
        latestSourceFailureReason: "insufficient_funds",
        latestDestinationFailureReason: null,
      },
      { direction: "OUTGOING", status: "SUCCESSFUL_PAYMENT", paymentConfirmedAt: expect.any(String) },
    ]);
    const statuses = async (query: string) =>
      (await list(life, query)).map(({ paymentOrder }) => paymentOrder["status"]);
    expect(await statuses("?direction=OUTGOING")).toEqual(["SUCCESSFUL_PAYMENT"]);
    expect(await statuses("?statuses=SCHEDULED&statuses=FAILED_PAYMENT")).toEqual(["SCHEDULED", "FAILED_PAYMENT"]);
    expect(await statuses("?paymentOrderStatusesToExclude=SCHEDULED&limit=1")).toEqual(["FAILED_PAYMENT"]);
    expect(await statuses("?offset=2")).toEqual(["SUCCESSFUL_PAYMENT"]);
  });
});
