import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordEvent } from "../../workflows/handle-event.fixture.ts";
import {
  aLoanWithRole,
  installmentCents,
  type LifeGround,
  LoanLife,
  lifeGround,
  paysAlways,
  returnsAll,
  returnsFirst,
} from "../loan-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

type Told = { what: string; at: string; property: Record<string, unknown> };

/** What people were told, in order, with the day in UTC. */
const told = (life: LoanLife) =>
  life.rows<Told>(
    `select coalesce(batch_event_property ->> 'subEvent', batch_event_type) as what, to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at,
       batch_event_property as property
     from app.batch_event where business_id = $1 order by happened_at, id`,
    life.debtor.businessId,
  );
const namesAndDays = async (life: LoanLife) => (await told(life)).map(({ what, at }) => `${at.slice(0, 10)} ${what}`);
const find = async (life: LoanLife, what: string): Promise<Record<string, unknown>> => {
  const found = (await told(life)).find((one) => one.what === what);
  if (!found) throw new Error(`nobody was told ${what}`);
  return found.property;
};
const emails = (life: LoanLife) =>
  life.rows<{ at: string; recipient: string; events: number }>(
    `select to_char(b.sent_at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as at, e.recipient,
       (select count(*)::int from app.notification n where n.notification_batch_id = b.id) as events
     from app.email e join app.notification_batch b on e.key = 'notifications/' || b.id
     where e.business_id = $1 order by b.sent_at, e.recipient`,
    life.debtor.businessId,
  );
/** A person beside the one of the fixture. */
const addPerson = (life: LoanLife, role: string, email: string) =>
  life.rows(
    `with person as (insert into app.business_user (platform_id, business_id, platform_user_id, email, first_name)
       select platform_id, id, $3, $3, 'Luz' from app.business where id = $1 returning *)
     insert into app.user_role (platform_id, business_id, user_id, role) select platform_id, business_id, id, $2 from person`,
    life.debtor.businessId,
    role,
    email,
  );
const nameOwner = (life: LoanLife) =>
  life.rows(
    "update app.business_user set email = 'owner@example.com', first_name = 'Pia' where business_id = $1",
    life.debtor.businessId,
  );

describe("loan that is paid on time", () => {
  it("is told of by REPAYMENT_REMINDER 3 banking days before effectiveDate, FIRST_PAYMENT_SUCCESS, PAYMENT_MADE and LAST_PAYMENT_SUCCESS", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, paysAlways);
    await nameOwner(life);
    await life.passTo("2026-04-21T15:00:00Z");
    expect(await namesAndDays(life)).toEqual([
      "2026-01-21 DISBURSEMENT",
      // The 15th of February is a Sunday and the 16th a holiday.
      "2026-02-11 REPAYMENT_REMINDER",
      "2026-02-20 FIRST_PAYMENT_SUCCESS",
      "2026-03-11 REPAYMENT_REMINDER",
      "2026-03-19 PAYMENT_MADE",
      "2026-04-10 REPAYMENT_REMINDER",
      "2026-04-18 LAST_PAYMENT_SUCCESS",
    ]);
    expect(await find(life, "REPAYMENT_REMINDER")).toMatchObject({
      paymentAmountCents: installmentCents,
      dueDate: "2026-02-15",
      repaymentDate: "2026-02-17",
      paymentsMade: 1,
      paymentsTotal: 3,
    });
    expect(await find(life, "LAST_PAYMENT_SUCCESS")).toMatchObject({
      issuedProductStatus: "FULLY_PAID",
      outstandingBalance: 0,
      percentOfPrincipalPaid: 100,
    });
    const sent = await emails(life);
    // The payout settled before its person had a role.
    expect(sent.map(({ events }) => events)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(sent[0]).toEqual({ at: "2026-02-11 09:00", recipient: "owner@example.com", events: 1 });
  });

  it("is not reminded of a debit that a payoff has replaced; PAYOFF_SCHEDULED and PAYOFF_CANCELLED are told", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, paysAlways);
    await nameOwner(life);
    const url = `/api/v1/servicing/issued-products/${life.id}/early-payoff`;
    await life.passTo("2026-02-04T15:00:00Z");
    const payload = { effectiveDate: "2026-02-09" };
    expect(await life.debtor.person.as({ method: "POST", url, payload })).toMatchObject({ status: 200 });
    await life.passTo("2026-02-04T16:00:00Z");
    expect(await find(life, "PAYOFF_SCHEDULED")).toMatchObject({ repaymentDate: "2026-02-09" });
    expect(await life.debtor.person.as({ method: "DELETE", url })).toMatchObject({ status: 200 });
    await life.act();
    expect((await namesAndDays(life)).slice(1)).toEqual(["2026-02-04 PAYOFF_SCHEDULED", "2026-02-04 PAYOFF_CANCELLED"]);
    expect(await life.debtor.person.as({ method: "POST", url, payload })).toMatchObject({ status: 200 });
    await life.passTo("2026-02-13T15:00:00Z");
    expect((await namesAndDays(life)).slice(3)).toEqual([
      "2026-02-04 PAYOFF_SCHEDULED",
      "2026-02-12 LAST_PAYMENT_SUCCESS",
    ]);
  });
});

