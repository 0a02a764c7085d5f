import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";
import { reconcile } from "./reconcile.ts";
import { readPayment, sendPayment } from "./send-payment.ts";

let server: TestServer;
let sandbox: TestSandbox;
let forged = 0;
const webhookKey = "a key of the test";
let receiver: Receiver;

beforeAll(async () => {
  // Forwards the processor's webhooks to the server, which is created later.
  receiver = await openReceiver(async (posted) => {
    const status = await server.postWebhook("payments", posted);
    if (status === 401) forged++;
    return status;
  });
  sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: receiver.url,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  server = await testServer({
    ...sandbox.environment,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
    MODERN_TREASURY_TIMEOUT_MS: "3000",
  });
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await sandbox.close();
});

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

/** Does in order what the clock, the engine and the processor do until the given time. */
async function liveUntil({ platformId, businessId }: Debtor, to: string): Promise<void> {
  const end = new Date(to);
  const due = () =>
    rows<{ id: string; at: Date }>(
      "select id, next_action_at as at from app.payment_order where business_id = $1 and next_action_at is not null order by next_action_at, id",
      businessId,
    );
  for (;;) {
    const { nextAt } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
    const [first] = await due();
    const stops = [end, first?.at, nextAt ? new Date(nextAt) : undefined].filter((at): at is Date => at !== undefined);
    const [now] = await rows<{ now: Date }>(
      "select now_at as now from app.business_clock where business_id = $1",
      businessId,
    );
    const stop = new Date(Math.max(now?.now.getTime() ?? 0, Math.min(...stops.map((at) => at.getTime()))));
    await server.database.admin.query("update app.business_clock set now_at = $2 where business_id = $1", [
      businessId,
      stop,
    ]);
    await sandbox.put("/clock", { world: businessId, now: stop.toISOString() });
    await sandbox.webhooksDelivered(businessId);
    for (const { id } of (await due()).filter(({ at }) => at <= stop)) {
      const item = { platformId, businessId, id, dueAt: stop };
      await inScope(server.app.pool, { platformId, businessId }, (tx) => advanceOrder.act(tx, item, stop));
    }
    const workflows = await rows<{ kind: string; id: string }>(
      "select kind, id from app.workflow_run where business_id = $1 and state = 'OPEN' and kind in ('send-payment', 'read-payment', 'check-balance')",
      businessId,
    );
    for (const { kind, id } of workflows) {
      const ids = { platformId, businessId, id };
      if (kind === "send-payment") await sendPayment(server.app, server.app.payments, ids);
      if (kind === "read-payment") await readPayment(server.app, server.app.payments, ids);
      await server.database.admin.query("update app.workflow_run set state = 'DONE' where kind = $1 and id = $2", [
        kind,
        id,
      ]);
    }
    const left = (await due()).some(({ at }) => at <= stop);
    if (stop.getTime() === end.getTime() && !left && workflows.length === 0) return;
  }
}

const monday = "2026-11-16T15:00:00Z";
const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const pay = (debtor: Debtor, order: NewOrder) => debtor.within((tx) => createOrder(tx, order, by));
type Seen = {
  status: string;
  failure_reason: string | null;
  claim_refusal: string | null;
  effective_on: string;
  tries: number;
};
const orders = (debtor: Debtor) =>
  rows<Seen>(
    "select status, failure_reason, claim_refusal, effective_on::text, tries from app.payment_order where business_id = $1 order by created_at, id",
    debtor.businessId,
  );
const taken = async (id: string) =>
  (await sandbox.ask<{ entries: unknown[] }>(`/journal.json?reference=${id}`)).entries.length;
const balances = (debtor: Debtor) =>
  rows<{ code: string; cents: number }>(
    `select a.code, sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l join app.ledger_account a on a.number = l.account
     where l.business_id = $1 group by a.code having sum(l.debit_cents - l.credit_cents) <> 0 order by a.code`,
    debtor.businessId,
  );

