import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount, fingerprintsOf, noteVerification } from "../banking/public.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import { type TestPerson, type TestServer, testServer } from "../http/server.fixture.ts";
import { checkInvariants } from "../ledger/invariants.ts";
import { renderEmail } from "../notifications/templates/all.ts";
import { sampleSender } from "../notifications/templates/samples.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { dishonorReturn } from "./correct-order.ts";
import { createOrder } from "./create-order.ts";
import { cancelOrder, retryFailedOrder } from "./decide-order.ts";
import { advanceVerification, startVerification } from "./micro-entries.ts";
import { aDebtor } from "./payments.fixture.ts";
import { reconcile } from "./reconcile.ts";
import { watchAllReturnRates, watchReturnRates } from "./return-rates.ts";
import { readPayment, sendPayment } from "./send-payment.ts";
import { watchMicroEntries } from "./watch-micro-entries.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
const webhookKey = "a key of the test";

beforeAll(async () => {
  receiver = await openReceiver((posted) => server.postWebhook("payments", posted));
  sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: receiver.url,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  server = await testServer({
    ...sandbox.environment,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await sandbox.close();
});

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

type Typist = {
  platformId: string;
  businessId: string;
  bankAccountId: string;
  owner: TestPerson;
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

// A Monday, before the cut-off. The credits of an account that is typed now settle on Tuesday.
const monday = "2026-11-16T15:00:00Z";
const tuesday = "2026-11-17T15:00:00Z";
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** A business whose primary owner has typed in an account that is screened and, unless told otherwise, authorized. */
async function anAccountTyped(accountNumber: string, { isAuthorized = true } = {}): Promise<Typist> {
  const platform = await server.platform();
  const owner = await server.person(platform, { email: `${randomUUID()}@typist.test`, roles: ["PRIMARY_OWNER"] });
  const [business] = await rows<{ id: string }>("select id from app.business where platform_id = $1", platform.id);
  const businessId = business?.id ?? "";
  const scope = { platformId: platform.id, businessId };
  await rows(
    "insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)",
    ...[platform.id, businessId, monday],
  );
  const within = <T>(work: (tx: Tx) => Promise<T>) => inScope(server.app.pool, scope, work);
  const bankAccountId = await typeAccount({ ...scope, owner, within }, accountNumber);
  await rows("update app.bank_account set sanctions_clear_on = '2026-11-16' where id = $1", bankAccountId);
  const typist = { ...scope, bankAccountId, owner, within };
  if (isAuthorized) await authorize(typist);
  await handleEvents(server, businessId);
  return typist;
}

async function typeAccount(
  { platformId, businessId, within }: Omit<Typist, "bankAccountId">,
  accountNumber: string,
  routingNumber = "021000021",
): Promise<string> {
  const key = await server.app.vault.keyFor({ platformId, businessId });
  const numbers = { accountNumber: new Secret(accountNumber), routingNumber: new Secret(routingNumber) };
  const { fingerprints } = await fingerprintsOf(server.app, numbers);
  return within((tx) =>
    addAccount(
      tx,
      server.app,
      key,
      { platformId, businessId, bankName: "Bank", accountName: "Bank", subtype: "checking", ...numbers, fingerprints },
      system,
    ),
  );
}

const authorize = ({ platformId, businessId, bankAccountId }: Typist) =>
  rows(
    "insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version) values ($1, $2, $3, 'x', '1')",
    ...[platformId, businessId, bankAccountId],
  );

/** Does in order what the clock, the engine, the event handlers and the processor do until the given time. */
async function liveUntil({ platformId, businessId, within }: Omit<Typist, "bankAccountId" | "owner">, to: string) {
  const end = new Date(to);
  const due = async () =>
    rows<{ id: string; at: Date; job: string }>(
      `select id, next_action_at as at, 'order' as job from app.payment_order where business_id = $1 and next_action_at is not null
       union all select id, next_action_at, 'verification' from app.micro_entry_verification where business_id = $1 and next_action_at is not null
       order by 2, 3, 1`,
      businessId,
    );
  for (;;) {
    const { nextAt } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
    const [first] = await due();
    const [clock] = await rows<{ now: Date }>(
      "select now_at as now from app.business_clock where business_id = $1",
      businessId,
    );
    const stops = [end, first?.at, nextAt ? new Date(nextAt) : undefined].flatMap((at) => at?.getTime() ?? []);
    const stop = new Date(Math.max(clock?.now.getTime() ?? 0, Math.min(...stops)));
    await rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, stop);
    await sandbox.put("/clock", { world: businessId, now: stop.toISOString() });
    await sandbox.webhooksDelivered(businessId);
    for (const { id, job } of (await due()).filter(({ at }) => at <= stop)) {
      const { act } = job === "order" ? advanceOrder : advanceVerification;
      await within((tx) => act(tx, { platformId, businessId, id, dueAt: stop }, stop));
    }
    const workflows = await rows<{ kind: string; id: string }>(
      "select kind, id from app.workflow_run where business_id = $1 and state = 'OPEN' and kind in ('send-payment', 'read-payment', 'check-balance')",
      businessId,
    );
    for (const { kind, id } of workflows) {
      const ids = { platformId, businessId, id };
      if (kind === "send-payment") await sendPayment(server.app, server.app.payments, ids);
      if (kind === "read-payment") await readPayment(server.app, server.app.payments, ids);
      await rows("update app.workflow_run set state = 'DONE' where kind = $1 and id = $2", kind, id);
    }
    await handleEvents(server, businessId);
    const isLeft = (await due()).some(({ at }) => at <= stop);
    if (stop.getTime() === end.getTime() && !isLeft && workflows.length === 0) return;
  }
}

/** Verifications that were sent on these days and have ended. */
async function sentOn({ platformId, businessId, bankAccountId }: Typist, ...days: string[]): Promise<void> {
  for (const day of days)
    await rows(
      `insert into app.micro_entry_verification (id, platform_id, business_id, bank_account_id, event_id, status, send_by, sent_on)
       values (gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'CANCELLED', '2026-12-01', $4)`,
      ...[platformId, businessId, bankAccountId, day],
    );
}

type Seen = { status: string; failure: string | null; tries: number };
const verifications = ({ businessId }: Pick<Typist, "businessId">) =>
  rows<Seen>(
    "select status, failure, tries from app.micro_entry_verification where business_id = $1 order by id",
    businessId,
  );
type SeenOrder = { id: string; direction: string; amount: number; status: string; on: string; purpose: string };
const entries = ({ businessId }: Pick<Typist, "businessId">) =>
  rows<SeenOrder>(
    `select id, direction, amount_cents::int as amount, status, effective_on::text as on, purpose from app.payment_order
     where business_id = $1 order by direction desc, id`,
    businessId,
  );
const account = async ({ bankAccountId }: Typist) =>
  (await rows<{ verification: string }>("select verification from app.bank_account where id = $1", bankAccountId))[0]
    ?.verification;
const tasks = async ({ businessId }: Typist) =>
  (
    await rows<{ kind: string }>(
      "select kind from app.task where business_id = $1 and closed_at is null order by kind",
      businessId,
    )
  ).map(({ kind }) => kind);
const events = async ({ businessId }: Typist, like: string) =>
  (
    await rows<{ kind: string }>(
      "select kind from app.event where stream = $1 and kind like $2 order by sequence",
      ...[businessId, like],
    )
  ).map(({ kind }) => kind);
const emails = async ({ businessId }: Typist) =>
  (await rows("select from app.email where business_id = $1 and template = 'micro-entries'", businessId)).length;

const confirm = ({ owner, bankAccountId }: Typist, amountsCents: readonly number[]) =>
  owner.as({
    method: "POST",
    url: `/api/v1/bank-accounts/${bankAccountId}/confirm-micro-entries`,
    payload: { amountsCents },
  });
/** The amounts, as a developer reads them in the sandbox. */
async function amountsOf({ owner }: Typist): Promise<[number, number]> {
  const { body } = await owner.as({ method: "GET", url: "/api/v1/sandbox/micro-entry-amounts" });
  const [sent] = body["verifications"] as { amountsCents: [number, number] }[];
  if (!sent) throw new Error("the business was sent no micro-entries");
  return sent.amountsCents;
}
const wrongOf = ([first, second]: readonly [number, number]): [number, number] => [first, (second % 99) + 1];

describe("micro-entry verification", () => {
  it("sends two credits and a debit of their sum that settles with them, and leaves no balance", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, "2026-11-16T23:30:00Z");
    const [first, second, debit, ...others] = await entries(typist);
    expect(others).toEqual([]);
    expect([first, second, debit]).toMatchObject([
      { direction: "OUTGOING", status: "SUBMITTED", on: "2026-11-17", purpose: "MICRO_ENTRY" },
      { direction: "OUTGOING", status: "SUBMITTED", on: "2026-11-17", purpose: "MICRO_ENTRY" },
      { direction: "INCOMING", status: "SUBMITTED", on: "2026-11-17", purpose: "MICRO_ENTRY" },
    ]);
    expect(first?.amount).not.toBe(second?.amount);
    expect(debit?.amount).toBe((first?.amount ?? 0) + (second?.amount ?? 0));
    await liveUntil(typist, "2026-11-20T12:00:00Z");
    await reconcile(server.app, server.app.payments, "2026-11-16" as never);
    const balances = await rows<{ code: string; cents: number }>(
      `select a.code, sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l
       join app.ledger_account a on a.number = l.account where l.business_id = $1
       group by a.code having sum(l.debit_cents - l.credit_cents) <> 0`,
      typist.businessId,
    );
    expect(balances).toEqual([]);
    const findings = await checkInvariants(server.database.admin, businessDate("2026-11-20"));
    expect(findings.flatMap(({ broken }) => broken)).toEqual([]);
    expect(await rows("select from app.journal where business_id = $1", typist.businessId)).toHaveLength(6);
  });

  it("is started once by two deliveries of its event, even after it has ended", async () => {
    const typist = await anAccountTyped("1000000001", { isAuthorized: false });
    const [added] = await rows<{ id: string }>(
      "select id from app.event where stream = $1 and kind = 'bank_account.added'",
      typist.businessId,
    );
    const { platformId, businessId, bankAccountId } = typist;
    const deliver = async () => {
      const write = await startVerification(server.app, {
        id: added?.id ?? "",
        platformId,
        businessId,
        stream: businessId,
        kind: "bank_account.added",
        body: { bankAccountId, createdMethod: "MANUAL" },
      });
      await inScope(server.app.pool, { platformId, businessId: "whole platform" }, write);
    };
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(await verifications(typist)).toHaveLength(1);
    await rows(
      "update app.micro_entry_verification set status = 'EXPIRED', next_action_at = null where business_id = $1",
      businessId,
    );
    await deliver();
    expect(await verifications(typist)).toHaveLength(1);
  });

  it("of an account that is typed again starts anew only when the last one has ended", async () => {
    const typist = await anAccountTyped("1000000001", { isAuthorized: false });
    const typeAgain = async () => {
      await typeAccount(typist, "1000000001");
      await handleEvents(server, typist.businessId);
    };
    await typeAgain();
    expect(await verifications(typist)).toHaveLength(1);
    await liveUntil(typist, "2026-12-18T15:00:00Z");
    await typeAgain();
    expect((await verifications(typist)).map(({ status }) => status)).toEqual(["EXPIRED", "CREATED"]);
  });

  it("waits until the account is authorized and screened, and expires with an email after thirty days", async () => {
    const typist = await anAccountTyped("1000000001", { isAuthorized: false });
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect([await verifications(typist), await entries(typist)]).toMatchObject([[{ status: "CREATED" }], []]);
    await rows("update app.bank_account set sanctions_clear_on = null where id = $1", typist.bankAccountId);
    await authorize(typist);
    await liveUntil(typist, "2026-11-19T15:00:00Z");
    expect(await entries(typist)).toEqual([]);
    await rows("update app.bank_account set sanctions_clear_on = '2026-11-19' where id = $1", typist.bankAccountId);
    await liveUntil(typist, "2026-11-20T15:00:00Z");
    expect(await verifications(typist)).toMatchObject([{ status: "SENT" }]);

    const silent = await anAccountTyped("1000000001", { isAuthorized: false });
    await liveUntil(silent, "2026-12-18T15:00:00Z");
    expect([await verifications(silent), await entries(silent)]).toMatchObject([[{ status: "EXPIRED" }], []]);
    expect(await emails(silent)).toBe(1);
  });

  it("is refused when three were sent for the business within thirty days, and staff have a task", async () => {
    const typist = await anAccountTyped("1000000001");
    await sentOn(typist, "2026-10-18", "2026-11-01", "2026-11-15");
    await liveUntil(typist, "2026-11-16T16:00:00Z");
    expect(await entries(typist)).toEqual([]);
    expect(await verifications(typist)).toContainEqual({
      status: "FAILED",
      failure: "TOO_MANY_VERIFICATIONS",
      tries: 0,
    });
    expect([await account(typist), await tasks(typist), await emails(typist)]).toEqual([
      "PENDING",
      ["BANK_ACCOUNT_UNVERIFIED"],
      1,
    ]);
  });

  it("of two accounts that are due at the same moment is sent to one, when two were sent before", async () => {
    const typist = await anAccountTyped("1000000001");
    const { platformId, businessId, bankAccountId } = typist;
    // An account with a role is not replaced by the next one.
    await rows("update app.bank_account set roles = array['SERVICING'] where id = $1", bankAccountId);
    const second = { ...typist, bankAccountId: await typeAccount(typist, "1000000007") };
    await rows("update app.bank_account set sanctions_clear_on = '2026-11-16' where id = $1", second.bankAccountId);
    await authorize(second);
    await handleEvents(server, businessId);
    await sentOn(typist, "2026-11-01", "2026-11-15");
    const due = await rows<{ id: string }>(
      "select id from app.micro_entry_verification where business_id = $1 and status = 'CREATED'",
      businessId,
    );
    const now = new Date(monday);
    await Promise.all(
      due.map(({ id }) =>
        typist.within((tx) => advanceVerification.act(tx, { platformId, businessId, id, dueAt: now }, now)),
      ),
    );
    const states = (await verifications(typist)).map(({ status }) => status).filter((one) => one !== "CANCELLED");
    expect(states.sort()).toEqual(["FAILED", "SENT"]);
  });

  it("is sent when one of three earlier ones was sent thirty days ago", async () => {
    const typist = await anAccountTyped("1000000001");
    await sentOn(typist, "2026-10-17", "2026-11-01", "2026-11-15");
    await liveUntil(typist, "2026-11-16T16:00:00Z");
    expect(await verifications(typist)).toContainEqual({ status: "SENT", failure: null, tries: 0 });
  });

  it("asks the owner by email when the credits are in the account, reminds once, and expires with an email", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, "2026-11-17T13:30:00Z");
    expect([await verifications(typist), await emails(typist)]).toMatchObject([[{ status: "SENT" }], 0]);
    await liveUntil(typist, tuesday);
    expect([await verifications(typist), await emails(typist)]).toMatchObject([
      [{ status: "PENDING_VERIFICATION" }],
      1,
    ]);
    const listed = await typist.owner.as({ method: "GET", url: "/api/v1/bank-accounts/micro-entry-verifications" });
    expect(listed.body["verifications"]).toEqual([
      {
        bankAccountId: typist.bankAccountId,
        bankName: "Bank",
        accountNumberLast4: "0001",
        status: "PENDING_VERIFICATION",
        creditsExpectedOn: "2026-11-17",
        confirmBy: "2026-12-02",
        triesLeft: 3,
        failure: null,
        canRestart: false,
      },
    ]);
    await liveUntil(typist, "2026-12-02T15:00:00Z");
    expect([await verifications(typist), await emails(typist)]).toMatchObject([
      [{ status: "PENDING_VERIFICATION" }],
      2,
    ]);
    await liveUntil(typist, "2026-12-03T15:00:00Z");
    expect([await verifications(typist), await emails(typist)]).toMatchObject([[{ status: "EXPIRED" }], 3]);
    expect(await confirm(typist, [12, 34])).toMatchObject({
      status: 409,
      body: { code: "MICRO_ENTRY_VERIFICATION_OVER" },
    });
    expect(await account(typist)).toBe("PENDING");
  });

  it("orders the debit only when both credits are sent, for the day on which the later one settles", async () => {
    const typist = await anAccountTyped("1000000001");
    const { platformId, businessId } = typist;
    const [due] = await rows<{ id: string }>(
      "select id from app.micro_entry_verification where business_id = $1",
      businessId,
    );
    const now = new Date(monday);
    await typist.within((tx) =>
      advanceVerification.act(tx, { platformId, businessId, id: due?.id ?? "", dueAt: now }, now),
    );
    const [, second] = await entries(typist);
    await rows("update app.payment_order set next_action_at = $2 where id = $1", second?.id, tuesday);
    await liveUntil(typist, "2026-11-17T14:30:00Z");
    expect(await entries(typist)).toMatchObject([{ status: "SUBMITTED", on: "2026-11-17" }, { status: "SCHEDULED" }]);
    expect(await verifications(typist)).toMatchObject([{ status: "SENT" }]);
    await liveUntil(typist, "2026-11-17T23:30:00Z");
    expect(await entries(typist)).toMatchObject([
      { direction: "OUTGOING", on: "2026-11-17" },
      { direction: "OUTGOING", on: "2026-11-18" },
      { direction: "INCOMING", on: "2026-11-18", status: "SUBMITTED" },
    ]);
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect(await verifications(typist)).toMatchObject([{ status: "PENDING_VERIFICATION" }]);
  });

  it("orders no debit when a credit is not sent, and fails without a verdict on the account", async () => {
    const typist = await anAccountTyped("1000000001");
    await typist.within(async (tx) => {
      const [due] = await rows<{ id: string }>(
        "select id from app.micro_entry_verification where business_id = $1",
        typist.businessId,
      );
      const item = { platformId: typist.platformId, businessId: typist.businessId, id: due?.id ?? "" };
      await advanceVerification.act(tx, { ...item, dueAt: new Date(monday) }, new Date(monday));
    });
    const [, second] = await entries(typist);
    await typist.within((tx) => cancelOrder(tx, second?.id ?? "", null, { ...system, requestId: randomUUID() }));
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect((await entries(typist)).map(({ direction }) => direction)).toEqual(["OUTGOING", "OUTGOING"]);
    expect([await verifications(typist), await account(typist), await tasks(typist)]).toMatchObject([
      [{ status: "FAILED", failure: "ENTRY_FAILED" }],
      "PENDING",
      ["BANK_ACCOUNT_UNVERIFIED"],
    ]);
  });

  it("fails with its account when a credit comes back, tells owner and staff, and staff decide again", async () => {
    const typist = await anAccountTyped("1000000004");
    await liveUntil(typist, "2026-11-20T15:00:00Z");
    expect([await verifications(typist), await account(typist)]).toMatchObject([
      [{ status: "FAILED", failure: "ENTRY_FAILED" }],
      "FAILED",
    ]);
    expect(await tasks(typist)).toEqual(["BANK_ACCOUNT_UNVERIFIED"]);
    // One email asked for the amounts, one tells that the verification failed.
    expect(await emails(typist)).toBe(2);
    const staff = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: randomUUID() };
    await typist.within((tx) => noteVerification(tx, typist.bankAccountId, "VERIFIED", staff));
    expect([await account(typist), await tasks(typist)]).toEqual(["VERIFIED", []]);
  });

  it("fails when only the debit lacks funds, says nothing about the account, and the debit is never retried", async () => {
    const typist = await anAccountTyped("1000000002");
    await liveUntil(typist, "2026-12-31T15:00:00Z");
    expect([await verifications(typist), await account(typist)]).toMatchObject([
      [{ status: "FAILED", failure: "ENTRY_FAILED" }],
      "PENDING",
    ]);
    const debits = (await entries(typist)).filter(({ direction }) => direction === "INCOMING");
    expect(debits).toMatchObject([{ status: "FAILED_PAYMENT" }]);
    const retry = typist.within((tx) =>
      retryFailedOrder(tx, debits[0]?.id ?? "", { isCauseCorrected: true }, { ...system, requestId: randomUUID() }),
    );
    await expect(retry).rejects.toMatchObject({ code: "NOT_RETRIABLE" });
    const dishonor = typist.within((tx) =>
      dishonorReturn(tx, debits[0]?.id ?? "", "R61", { ...system, requestId: randomUUID() }),
    );
    await expect(dishonor).rejects.toMatchObject({ code: "WRONG_STATE", context: { status: "MICRO_ENTRY" } });
  });

  it("is cancelled when the owner types another account", async () => {
    const typist = await anAccountTyped("1000000001");
    await typeAccount(typist, "1000000007");
    await handleEvents(server, typist.businessId);
    expect((await verifications(typist)).map(({ status }) => status)).toEqual(["CANCELLED", "CREATED"]);
  });

  it("starts anew when the owner corrects the routing number, and the amounts sent to the other bank verify nothing", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    const amounts = await amountsOf(typist);
    await typeAccount(typist, "1000000001", "011000015");
    // The event of the change is not handled yet.
    expect(await confirm(typist, amounts)).toMatchObject({
      status: 409,
      body: { code: "MICRO_ENTRY_VERIFICATION_OVER" },
    });
    await authorize(typist);
    await handleEvents(server, typist.businessId);
    expect((await verifications(typist)).map(({ status }) => status)).toEqual(["CANCELLED", "CREATED"]);
    expect(await account(typist)).toBe("PENDING");
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect(await confirm(typist, await amountsOf(typist))).toMatchObject({ status: 200 });
    expect(await account(typist)).toBe("VERIFIED");
  });

  it("of a verified account starts anew when the owner corrects the routing number", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    await confirm(typist, await amountsOf(typist));
    await typeAccount(typist, "1000000001", "011000015");
    await handleEvents(server, typist.businessId);
    expect((await verifications(typist)).map(({ status }) => status)).toEqual(["VERIFIED", "CREATED"]);
    expect(await account(typist)).toBe("PENDING");
  });

  it("is cancelled when staff verify the account", async () => {
    const typist = await anAccountTyped("1000000001");
    const staff = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: randomUUID() };
    await typist.within((tx) => noteVerification(tx, typist.bankAccountId, "VERIFIED", staff));
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect([await verifications(typist), await entries(typist)]).toMatchObject([[{ status: "CANCELLED" }], []]);
  });
});