describe("loan whose debits come back", () => {
  it("is told of by PAYMENT_FAILED with the next try, the fee and LATE, also to a co-owner, once for each person and hour", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await nameOwner(life);
    await addPerson(life, "SECONDARY_OWNER", "zoe@example.com");
    await addPerson(life, "OPERATOR", "sam@example.com");
    await life.passTo("2026-03-02T15:00:00Z");
    const names = (await told(life)).map(({ what }) => what);
    for (const what of ["PAYMENT_FAILED", "FEE_ASSESSED", "LATE"]) expect(names).toContain(what);
    expect(await find(life, "PAYMENT_FAILED")).toMatchObject({
      failureReason: "NOT_ENOUGH_FUNDS",
      repaymentAmountCents: installmentCents,
      exceptionalCircumstance: null,
      nextTryOn: expect.stringMatching(/^2026-02-2/),
    });
    expect(await find(life, "LATE")).toMatchObject({
      repaymentDate: "2026-02-15",
      repaymentAmountCents: installmentCents,
    });
    const sent = await emails(life);
    for (const { at } of sent) expect(at.slice(-5)).toMatch(/^(0[89]|1\d|20):00$/);
    expect(new Set(sent.map(({ at, recipient }) => `${at} ${recipient}`)).size).toBe(sent.length);
    const of = (recipient: string) =>
      sent.filter((one) => one.recipient === recipient).reduce((sum, one) => sum + one.events, 0);
    const problems = names.filter((what) => what === "PAYMENT_FAILED" || what === "LATE").length;
    expect(of("zoe@example.com")).toBe(problems);
    // Everything but the payout before their role.
    expect([of("owner@example.com"), of("sam@example.com")]).toEqual([names.length - 1, names.length - 1]);
  });

  it("is told of the day that its owner chooses for the next try, and that the payment went through then", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst);
    await life.passTo("2026-03-10T15:00:00Z");
    const names = (await told(life)).map(({ what }) => what);
    expect(names.indexOf("FIRST_PAYMENT_SUCCESS")).toBeGreaterThan(names.indexOf("PAYMENT_FAILED"));
    const [obligation] = await life.rows<{ id: string }>(
      "select id from app.obligation where issued_product_id = $1 and number = 2",
      life.id,
    );
    await recordEvent(ground.server, life.debtor, {
      kind: "product.payment_arranged",
      body: {
        issuedProductId: life.id,
        obligationId: obligation?.id ?? "",
        arrangement: "MOVE",
        toOn: "2026-03-20",
        secondOn: null,
      },
    });
    await life.act();
    expect(await find(life, "PAYMENT_ARRANGED")).toMatchObject({
      arrangement: "MOVE",
      repaymentDate: "2026-03-20",
      repaymentAmountCents: installmentCents,
    });
  });
});