describe("debit", () => {
  it("is sent the evening before, settles on its day, and succeeds two banking days later", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const id = await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-17T23:30:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUBMITTED", effective_on: "2026-11-18", tries: 1 }]);
    await liveUntil(debtor, "2026-11-21T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUCCESSFUL_PAYMENT" }]);
    expect(await taken(id)).toBe(1);
    expect(await balances(debtor)).toEqual([
      { code: "CLEARING_IN", cents: 45_840 },
      { code: "PRINCIPAL_RECEIVABLE", cents: -45_840 },
    ]);
    await reconcile(server.app, server.app.payments, "2026-11-16" as never);
    expect(await balances(debtor)).toEqual([
      { code: "CASH", cents: 45_840 },
      { code: "PRINCIPAL_RECEIVABLE", cents: -45_840 },
    ]);
  });

  it("without sufficient funds is retried twice, each on another day, and then left to staff", async () => {
    const debtor = await aDebtor(server, "1000000002", monday);
    await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2027-01-15T12:00:00Z");
    const seen = await orders(debtor);
    expect(seen.map(({ status, failure_reason }) => [status, failure_reason])).toEqual([
      ["FAILED_PAYMENT", "insufficient_funds"],
      ["FAILED_PAYMENT", "insufficient_funds"],
      ["FAILED_PAYMENT", "insufficient_funds"],
    ]);
    expect(new Set(seen.map(({ effective_on }) => effective_on)).size).toBe(3);
    expect(await balances(debtor)).toEqual([]);
  });

  it("that collects a fee is retried once", async () => {
    const debtor = await aDebtor(server, "1000000002", monday);
    const split = { principalCents: 0, interestCents: 0, feeCents: 45_840 };
    await pay(debtor, debtor.debit({ paymentType: "FEE", feeType: "LATE_PAYMENT", split }));
    await liveUntil(debtor, "2027-01-15T12:00:00Z");
    expect((await orders(debtor)).map(({ status }) => status)).toEqual(["FAILED_PAYMENT", "FAILED_PAYMENT"]);
  });

  it("shows on the bank statement what it collects, and as RETRY PYMT when it is retried", async () => {
    const debtor = await aDebtor(server, "1000000002", monday);
    const fee = { paymentType: "FEE", split: { principalCents: 0, interestCents: 0, feeCents: 45_840 } } as const;
    await pay(debtor, debtor.debit());
    await pay(debtor, debtor.debit({ productType: "MCA" }));
    await pay(debtor, debtor.debit({ ...fee, feeType: "INSUFFICIENT_FUNDS" }));
    await pay(debtor, debtor.debit({ ...fee, feeType: "LATE_PAYMENT", dueOn: businessDate("2026-11-27") }));
    await pay(debtor, debtor.payout());
    const shown = async (from: string) =>
      (await server.app.payments.bankLinesSince("EQUITY", businessDate(from)))
        .filter(({ text }) => text.includes(debtor.businessId) && !text.includes("RETURN R"))
        .map(({ text }) => text.replace(debtor.businessId, "").trim())
        .toSorted();
    await liveUntil(debtor, "2026-11-19T00:00:00Z");
    expect(await shown("2026-11-16")).toEqual(["ACH ADV PYMT", "ACH FUNDING", "ACH LOAN PYMT", "ACH RETURN FEE"]);
    await liveUntil(debtor, "2026-11-28T00:00:00Z");
    expect(await shown("2026-11-20")).toEqual(["ACH LATE FEE", "ACH RETRY PYMT", "ACH RETRY PYMT", "ACH RETRY PYMT"]);
  });

  it("from a closed account is not retried, and the account is blocked for debits", async () => {
    const debtor = await aDebtor(server, "1000000003", monday);
    await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-12-15T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: "closed_account" }]);
    expect(
      await rows("select blocked_at is not null as blocked from app.bank_account where id = $1", debtor.bankAccountId),
    ).toEqual([{ blocked: true }]);
  });

  it("returned with a code that no rule explains is not retried, has a staff task, and stops the account's next debits", async () => {
    const debtor = await aDebtor(server, "1000000032", monday);
    const id = await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-24T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: "unexpected_error" }]);
    const next = await pay(debtor, debtor.debit({ dueOn: businessDate("2026-11-25") }));
    await liveUntil(debtor, "2026-11-25T12:00:00Z");
    expect((await orders(debtor)).map(({ status }) => status)).toEqual(["FAILED_PAYMENT", "CANCELLED"]);
    expect(
      await rows(
        "select kind, subject_id as on from app.task where business_id = $1 and closed_at is null order by kind",
        debtor.businessId,
      ),
    ).toEqual([
      { kind: "PAYMENT_FAILED", on: id },
      { kind: "PAYMENT_NOT_SENT", on: next },
    ]);
  });

  it.each([
    ["0101", "C01", "7101", "checking"],
    ["0107", "C07", "7101", "savings"],
  ])("to an account ending %s is corrected by its bank as %s, and the next goes to the new numbers", async (...row) => {
    const [ending, , last4, subtype] = row;
    const debtor = await aDebtor(server, `100000${ending}`, monday);
    await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-21T12:00:00Z");
    const account = () =>
      rows<{ enrolled: string | null }>(
        `select account_number_last4 as last4, account_subtype as subtype, numbers_version as version, processor_account_id as enrolled
         from app.bank_account where id = $1`,
        debtor.bankAccountId,
      );
    expect(await account()).toEqual([{ last4, subtype, version: 2, enrolled: null }]);
    await pay(debtor, debtor.debit({ dueOn: businessDate("2026-11-24") }));
    await liveUntil(debtor, "2026-12-01T12:00:00Z");
    expect((await orders(debtor)).map(({ status }) => status)).toEqual(["SUCCESSFUL_PAYMENT", "SUCCESSFUL_PAYMENT"]);
    expect(await account()).toEqual([{ last4, subtype, version: 2, enrolled: expect.any(String) }]);
  });

  it("disputed after success is reversed to the cent and not retried", async () => {
    const debtor = await aDebtor(server, "1000000010", monday);
    await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-21T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUCCESSFUL_PAYMENT" }]);
    await liveUntil(debtor, "2026-12-15T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: "unauthorized_transfer" }]);
    await reconcile(server.app, server.app.payments, "2026-11-16" as never);
    expect(await balances(debtor)).toEqual([]);
  });
});