describe("typed account verified by staff", () => {
  async function request({ businessId, bankAccountId }: Typist) {
    const [maker, checker] = [
      await signedInMember(server, ["OPERATIONS"]),
      await signedInMember(server, ["OPERATIONS"]),
    ];
    const reason = "A voided check and a letter of the bank.";
    const path = `/businesses/${businessId}/bank-accounts/${bankAccountId}/verify`;
    const asked = await maker.as("POST", path, { outcome: "VERIFIED", reason });
    const requestPath = `/requests/${asked.body["requestId"]}`;
    const approve = async (by: typeof maker) => {
      const { payloadHash } = (await by.as("GET", requestPath)).body;
      return by.as("POST", `${requestPath}/approve`, { payloadHash, reason });
    };
    return { asked, maker, checker, approve };
  }

  it("needs a second person, who is not the first, and ends the verification by micro-entries", async () => {
    const typist = await anAccountTyped("1000000001");
    const { asked, maker, checker, approve } = await request(typist);
    expect([asked.body["state"], await account(typist)]).toEqual(["PENDING", "PENDING"]);
    expect((await approve(maker)).status).toBe(403);
    expect(await account(typist)).toBe("PENDING");
    expect((await approve(checker)).body["state"]).toBe("APPROVED");
    await handleEvents(server, typist.businessId);
    expect([await account(typist), await verifications(typist)]).toMatchObject(["VERIFIED", [{ status: "CANCELLED" }]]);
  });

  it("is refused when the owner has changed the numbers since the request", async () => {
    const typist = await anAccountTyped("1000000001");
    const { checker, approve } = await request(typist);
    await typeAccount(typist, "1000000001", "011000015");
    expect(await approve(checker)).toMatchObject({ status: 409, body: { code: "WRONG_STATE" } });
    expect(await account(typist)).toBe("PENDING");
  });
});