describe("invoices and draws", () => {
  const addInvoice = async (life: LoanLife, state: string, isCancelled = false): Promise<string> => {
    const invoiceId = randomUUID();
    await life.rows(
      `insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state, platform_invoice_id, is_cancelled)
       values ($1, $2, $3, $4, '{}', $5, 'INV-7', $6)`,
      ...[invoiceId, life.debtor.platformId, life.debtor.businessId, life.id, state, isCancelled],
    );
    return invoiceId;
  };

  it.each([
    ["PENDING_FUND_DISPERSEMENT", ["FUNDING_REQUEST"]],
    ["IN_REVIEW", ["FUNDING_REQUEST", "INVOICE_IN_REVIEW"]],
    ["WAITING_FOR_PARSING", ["FUNDING_REQUEST"]],
  ] as const)("invoice: one submitted as %s is told as %j, once", { timeout }, async (state, expected) => {
    const life = await LoanLife.fund(ground, { until: "2026-01-14T16:00:00Z" });
    const invoiceId = await addInvoice(life, state);
    const before = await told(life);
    for (let time = 0; time < 2; time++)
      await recordEvent(ground.server, life.debtor, {
        kind: "invoice.created",
        body: { invoiceId, issuedProductId: life.id, state, principalAmountCents: 90_000 },
      });
    await life.act();
    const found = (await told(life)).slice(before.length);
    expect(found.map(({ what }) => what).sort()).toEqual([...expected].sort());
    expect(found.every(({ property }) => JSON.stringify(property).includes("INV-7"))).toBe(true);
  });

  it.each([
    ["IN_REVIEW", false, ["INVOICE_IN_REVIEW"]],
    ["REJECTED", false, ["INVOICE_REJECTION"]],
    // Its owner has withdrawn it.
    ["REJECTED", true, []],
    ["PENDING_FUND_DISPERSEMENT", false, []],
  ] as const)("invoice: %s (withdrawn: %s) is told as %j, once", { timeout }, async (state, isCancelled, expected) => {
    const life = await LoanLife.fund(ground, { until: "2026-01-14T16:00:00Z" });
    const invoiceId = await addInvoice(life, state, isCancelled);
    const before = await told(life);
    for (let time = 0; time < 2; time++)
      await recordEvent(ground.server, life.debtor, {
        kind: "invoice.state_changed",
        body: { invoiceId, issuedProductId: life.id, state },
      });
    await life.act();
    expect((await told(life)).slice(before.length).map(({ what }) => what)).toEqual(expected);
  });

  it("invoice: each reminder of a long review is told as INVOICE_IN_REVIEW_WARNING", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { until: "2026-01-14T16:00:00Z" });
    const invoiceId = await addInvoice(life, "IN_REVIEW");
    for (let time = 0; time < 2; time++)
      await recordEvent(ground.server, life.debtor, {
        kind: "invoice.review_reminded",
        body: { invoiceId, issuedProductId: life.id },
      });
    await life.act();
    expect((await told(life)).filter(({ what }) => what === "INVOICE_IN_REVIEW_WARNING")).toHaveLength(2);
  });

  it("draw: its request is told as FUNDING_REQUEST, and its refusal", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { until: "2026-01-14T16:00:00Z" });
    const drawId = randomUUID();
    await life.rows(
      `insert into app.draw (id, platform_id, business_id, issued_product_id, request, state, amount_cents)
       values ($1, $2, $3, $4, '{}', 'REJECTED', 75000)`,
      ...[drawId, life.debtor.platformId, life.debtor.businessId, life.id],
    );
    await recordEvent(ground.server, life.debtor, {
      kind: "draw.requested",
      body: { drawId, issuedProductId: life.id, amountCents: 75_000 },
    });
    await recordEvent(ground.server, life.debtor, {
      kind: "draw.state_changed",
      body: { drawId, issuedProductId: life.id, state: "REJECTED" },
    });
    await life.act();
    expect(await find(life, "FUNDING_REQUEST")).toMatchObject({ amountRequestedCents: 75_000 });
    expect(await find(life, "DRAW_REJECTED")).toMatchObject({ disbursementAmountCents: 75_000 });
  });
});