describe("business with a frozen account", () => {
  it.each([
    ["R16", "1000000016", "blocked_account"],
    ["R16 on a sanctions instruction", "1000000116", "regulatory_error"],
  ])("is neither debited nor paid after %s, on any account, until staff clear it", async (_, number, reason) => {
    const debtor = await aDebtor(server, number, monday);
    await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-20T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: reason }]);
    // The return came on Thursday the 19th, so staff look at it until Friday, 17:00 in New York.
    expect(
      await rows(
        "select due_at as due from app.task where subject_id = $1 and kind = 'BUSINESS_FROZEN' and closed_at is null",
        debtor.businessId,
      ),
    ).toEqual([{ due: new Date("2026-11-20T22:00:00Z") }]);
    const other = randomUUID();
    await server.database.admin.query(
      `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, verification, added_on, sanctions_clear_on, processor_account_id)
       select $1, platform_id, business_id, 'Other', '0001', 'checking', 'BUSINESS', 'MANUAL', verification, added_on, sanctions_clear_on, processor_account_id
       from app.bank_account where id = $2`,
      [other, debtor.bankAccountId],
    );
    const dueOn = businessDate("2026-11-24");
    const [payout, toOther] = [
      await pay(debtor, debtor.payout({ dueOn })),
      await pay(debtor, debtor.payout({ dueOn, bankAccountId: other })),
    ];
    await pay(debtor, debtor.debit({ dueOn }));
    await liveUntil(debtor, "2026-11-24T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([
      { status: "FAILED_PAYMENT" },
      { status: "CANCELLED", claim_refusal: "BUSINESS_FROZEN" },
      { status: "CANCELLED", claim_refusal: "BUSINESS_FROZEN" },
      { status: "CANCELLED", claim_refusal: "BUSINESS_FROZEN" },
    ]);
    const reported = await rows<{ on: string }>(
      "select subject_id as on from app.task where business_id = $1 and kind = 'PAYMENT_NOT_SENT' and closed_at is null",
      debtor.businessId,
    );
    expect(reported.map(({ on }) => on)).toEqual(expect.arrayContaining([payout, toOther]));

    await server.database.admin.query("update app.bank_account set blocked_at = null, frozen_at = null where id = $1", [
      debtor.bankAccountId,
    ]);
    await pay(debtor, debtor.payout({ dueOn: businessDate("2026-11-25") }));
    await liveUntil(debtor, "2026-11-25T12:00:00Z");
    expect((await orders(debtor)).at(-1)?.status).toBe("SUBMITTED");
  });
});