describe("micro-entry restart", () => {
  const restart = ({ owner, bankAccountId }: Typist) =>
    owner.as({ method: "POST", url: `/api/v1/bank-accounts/${bankAccountId}/restart-micro-entries` });

  it("sends two new amounts after three wrong tries, once however often it is requested", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    const amounts = await amountsOf(typist);
    for (let tries = 0; tries < 3; tries++) await confirm(typist, wrongOf(amounts));
    const listed = await typist.owner.as({ method: "GET", url: "/api/v1/bank-accounts/micro-entry-verifications" });
    expect(listed.body["verifications"]).toMatchObject([
      { status: "FAILED", failure: "TOO_MANY_TRIES", canRestart: true },
    ]);
    const answers = await Promise.all([restart(typist), restart(typist), restart(typist)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { verification: { status: "CREATED", triesLeft: 3 } } });
    expect((await verifications(typist)).map(({ status }) => status)).toEqual(["FAILED", "CREATED"]);
    await liveUntil(typist, "2026-11-18T15:00:00Z");
    expect(await confirm(typist, await amountsOf(typist))).toMatchObject({ status: 200 });
    expect([await account(typist), await tasks(typist)]).toEqual(["VERIFIED", []]);
  });

  it("is refused when three were sent within thirty days, and says what to do instead", async () => {
    const typist = await anAccountTyped("1000000001", { isAuthorized: false });
    await sentOn(typist, "2026-11-01", "2026-11-02", "2026-11-03");
    await rows(
      "update app.micro_entry_verification set status = 'EXPIRED', next_action_at = null where business_id = $1",
      typist.businessId,
    );
    expect(await restart(typist)).toMatchObject({
      status: 409,
      body: {
        code: "MICRO_ENTRIES_SENT_TOO_OFTEN",
        message: "We have sent amounts three times in 30 days. Please link your bank instead, or contact us.",
      },
    });
  });

  it("is refused for an account that its bank has rejected, and leaves a verification alone that stands", async () => {
    const typist = await anAccountTyped("1000000001");
    expect((await restart(typist)).body).toMatchObject({ verification: { status: "CREATED" } });
    expect(await verifications(typist)).toHaveLength(1);
    await rows(
      "update app.micro_entry_verification set status = 'EXPIRED', next_action_at = null where business_id = $1",
      typist.businessId,
    );
    const change = (column: string) =>
      rows(`update app.bank_account set ${column} where id = $1`, typist.bankAccountId);
    await change("verification = 'FAILED'");
    expect((await restart(typist)).body).toMatchObject({ code: "MICRO_ENTRY_VERIFICATION_OVER" });
    await change("verification = 'PENDING', stopped_at = now()");
    expect((await restart(typist)).body).toMatchObject({ code: "ACCOUNT_STOPPED" });
    expect(await verifications(typist)).toHaveLength(1);
  });
});

