import { randomInt, randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { accountHeldUntil } from "@inlay/lending/banking/account-hold.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { changeEmails } from "../../banking/account-change.fixture.ts";
import { noteVerification } from "../../banking/platform-provided-account.ts";
import { inScope } from "../../db/scope.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform({ platformDisbursementAccountExpected: true });
});
afterAll(() => server.close());

const base = "/api/platform/v1";
type Options = { at?: TestPlatform; headers?: Record<string, string> };
const send = (method: "GET" | "POST" | "PATCH", path: string, payload?: object, { at, headers }: Options = {}) =>
  server.partner(at ?? platform, {
    method,
    url: `${base}${path}`,
    ...(payload && { payload }),
    headers: headers ?? {},
  });

/** A random account number that occurs nowhere else in the database. */
const someNumber = () => `7${randomInt(1e9, 1e10 - 1)}${randomInt(1e4, 1e5 - 1)}`;
const routingNumber = "021000021";

async function newBusiness(at = platform): Promise<string> {
  return String((await send("POST", "/businesses", { platformBusinessId: randomUUID() }, { at })).body["id"]);
}
const account = (businessId: string, more: object = {}) => ({
  businessId,
  name: "Operating account",
  accountType: "CHECKING",
  accountNumber: someNumber(),
  routingNumber,
  ...more,
});
const report = { createdMethod: "PLATFORM_PLAID_ASSET_REPORT" };
const provide = async (businessId: string, more: object = {}) =>
  send("POST", "/bank-accounts", account(businessId, more));
const version = (answer: Answered) => ({ "if-match": String(answer.headers["etag"]) });
const eventsOf = async (businessId: string, kind: string) =>
  (
    await server.database.admin.query(
      "select id, body from app.event where business_id = $1 and kind = $2 order by sequence",
      [uuidOf("business", businessId), kind],
    )
  ).rows;