describe("payment order during processor faults", () => {
  it.each([
    ["accepts and never answers", 45_815],
    ["is out for an hour", 45_819],
  ])("is sent once when the processor %s", async (_, amountCents) => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const id = await pay(
      debtor,
      debtor.debit({
        amountCents: cents(amountCents),
        split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      }),
    );
    // Whatever was unknown in between, the payment succeeds on its day and no earlier.
    await liveUntil(debtor, "2026-11-20T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUBMITTED" }]);
    await liveUntil(debtor, "2026-11-25T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUCCESSFUL_PAYMENT" }]);
    expect(await taken(id)).toBe(1);
  });

  it("with an unknown outcome is not failed: it waits, and a staff task is opened", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const amountCents = 45_816;
    const id = await pay(
      debtor,
      debtor.debit({
        amountCents: cents(amountCents),
        split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      }),
    );
    await liveUntil(debtor, "2026-11-17T23:20:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "PAYMENT_PROCESSOR_OUTAGE", failure_reason: null }]);
    expect(await rows("select kind from app.task where subject_id = $1", id)).toEqual([{ kind: "PROCESSOR_OUTAGE" }]);
    // The processor has not accepted it, so it goes with the next day's file.
    await liveUntil(debtor, "2026-11-18T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SCHEDULED", effective_on: "2026-11-19" }]);
    expect(await taken(id)).toBe(0);
  });

  it("that the processor never accepted is checked again when the processor is back, and not sent to a blocked account", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const amountCents = 45_816;
    const split = { principalCents: amountCents, interestCents: 0, feeCents: 0 };
    const id = await pay(debtor, debtor.debit({ amountCents: cents(amountCents), split }));
    await liveUntil(debtor, "2026-11-17T23:20:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "PAYMENT_PROCESSOR_OUTAGE" }]);
    await server.database.admin.query("update app.bank_account set blocked_at = now() where id = $1", [
      debtor.bankAccountId,
    ]);
    await liveUntil(debtor, "2026-11-18T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SCHEDULED", claim_refusal: "ACCOUNT_BLOCKED" }]);
    await liveUntil(debtor, "2026-11-18T23:30:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "CANCELLED", claim_refusal: "ACCOUNT_BLOCKED" }]);
    expect(await taken(id)).toBe(0);
    expect(
      await rows("select event from app.payment_order_step where payment_order_id = $1 order by id offset 2", id),
    ).toEqual([{ event: "PAYMENT_PROCESSOR_OUTAGE" }, { event: "NOT_ACCEPTED" }, { event: "CANCELLED" }]);
  });

  it("keeps its state when a second payment exists for it, and a staff task is opened", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const id = await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-17T23:30:00Z");
    const [account] = await rows<{ id: string }>(
      "select processor_account_id as id from app.bank_account where id = $1",
      debtor.bankAccountId,
    );
    await sandbox.put("/faults/modern-treasury", { faults: [{ kind: "keys-forgotten", only: id }] });
    await server.app.payments.send({
      orderId: id,
      businessId: debtor.businessId,
      issuedProductId: null,
      book: "EQUITY",
      direction: "INCOMING",
      // The sandbox fails this amount before it is sent.
      amountCents: cents(45_813),
      to: { enrolledAccount: account?.id ?? "", holder: "BUSINESS" },
      description: "LOAN PYMT",
      effectiveOn: businessDate("2026-11-18"),
      isSameDay: false,
    });
    await sandbox.put("/faults/modern-treasury", { faults: [] });
    await liveUntil(debtor, "2026-11-25T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUCCESSFUL_PAYMENT" }]);
    expect(await rows("select kind from app.task where subject_id = $1", id)).toEqual([{ kind: "PAYMENT_DOUBLED" }]);
  });

  it("fails once when the processor refuses it", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const amountCents = 45_817;
    await pay(
      debtor,
      debtor.debit({
        amountCents: cents(amountCents),
        split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      }),
    );
    await liveUntil(debtor, "2026-11-20T03:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: "unexpected_error" }]);
  });

  it("fails when the processor refuses its account, and the account is blocked for debits", async () => {
    const debtor = await aDebtor(server, "12", monday);
    const id = await pay(debtor, debtor.debit());
    await liveUntil(debtor, "2026-11-20T03:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT", failure_reason: "invalid_account" }]);
    expect(await taken(id)).toBe(0);
    const [account] = await rows<{ blocked: boolean }>(
      "select blocked_at is not null as blocked from app.bank_account where id = $1",
      debtor.bankAccountId,
    );
    expect(account?.blocked).toBe(true);
  });

  it("is not changed by a webhook with a wrong signature", async () => {
    const before = forged;
    const answer = await server.fastify.inject({
      method: "POST",
      url: "/api/vendors/payments/webhooks",
      headers: { "content-type": "application/json", "x-signature": "00" },
      payload: '{"event":"completed"}',
    });
    expect(answer.statusCode).toBe(401);
    expect(forged).toBe(before);
  });
});