describe("micro-entry confirmation", () => {
  it("verifies the account with the amounts in any order, and answers the same when it is repeated", async () => {
    const typist = await anAccountTyped("1000000001");
    expect(await confirm(typist, [12, 34])).toMatchObject({
      status: 409,
      body: { code: "MICRO_ENTRIES_NOT_SETTLED" },
    });
    await liveUntil(typist, tuesday);
    const [first, second] = await amountsOf(typist);
    const verified = { status: 200, body: { verification: { status: "VERIFIED" } } };
    expect(await confirm(typist, [second, first])).toMatchObject(verified);
    expect(await confirm(typist, [second, first])).toMatchObject(verified);
    expect(await account(typist)).toBe("VERIFIED");
    expect(await events(typist, "bank_account.verified")).toHaveLength(1);
    await liveUntil(typist, "2026-12-20T15:00:00Z");
    expect([await verifications(typist), await emails(typist)]).toMatchObject([[{ status: "VERIFIED" }], 1]);
  });

  it("fails after three wrong tries, and the right amounts come too late", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    const amounts = await amountsOf(typist);
    for (const triesLeft of [2, 1, 0])
      expect(await confirm(typist, wrongOf(amounts))).toMatchObject({
        status: 409,
        body: { code: "MICRO_ENTRY_AMOUNTS_WRONG", message: expect.stringContaining(`Tries left: ${triesLeft}.`) },
      });
    expect(await confirm(typist, amounts)).toMatchObject({
      status: 409,
      body: { code: "MICRO_ENTRY_VERIFICATION_OVER" },
    });
    expect([await verifications(typist), await account(typist), await tasks(typist)]).toEqual([
      [{ status: "FAILED", failure: "TOO_MANY_TRIES", tries: 3 }],
      "PENDING",
      ["BANK_ACCOUNT_UNVERIFIED"],
    ]);
    await handleEvents(server, typist.businessId);
    expect([await events(typist, "micro_entry_verification.%"), await emails(typist)]).toEqual([
      [
        "micro_entry_verification.created",
        "micro_entry_verification.sent",
        "micro_entry_verification.settled",
        "micro_entry_verification.attempted",
        "micro_entry_verification.attempted",
        "micro_entry_verification.failed",
      ],
      2,
    ]);
  });

  it("counts exactly three of ten concurrent wrong tries", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    const wrong = wrongOf(await amountsOf(typist));
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(typist, wrong)));
    const codes = answers.map(({ body }) => body["code"]);
    expect(codes.filter((code) => code === "MICRO_ENTRY_AMOUNTS_WRONG")).toHaveLength(3);
    expect(await verifications(typist)).toMatchObject([{ status: "FAILED", tries: 3 }]);
  });

  it("is refused to everyone but the primary owner of the business", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    await rows("update app.user_role set role = 'OPERATOR' where business_id = $1", typist.businessId);
    expect((await confirm(typist, [1, 2])).status).toBe(403);
    const listed = await typist.owner.as({ method: "GET", url: "/api/v1/bank-accounts/micro-entry-verifications" });
    expect(listed.status).toBe(403);
  });
});