describe("platform-provided account", () => {
  it("is the payout account of the business and is read by either id", async () => {
    const businessId = await newBusiness();
    const accountNumber = someNumber();
    const made = await provide(businessId, {
      platformBankAccountId: "acct/1",
      accountNumber,
      metadata: { plan: "pro" },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "bank_account",
      platformBankAccountId: "acct/1",
      businessId,
      name: "Operating account",
      accountType: "CHECKING",
      last4: accountNumber.slice(-4),
      roles: ["DISBURSEMENT"],
      createdMethod: "PLATFORM",
      connection: null,
      achAuthorized: false,
      verification: "PENDING",
      heldUntilAt: expect.any(String),
      status: "ACTIVE",
      maskTokenized: false,
      institutionName: null,
      metadata: { plan: "pro" },
      version: 1,
    });
    expect(made.headers["etag"]).toBe('"1"');
    expect((await send("GET", `/bank-accounts/${made.body["id"]}`)).body).toEqual(made.body);
    expect((await send("GET", "/bank-accounts/platform:acct%2F1")).body).toEqual(made.body);
    expect(await eventsOf(businessId, "bank_account.added")).toMatchObject([{ body: { roles: ["DISBURSEMENT"] } }]);
  });

  it("from a report has no role", async () => {
    const made = await provide(await newBusiness(), report);
    expect(made.body).toMatchObject({ createdMethod: "PLATFORM_PLAID_ASSET_REPORT", roles: [] });
  });

  it("is refused where the program does not include it", async () => {
    const plain = await server.platform({ platformEnabledProducts: ["TERM_LOAN"] });
    const businessId = await newBusiness(plain);
    for (const kind of [{}, report]) {
      const refused = await send("POST", "/bank-accounts", account(businessId, kind), { at: plain });
      expect(refused).toMatchObject({ status: 403, body: { code: "FEATURE_NOT_ENABLED" } });
    }
  });

  it("requires a valid routing number", async () => {
    const businessId = await newBusiness();
    const refused = await provide(businessId, { routingNumber: "021000022", accountNumber: "12" });
    expect(refused.status).toBe(400);
    expect((refused.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      "/accountNumber",
      "/routingNumber",
    ]);
    expect(refused.text).not.toContain("021000022");
  });

  it("is unique by the platform's id and by its numbers", async () => {
    const businessId = await newBusiness();
    const first = await provide(businessId, { ...report, platformBankAccountId: "once", accountNumber: "40004000400" });
    const context = { objectId: first.body["id"] };
    const sameId = await provide(businessId, { ...report, platformBankAccountId: "once" });
    expect(sameId).toMatchObject({ status: 409, body: { code: "ALREADY_EXISTS", context } });
    const sameNumbers = await provide(businessId, { ...report, accountNumber: "4000-4000-400" });
    expect(sameNumbers).toMatchObject({ status: 409, body: { code: "ALREADY_EXISTS", context } });
  });

  it("is created once by concurrent requests with the same key", async () => {
    const businessId = await newBusiness();
    const payload = account(businessId);
    const headers = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send("POST", "/bank-accounts", payload, { headers })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(new Set(answers.map((answer) => answer.headers["etag"]))).toEqual(new Set(['"1"']));
    expect(await eventsOf(businessId, "bank_account.added")).toHaveLength(1);
  });

  it("is the only payout account of the business after concurrent requests", async () => {
    const businessId = await newBusiness();
    const answers = await Promise.all(Array.from({ length: 8 }, () => provide(businessId)));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body["code"] === "MULTIPLE_DISBURSEMENT_ACCOUNTS");
    expect([made.length, refused.length]).toEqual([1, 7]);
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body["context"]).toEqual({ objectId: made[0]?.body["id"] });
    }
  });

  it("is listed by business, role and connection", async () => {
    const businessId = await newBusiness();
    const [paidTo, reported] = [await provide(businessId), await provide(businessId, report)].map(
      ({ body }) => body["id"],
    );
    const idsOf = async (query: string) =>
      ((await send("GET", `/bank-accounts?businessId=${businessId}${query}`)).body["data"] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await idsOf("")).toEqual([reported, paidTo]);
    expect(await idsOf("&role=DISBURSEMENT&role=SERVICING")).toEqual([paidTo]);
    expect(await idsOf("&role=SERVICING")).toEqual([]);
    expect(await idsOf("&connection=CONNECTED")).toEqual([]);
  });
});