describe("payout", () => {
  it("is receivable from the borrower once sent, and succeeds two banking days after it settled", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const id = await pay(debtor, debtor.payout());
    await liveUntil(debtor, "2026-11-20T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUBMITTED", effective_on: "2026-11-18" }]);
    await liveUntil(debtor, "2026-11-21T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "SUCCESSFUL_PAYMENT" }]);
    expect(await taken(id)).toBe(1);
    await reconcile(server.app, server.app.payments, "2026-11-16" as never);
    expect(await balances(debtor)).toEqual([
      { code: "CASH", cents: -980_000 },
      { code: "PRINCIPAL_RECEIVABLE", cents: 980_000 },
    ]);
  });

  it("to an account with changed numbers waits until the hold ends, and then goes to the new numbers", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const enrolled = async () =>
      (
        await rows<{ id: string }>(
          "select processor_account_id as id from app.bank_account where id = $1",
          debtor.bankAccountId,
        )
      )[0]?.id;
    await pay(debtor, debtor.payout());
    await liveUntil(debtor, "2026-11-20T12:00:00Z");
    const before = await enrolled();
    await server.database.admin.query(
      `update app.bank_account set held_until_at = '2026-11-23T23:00:00Z', processor_account_id = null, numbers_version = 2 where id = $1`,
      [debtor.bankAccountId],
    );
    await pay(debtor, debtor.payout({ dueOn: businessDate("2026-11-23") }));
    await liveUntil(debtor, "2026-11-23T23:30:00Z");
    expect((await orders(debtor)).map(({ status }) => status)).toEqual(["SUCCESSFUL_PAYMENT", "SCHEDULED"]);
    await liveUntil(debtor, "2026-12-01T12:00:00Z");
    expect((await orders(debtor)).map(({ status }) => status)).toEqual(["SUCCESSFUL_PAYMENT", "SUCCESSFUL_PAYMENT"]);
    expect(await enrolled()).not.toBe(before);
  });

  it("that is returned is reversed, opens a staff task, and leaves no balance", async () => {
    const debtor = await aDebtor(server, "1000000003", monday);
    await pay(debtor, debtor.payout());
    await liveUntil(debtor, "2026-11-25T12:00:00Z");
    expect(await orders(debtor)).toMatchObject([{ status: "FAILED_PAYMENT" }]);
    expect(await rows("select kind from app.task where business_id = $1", debtor.businessId)).toEqual([
      { kind: "PAYMENT_FAILED" },
    ]);
    await reconcile(server.app, server.app.payments, "2026-11-16" as never);
    expect(await balances(debtor)).toEqual([]);
  });
});