describe("micro-entry amounts", () => {
  it("are in no event and no log line", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    const amounts = await amountsOf(typist);
    await confirm(typist, wrongOf(amounts));
    await confirm(typist, amounts);
    const written = await rows<{ text: string }>(
      "select body::text as text from app.event where stream = $1",
      typist.businessId,
    );
    expect(written.length).toBeGreaterThan(10);
    for (const text of [...written.map((row) => row.text), ...server.logged])
      expect(text).not.toMatch(/amounts?_?cents/i);
  });

  it.each(["en", "es"] as const)("are in no email (%s), which names the last day", async (locale) => {
    for (const moment of ["SETTLED", "REMINDED", "EXPIRED", "FAILED"] as const) {
      const isOpen = moment === "SETTLED" || moment === "REMINDED";
      const params = {
        firstName: "Ana",
        businessName: "Tinta Coffee",
        moment,
        last4: "6789",
        confirmBy: isOpen ? "2026-12-02" : null,
        url: "https://portal.test",
      };
      const { email } = await renderEmail("micro-entries", locale, sampleSender, params);
      expect(email.text).toContain("6789");
      expect(email.text.includes("2026")).toBe(isOpen);
    }
  });
});

describe("micro-entries among other payments", () => {
  /** Micro-entry debits that settled on a day, each returned with its code. */
  const returned = async (day: string, codes: readonly (string | null)[]) => {
    const debtor = await aDebtor(server);
    for (const code of codes)
      await rows(
        `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type,
           amount_cents, book, item, purpose, entries, due_on, effective_on, status, created_by_kind, is_manual, looks_improper,
           processor_order_id, return_code)
         values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'INCOMING', 'REFUND', 'CASH', 45, 'OPCO', 'item', 'MICRO_ENTRY', '[]', $4, $4,
           'FAILED_PAYMENT', 'SYSTEM', false, false, gen_random_uuid(), $5)`,
        ...[debtor.platformId, debtor.businessId, debtor.bankAccountId, day, code],
      );
    return debtor;
  };
  const alarms = async (kind: string, subjectId: string = staffScope.platformId) =>
    (await rows("select from app.task where kind = $1 and subject_id = $2 and closed_at is null", ...[kind, subjectId]))
      .length;

  it("count in no return rate, and their returns have a staff task of their own that closes later", async () => {
    const day = "2029-03-01";
    const debtor = await returned(day, ["R10", "R10", "R03"]);
    await watchAllReturnRates.run(server.app, new Date("2029-03-02T15:00:00Z"));
    await debtor.within((tx) => watchReturnRates(tx, debtor, new Date("2029-03-02T15:00:00Z")));
    expect(await alarms("RETURN_RATE_ALARM")).toBe(0);
    expect(await alarms("RETURN_RATE_ALARM", debtor.platformId)).toBe(0);
    await watchMicroEntries.run(server.app, new Date("2029-03-02T15:00:00Z"));
    expect(await alarms("MICRO_ENTRY_ALARM")).toBe(1);
    await watchMicroEntries.run(server.app, new Date("2029-06-02T15:00:00Z"));
    expect(await alarms("MICRO_ENTRY_ALARM")).toBe(0);
  });

  it("are neither the first payout to a new account, which is held as unusual, nor its usual amount", async () => {
    const typist = await anAccountTyped("1000000001");
    await liveUntil(typist, tuesday);
    await confirm(typist, await amountsOf(typist));
    await liveUntil(typist, "2026-11-20T12:00:00Z");
    const amountCents = cents(1_500_000);
    // With the two credits this would be the third payment, from which an amount is usual.
    await rows(
      `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type,
         amount_cents, book, item, purpose, entries, due_on, effective_on, status, created_by_kind, is_manual, looks_improper)
       values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'OUTGOING', 'OUTGOING', 'CASH', $4, 'EQUITY', 'earlier payout', 'OTHER', '[]',
         '2026-11-01', '2026-11-01', 'SUCCESSFUL_PAYMENT', 'SYSTEM', false, false)`,
      ...[typist.platformId, typist.businessId, typist.bankAccountId, amountCents],
    );
    const id = await typist.within((tx) =>
      createOrder(
        tx,
        {
          platformId: typist.platformId,
          businessId: typist.businessId,
          key: randomUUID(),
          bankAccountId: typist.bankAccountId,
          direction: "OUTGOING",
          paymentType: "OUTGOING",
          productType: null,
          feeType: null,
          amountCents,
          split: { principalCents: 0, interestCents: 0, feeCents: 0 },
          book: "EQUITY",
          item: "payout",
          subjects: {},
          dueOn: businessDate("2026-11-23"),
          purpose: "OTHER",
          entries: [],
          isManual: false,
        },
        system,
      ),
    );
    await liveUntil(typist, "2026-11-20T15:00:00Z");
    const [held] = await rows<{ reasons: string[] }>(
      "select unusual_reasons as reasons from app.payment_order where id = $1",
      id,
    );
    expect(held?.reasons).toEqual(["NEW_ACCOUNT"]);
  });
});