describe("account of a payee or creditor", () => {
  const payee = { party: "PAYEE", holderName: "Acme Supplies LLC" };
  let bills: TestPlatform;
  beforeAll(async () => {
    bills = await server.platform({
      platformEnabledProducts: ["EXTEND_PAY_PURCHASE_ORDER", "INTEGRATED_MCA"],
      platformDisbursementAccountExpected: true,
    });
  });
  const give = (businessId: string, more: object = {}) =>
    send("POST", "/bank-accounts", account(businessId, { ...payee, ...more }), { at: bills });

  it("begins unverified, held and screened, with a task for staff, and has no role", async () => {
    const made = await give(await newBusiness(bills));
    expect(made.body).toMatchObject({
      party: "PAYEE",
      holderName: "Acme Supplies LLC",
      roles: [],
      verification: "PENDING",
      heldUntilAt: expect.any(String),
    });
    const id = uuidOf("bankAccount", String(made.body["id"]));
    const { rows } = await server.database.admin.query(
      `select sanctions_clear_on is not null as screened, (select kind from app.task t where t.subject_id = a.id) as task,
         (select subject_kind from app.sanctions_screening s where s.subject_id = a.id) as subject from app.bank_account a where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ screened: true, task: "BANK_ACCOUNT_UNVERIFIED", subject: "PAYEE" }]);
  });

  it("of a holder on the sanctions list stays unscreened, and the business itself stays clear", async () => {
    const businessId = await newBusiness(bills);
    const made = await give(businessId, { holderName: "Aleksandr Vorshenko", isPersonal: true });
    const { rows } = await server.database.admin.query(
      `select sanctions_clear_on as "clearOn", app.sanctions_clear(business_id) as "isBusinessClear" from app.bank_account where id = $1`,
      [uuidOf("bankAccount", String(made.body["id"]))],
    );
    expect(rows).toEqual([{ clearOn: null, isBusinessClear: true }]);
  });

  it("is refused where it is an account of the business itself", async () => {
    const businessId = await newBusiness(bills);
    const accountNumber = someNumber();
    expect((await send("POST", "/bank-accounts", account(businessId, { accountNumber }), { at: bills })).status).toBe(
      201,
    );
    expect(await give(businessId, { accountNumber })).toMatchObject({
      status: 409,
      body: { code: "PAYEE_ACCOUNT_IS_OWN" },
    });
  });

  it("needs a name, the method PLATFORM and a program that finances bills", async () => {
    const businessId = await newBusiness(bills);
    const pointers = (answer: Answered) =>
      (answer.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers(await give(businessId, { holderName: undefined }))).toEqual(["/holderName"]);
    expect(pointers(await give(businessId, report))).toEqual(["/createdMethod"]);
    expect(pointers(await give(businessId, { party: "BUSINESS" }))).toEqual(["/holderName"]);
    const plain = await server.platform({ platformEnabledProducts: ["TERM_LOAN"] });
    const refused = await send("POST", "/bank-accounts", account(await newBusiness(plain), payee), { at: plain });
    expect(refused).toMatchObject({ status: 403, body: { code: "FEATURE_NOT_ENABLED" } });
  });

  it("is no account of the business: not its payout account, not a reason to skip the bank link, not shown to its owner", async () => {
    const owner = await server.person(bills, { email: "payer@path.test", roles: ["PRIMARY_OWNER"] });
    await give(owner.businessId);
    const listed = await owner.as({ method: "GET", url: "/api/v1/bank-accounts" });
    expect(JSON.stringify(listed.body)).not.toContain("Operating account");
    const of = async (query: string) =>
      (
        (await send("GET", `/bank-accounts?businessId=${owner.businessId}${query}`, undefined, { at: bills })).body[
          "data"
        ] as object[]
      ).length;
    expect([await of(""), await of("&party=PAYEE"), await of("&party=BUSINESS")]).toEqual([1, 1, 0]);
  });

  it("with new numbers is held and verified again", async () => {
    const made = await give(await newBusiness(bills));
    await server.database.admin.query(
      "update app.bank_account set verification = 'VERIFIED', held_until_at = null where id = $1",
      [uuidOf("bankAccount", String(made.body["id"]))],
    );
    const path = `/bank-accounts/${made.body["id"]}`;
    const read = await send("GET", path, undefined, { at: bills });
    const numbers = { accountNumber: someNumber(), routingNumber };
    const changed = await send("PATCH", path, numbers, { at: bills, headers: version(read) });
    expect(changed.body).toMatchObject({ verification: "PENDING", heldUntilAt: expect.any(String) });
  });
});

describe("applicant with a platform-provided account", () => {
  it("needs no linked bank for an integrated advance while the account is active", async () => {
    const owner = await server.person(platform, { email: "ana@path.test", roles: ["PRIMARY_OWNER"] });
    const complete = async (completedStep: "START_FLOW" | "SELECT_PRODUCTS" | Details, data: object) => {
      const answer = await owner.as({
        method: "PUT",
        url: "/api/v1/completeStep",
        payload: { completedStep, data },
      });
      expect({ completedStep, status: answer.status }).toEqual({ completedStep, status: 200 });
    };
    const at = async () => (await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
    await complete("START_FLOW", rightAnswers.START_FLOW);
    await complete("SELECT_PRODUCTS", { selectedProducts: ["INTEGRATED_MCA"] });
    for (const step of ["COLLECT_PERSONAL_DETAILS", "COLLECT_BUSINESS_DETAILS"] as const)
      await complete(step, rightAnswers[step]);
    expect(await at()).toBe("ONBOARDING.COLLECT_PLAID");
    const dataOf = async () =>
      (await owner.as({ method: "GET", url: "/api/v1/step/ONBOARDING.COLLECT_PLAID" })).body["existingData"];
    expect(await dataOf()).toMatchObject({ plaidAssetReportProvided: false });

    const reported = await provide(owner.businessId, report);
    expect(await at()).toBe("ONBOARDING.COLLECT_CONSENT");
    expect((await send("GET", `/businesses/${owner.businessId}`)).text).not.toContain("BANK_LINK");
    await complete("SELECT_PRODUCTS", { selectedProducts: ["INTEGRATED_MCA", "MCA"] });
    expect(await at()).toBe("ONBOARDING.COLLECT_PLAID");
    expect(await dataOf()).toMatchObject({ plaidAssetReportProvided: true });

    await complete("SELECT_PRODUCTS", { selectedProducts: ["INTEGRATED_MCA"] });
    expect(await at()).toBe("ONBOARDING.COLLECT_CONSENT");
    await send("POST", `/bank-accounts/${reported.body["id"]}/retire`, {});
    expect(await at()).toBe("ONBOARDING.COLLECT_PLAID");
    await provide(owner.businessId);
    expect(await at()).toBe("ONBOARDING.COLLECT_CONSENT");
  });
});
type Details = "COLLECT_PERSONAL_DETAILS" | "COLLECT_BUSINESS_DETAILS";

describe("changing a platform-provided account", () => {
  it("renames it at once, and has no effect when nothing differs", async () => {
    const businessId = await newBusiness();
    const made = await provide(businessId);
    const path = `/bank-accounts/${made.body["id"]}`;
    const named = await send("PATCH", path, { name: "Payouts", metadata: { a: 1, b: 2 } });
    expect(named.body).toMatchObject({
      name: "Payouts",
      heldUntilAt: made.body["heldUntilAt"],
      metadata: { a: 1, b: 2 },
      version: 2,
    });
    expect((await send("PATCH", path, { name: "Payouts", metadata: { a: 1 } })).body).toEqual(named.body);
    expect((await send("PATCH", path, { metadata: { a: null } })).body["metadata"]).toEqual({ b: 2 });
    expect(await eventsOf(businessId, "bank_account.changed")).toMatchObject([
      { body: { changed: ["name", "metadata"] } },
      { body: { changed: ["metadata"] } },
    ]);
  });

  it("requires the version that was read for new numbers", async () => {
    const made = await provide(await newBusiness());
    const path = `/bank-accounts/${made.body["id"]}`;
    const numbers = { accountNumber: someNumber(), routingNumber };
    expect(await send("PATCH", path, numbers)).toMatchObject({ status: 428, body: { code: "IF_MATCH_REQUIRED" } });
    await send("PATCH", path, { name: "Payouts" });
    const late = await send("PATCH", path, numbers, { headers: version(made) });
    expect(late).toMatchObject({ status: 412, body: { code: "VERSION_MISMATCH", context: { currentVersion: 2 } } });
    const half = await send("PATCH", path, { accountNumber: someNumber() }, { headers: { "if-match": '"2"' } });
    expect(half).toMatchObject({ status: 400, body: { errors: [{ pointer: "/routingNumber", code: "REQUIRED" }] } });
  });

  it("holds it for 72 hours, resets its verification and revokes the ACH authorization for new numbers", async () => {
    const businessId = await newBusiness();
    const made = await provide(businessId);
    const id = uuidOf("bankAccount", String(made.body["id"]));
    await server.database.admin.query(
      `update app.bank_account set verification = 'VERIFIED', processor_account_id = 'known' where id = $1`,
      [id],
    );
    await server.database.admin.query(
      `insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version)
        select platform_id, business_id, id, '', '1' from app.bank_account where id = $1`,
      [id],
    );
    const read = await send("GET", `/bank-accounts/${made.body["id"]}`);
    expect(read.body).toMatchObject({ achAuthorized: true, verification: "VERIFIED" });
    const accountNumber = someNumber();
    const before = Date.now();
    const changed = await send(
      "PATCH",
      `/bank-accounts/${made.body["id"]}`,
      { accountNumber, routingNumber },
      { headers: version(read) },
    );
    expect(changed.body).toMatchObject({
      last4: accountNumber.slice(-4),
      verification: "PENDING",
      achAuthorized: false,
      roles: ["DISBURSEMENT"],
    });
    expect([before, Date.now()].map((at) => accountHeldUntil(new Date(at)).toISOString())).toContain(
      changed.body["heldUntilAt"],
    );
    const { rows } = await server.database.admin.query(
      "select processor_account_id, numbers_version from app.bank_account where id = $1",
      [id],
    );
    expect(rows).toEqual([{ processor_account_id: null, numbers_version: 2 }]);
    const key = await server.app.vault.keyFor({
      platformId: platform.id,
      businessId: uuidOf("business", businessId) ?? "",
    });
    const kept = await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      server.app.vault.reveal(tx, key, id ?? "", "ACCOUNT_NUMBER"),
    );
    expect(kept?.reveal()).toBe(accountNumber);
  });

  it("has no effect when the numbers are the same", async () => {
    const accountNumber = someNumber();
    const made = await provide(await newBusiness(), { accountNumber });
    const again = await send(
      "PATCH",
      `/bank-accounts/${made.body["id"]}`,
      { accountNumber, routingNumber },
      { headers: version(made) },
    );
    expect(again.body).toEqual(made.body);
  });

  const sendMoney = (on: { query: TestServer["database"]["admin"]["query"] }, id: string | null, status: string) =>
    on.query(
      `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type,
          amount_cents, principal_cents, book, item, purpose, entries, due_on, effective_on, status, created_by_kind, is_manual, looks_improper, claimed_at)
        select gen_random_uuid(), platform_id, business_id, gen_random_uuid(), id, 'OUTGOING', 'OUTGOING', 'CASH',
          100, 100, 'EQUITY', 'item', 'OTHER', '[]', '2026-11-18', '2026-11-18', $2, 'SYSTEM', false, false, now()
        from app.bank_account where id = $1`,
      [id, status],
    );
  const inFlight = { status: 409, body: { code: "WRONG_STATE", context: { status: "PAYMENT_IN_FLIGHT" } } };

  it("refuses new numbers while a payment is in progress", async () => {
    const made = await provide(await newBusiness());
    await sendMoney(server.database.admin, uuidOf("bankAccount", String(made.body["id"])), "SUBMITTED");
    const numbers = { accountNumber: someNumber(), routingNumber };
    const refused = await send("PATCH", `/bank-accounts/${made.body["id"]}`, numbers, { headers: version(made) });
    expect(refused).toMatchObject(inFlight);
    expect((await send("PATCH", `/bank-accounts/${made.body["id"]}`, { name: "Payouts" })).status).toBe(200);
  });

  it("waits for a transaction that claims a payment and then refuses new numbers", async () => {
    const made = await provide(await newBusiness());
    const id = uuidOf("bankAccount", String(made.body["id"]));
    const claimer = await server.database.admin.connect();
    try {
      await claimer.query("begin");
      await claimer.query("select from app.bank_account where id = $1 for share", [id]);
      const numbers = { accountNumber: someNumber(), routingNumber };
      const changing = send("PATCH", `/bank-accounts/${made.body["id"]}`, numbers, { headers: version(made) });
      await until("a transaction waits for the account", async () => {
        const { rowCount } = await server.database.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rowCount !== 0;
      });
      await sendMoney(claimer, id, "SCHEDULED");
      await claimer.query("commit");
      expect(await changing).toMatchObject(inFlight);
    } finally {
      claimer.release();
    }
  });

  it("is refused for an account that the owner entered", async () => {
    const businessId = await newBusiness();
    const made = await provide(businessId, report);
    const id = uuidOf("bankAccount", String(made.body["id"]));
    await server.database.admin.query(
      "update app.bank_account set created_method = 'MANUAL', provided_fingerprint = null where id = $1",
      [id],
    );
    for (const [method, path] of [
      ["PATCH", ""],
      ["POST", "/retire"],
    ] as const) {
      const refused = await send(method, `/bank-accounts/${made.body["id"]}${path}`, {});
      expect(refused).toMatchObject({ status: 409, body: { code: "WRONG_STATE", context: { status: "MANUAL" } } });
    }
  });

  it("emails every owner once when it is provided and when its numbers change", async () => {
    const owner = await server.person(platform, {
      email: "ana@notice.test",
      firstName: "Ana",
      roles: ["PRIMARY_OWNER"],
    });
    await server.database.admin.query(
      `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
        select platform_id, id, false, 'START_FLOW', 'Luis', 'Ortega', 'luis@notice.test' from app.business where id = $1`,
      [uuidOf("business", owner.businessId)],
    );
    const made = await provide(owner.businessId);
    await send("PATCH", `/bank-accounts/${made.body["id"]}`, { name: "Payouts" });
    const read = await send("GET", `/bank-accounts/${made.body["id"]}`);
    const numbers = { accountNumber: someNumber(), routingNumber };
    await send("PATCH", `/bank-accounts/${made.body["id"]}`, numbers, { headers: version(read) });
    const businessId = uuidOf("business", owner.businessId) ?? "";
    await handleEvents(server, businessId);
    const emails = await changeEmails(server, businessId);
    const told = emails.map(({ recipient, params }) => [recipient, params.madeBy.kind, params.accounts[0]?.what]);
    expect(told).toEqual([
      ["luis@notice.test", "PLATFORM", ["PROVIDED", "CHOSEN_FOR_PAYOUTS"]],
      ["ana@notice.test", "PLATFORM", ["PROVIDED", "CHOSEN_FOR_PAYOUTS"]],
      ["luis@notice.test", "PLATFORM", ["NUMBERS_CHANGED"]],
      ["ana@notice.test", "PLATFORM", ["NUMBERS_CHANGED"]],
    ]);
  });
});

describe("payout account", () => {
  it("opens a staff review task, and again whenever its numbers change", async () => {
    const made = await provide(await newBusiness());
    const id = uuidOf("bankAccount", String(made.body["id"])) ?? "";
    const waiting = async () =>
      (await server.database.admin.query("select kind from app.task where subject_id = $1 and closed_at is null", [id]))
        .rows;
    const by = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: randomUUID() };
    const review = (outcome: "VERIFIED" | "FAILED") =>
      inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
        noteVerification(tx, id, outcome, by),
      );
    const read = () => send("GET", `/bank-accounts/${made.body["id"]}`);
    expect(await waiting()).toEqual([{ kind: "BANK_ACCOUNT_UNVERIFIED" }]);
    await review("VERIFIED");
    expect(await waiting()).toEqual([]);
    expect((await read()).body["verification"]).toBe("VERIFIED");
    await expect(review("FAILED")).rejects.toThrow("This is VERIFIED");
    const numbers = { accountNumber: someNumber(), routingNumber };
    await send("PATCH", `/bank-accounts/${made.body["id"]}`, numbers, { headers: version(await read()) });
    expect(await waiting()).toEqual([{ kind: "BANK_ACCOUNT_UNVERIFIED" }]);
    await review("FAILED");
    expect((await read()).body["verification"]).toBe("FAILED");
    expect(await eventsOf(String(made.body["businessId"]), "bank_account.verified")).toHaveLength(1);
  });
});

describe("retiring a platform-provided account", () => {
  it("ends its use, and the same account can be provided again", async () => {
    const businessId = await newBusiness();
    const accountNumber = someNumber();
    const made = await provide(businessId, { ...report, accountNumber });
    const retired = await send("POST", `/bank-accounts/${made.body["id"]}/retire`, {});
    expect(retired).toMatchObject({ status: 201, body: { status: "RETIRED" } });
    const again = await send("POST", `/bank-accounts/${made.body["id"]}/retire`, {});
    expect(again).toMatchObject({ status: 409, body: { code: "WRONG_STATE", context: { status: "RETIRED" } } });
    expect((await provide(businessId, { ...report, accountNumber })).status).toBe(201);
    expect(await eventsOf(businessId, "bank_account.retired")).toHaveLength(1);
  });

  it("is refused while it is the payout account of the business", async () => {
    const made = await provide(await newBusiness());
    const refused = await send("POST", `/bank-accounts/${made.body["id"]}/retire`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: "WRONG_STATE", context: { status: "DISBURSEMENT" } } });
  });
});

describe("dry run of a bank account write", () => {
  it("returns the result and the events and stores nothing", async () => {
    const businessId = await newBusiness();
    const payload = account(businessId);
    const tried = await send("POST", "/bank-accounts?dryRun=true", payload, { headers: { "idempotency-key": "" } });
    expect(tried).toMatchObject({
      status: 200,
      body: {
        object: "dry_run",
        operation: "createBankAccount",
        warnings: [],
        result: { object: "bank_account", id: null, roles: ["DISBURSEMENT"], last4: payload.accountNumber.slice(-4) },
        effects: { events: ["bank_account.added"] },
      },
    });
    const listed = await send("GET", `/bank-accounts?businessId=${businessId}`);
    expect(listed.body["data"]).toEqual([]);
    expect(await eventsOf(businessId, "bank_account.added")).toEqual([]);
    expect((await send("POST", "/bank-accounts", payload)).status).toBe(201);
    const refused = await send("POST", "/bank-accounts?dryRun=true", account(businessId));
    expect(refused.body["code"]).toBe("MULTIPLE_DISBURSEMENT_ACCOUNTS");
  });

  it("does not wait for locks", async () => {
    const made = await provide(await newBusiness());
    const holder = await server.database.admin.connect();
    try {
      await holder.query("begin");
      const id = uuidOf("bankAccount", String(made.body["id"]));
      await holder.query("select from app.bank_account where id = $1 for update", [id]);
      const tried = await send("PATCH", `/bank-accounts/${made.body["id"]}?dryRun=true`, { name: "Payouts" });
      expect(tried).toMatchObject({ status: 409, body: { code: "BUSY" } });
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });

  it("is requested with true or false, and a write accepts no other query parameter", async () => {
    const businessId = await newBusiness();
    expect((await send("POST", "/bank-accounts?dryRun=yes", account(businessId))).status).toBe(400);
    const typo = await send("POST", "/bank-accounts?dryrun=true", account(businessId));
    expect(typo).toMatchObject({ status: 400, body: { code: "UNKNOWN_PARAMETER" } });
  });
});

describe("account and routing numbers", () => {
  it("appear in no answer, log line or table in the clear", async () => {
    const businessId = await newBusiness();
    const canaries = Array.from({ length: 6 }, someNumber);
    const [kept = "", changed = "", refused = "", tried = "", asReport = "", misplaced = ""] = canaries;
    const routing = "322271627";
    const at = (accountNumber: string, more = {}) =>
      account(businessId, { accountNumber, routingNumber: routing, ...more });
    const made = await send("POST", "/bank-accounts", at(kept));
    const numbers = { accountNumber: changed, routingNumber: routing };
    const answers = [
      made,
      await send("POST", "/bank-accounts", at(refused)),
      await send("POST", "/bank-accounts?dryRun=true", at(tried, report)),
      await send("POST", "/bank-accounts", at(asReport, report)),
      await send("PATCH", `/bank-accounts/${made.body["id"]}`, numbers, { headers: version(made) }),
      await send("POST", "/bank-accounts", at(someNumber(), { platformBankAccountId: 1, [misplaced]: true })),
      await send("GET", `/bank-accounts?businessId=${businessId}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 200, 201, 200, 400, 200]);
    const { rows: tables } = await server.database.admin.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')",
    );
    const dump: string[] = [...server.logged, ...answers.slice(0, 5).map(({ text }) => text)];
    for (const { name } of tables) {
      const { rows } = await server.database.admin.query(`select t::text as line from app.${name} t`);
      dump.push(...rows.map(({ line }) => line));
    }
    const all = dump.join("\n");
    expect(all).toContain(kept.slice(-4));
    for (const canary of [...canaries, routing]) {
      for (const form of [canary, Buffer.from(canary).toString("hex"), Buffer.from(canary).toString("base64")]) {
        expect(all.includes(form)).toBe(false);
      }
    }
  });
});
