import { randomUUID } from "node:crypto";
import { rightAnswers, withWrong, wrongInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { readyDocument } from "../../documents/documents.fixture.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { type Applicant, applicantAtConsent, complete } from "../../onboarding/consents/consent.fixture.ts";
import { openReceiver, type Receiver } from "../../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { connectAccounting } from "./accounting.fixture.ts";
import { readAccountingData, requestAccountingDataAgain } from "./read-accounting-data.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await testSandbox({ RAILZ_WEBHOOK_URL: receiver.url });
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  receiver.close();
});

const ein = "123456789";
const ssn = "900000001";
const corporate = { entityType: "CORPORATE_TAX", tin: "12-3456789" };
const personal = { entityType: "PASS_THROUGH", ssn: "900-00-0001", taxReturnFiles: [] };
const others: PlatformSettings["hiddenSteps"] = [
  ...(["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_REFINANCE_OPTIONS"] as const),
  "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
];

/** An owner at the step, with nothing on file. */
const ownerAt = (source: "RAILZ" | "TAX" = "RAILZ"): Promise<Applicant> =>
  applicantAtConsent(server, {
    settings: { hiddenSteps: others, accountingSource: source },
    products: ["TERM_LOAN"],
    ein: null,
  });
const query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(text, values)).rows as T[];
const current = async (owner: Applicant) => (await owner.as({ url: "/api/v1/workflow" })).body["currentStep"];
const screen = async (owner: Applicant, step: string) =>
  (await owner.as({ url: `/api/v1/step/${step}` })).body["existingData"] as Record<string, unknown>;
const secretsOf = (owner: Applicant) =>
  query("select owner_id, field, last4 from app.secret where business_id = $1 order by field", owner.id);
const events = async (owner: Applicant) =>
  (await query<{ kind: string }>("select kind from app.event where business_id = $1 order by sequence", owner.id)).map(
    ({ kind }) => kind,
  );
const fileUrlOf = (id: string) =>
  new URL(`/api/v2/servicing/documents/${id}/read-file-url`, server.app.config.PORTAL_URL).href;
const open = (owner: Applicant) => owner.as({ method: "POST", url: "/api/v1/accounting/page", payload: {} });
const next = "ONBOARDING.COLLECT_CONSENT";

describe.each(["COLLECT_RAILZ", "COLLECT_BUSINESS_TAX"] as const)("%s", (step) => {
  let owner: Applicant;
  beforeAll(async () => {
    owner = await ownerAt(step === "COLLECT_RAILZ" ? "RAILZ" : "TAX");
  });

  it.each(wrongInputs[step])("with $field $value says: $sentence", async ({ field, value, sentence }) => {
    const refused = await complete(owner, step, withWrong(rightAnswers[step], { field, value }));
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual({
      status: 400,
      fields: [{ pointer: `/${field}`, code: expect.any(String), message: sentence }],
    });
  });

  it.each([
    ["CORPORATE_TAX", "tin", "EIN is required"],
    ["PASS_THROUGH", "ssn", "SSN is required"],
  ])("of a business with %s and no number on file requires the number", async (entityType, field, message) => {
    const taxReturnFiles = [
      { fileUrl: fileUrlOf(await readyDocument(server, owner.businessId)), fileName: "2025.pdf" },
    ];
    const refused = await complete(owner, step, { entityType, taxReturnFiles });
    expect(refused.body["fields"]).toEqual([{ pointer: `/${field}`, code: "REQUIRED", message }]);
    expect(await secretsOf(owner)).toEqual([]);
  });

  it("of a business taxed through its owner saves the SSN for the owner, once, and needs no files", async () => {
    const sole = await ownerAt(step === "COLLECT_RAILZ" ? "RAILZ" : "TAX");
    expect(await screen(sole, step)).toMatchObject({ entityType: null, tinLast4: null, hasPrimaryOwnerSsn: false });
    const answers = await Promise.all([1, 2, 3].map(() => complete(sole, step, personal)));
    expect(answers.map(({ status, body }) => [status, body["currentStep"]])).toEqual([
      ...[
        [200, next],
        [200, next],
        [200, next],
      ],
    ]);
    const [kept] = await query<{ id: string }>(
      "select id from app.business_owner where business_id = $1 and is_primary",
      sole.id,
    );
    expect(await secretsOf(sole)).toEqual([{ owner_id: kept?.id, field: "SSN", last4: "0001" }]);
    expect((await events(sole)).filter((kind) => kind === "onboarding.step_completed")).toHaveLength(5);
    expect(await screen(sole, step)).toMatchObject({ entityType: "PASS_THROUGH", hasPrimaryOwnerSsn: true });
    expect((await complete(sole, step, { entityType: "PASS_THROUGH", taxReturnFiles: [] })).status).toBe(200);
  });

  it("accepts only uploaded returns of this business", async () => {
    const company = await ownerAt(step === "COLLECT_RAILZ" ? "RAILZ" : "TAX");
    const unrelated = await ownerAt();
    const foreign = fileUrlOf(await readyDocument(server, unrelated.businessId));
    const send = (fileUrl: string) =>
      complete(company, step, { ...corporate, taxReturnFiles: [{ fileUrl, fileName: "2025.pdf" }] });
    for (const fileUrl of [foreign, fileUrlOf(randomUUID()), "https://elsewhere.test/2025.pdf"])
      expect((await send(fileUrl)).status).toBe(404);
    expect(await secretsOf(company)).toEqual([]);
    expect((await send(fileUrlOf(await readyDocument(server, company.businessId)))).status).toBe(200);
    expect(await current(company)).toBe(next);
    expect(await secretsOf(company)).toEqual([{ owner_id: company.id, field: "EIN", last4: "6789" }]);
    expect((await screen(company, step))["files"]).toHaveLength(1);
  });

  it("keeps tax numbers out of drafts, events and logs", async () => {
    for (const field of ["tin", "ssn"]) {
      const refused = await owner.as({
        method: "PUT",
        url: `/api/v1/step/${step}/draft`,
        payload: { fields: { [field]: "1" } },
      });
      expect(refused.status).toBe(400);
    }
    const written = JSON.stringify(await query("select body from app.event")) + server.logged.join("");
    for (const number of [ein, ssn, "12-3456789", "900-00-0001"]) expect(written).not.toContain(number);
  });
});

describe("COLLECT_BUSINESS_TAX", () => {
  it("of a business that files its own return requires a file", async () => {
    const owner = await ownerAt("TAX");
    const refused = await complete(owner, "COLLECT_BUSINESS_TAX", { ...corporate, taxReturnFiles: [] });
    expect(refused.body["fields"]).toMatchObject([{ pointer: "/taxReturnFiles", message: "Please upload a file" }]);
  });
});

describe("accounting connection", () => {
  it("is read from the vendor, whatever the page says, and saved once", async () => {
    const owner = await ownerAt();
    expect((await complete(owner, "COLLECT_RAILZ", corporate)).body["code"]).toBe("ACCOUNTING_NOT_LINKED");
    expect(await secretsOf(owner)).toEqual([]);
    expect(String((await open(owner)).body["url"])).toContain(owner.id);
    expect((await complete(owner, "COLLECT_RAILZ", corporate)).body["code"]).toBe("ACCOUNTING_NOT_LINKED");
    await connectAccounting(sandbox, owner.id);
    const answers = await Promise.all([1, 2].map(() => complete(owner, "COLLECT_RAILZ", corporate)));
    expect(answers.map(({ status, body }) => [status, body["currentStep"]])).toEqual([
      ...[
        [200, next],
        [200, next],
      ],
    ]);
    expect(
      await query("select service, state from app.accounting_connection where business_id = $1", owner.id),
    ).toEqual([{ service: "quickbooks", state: "ACTIVE" }]);
    expect(await query("select kind, state from app.workflow_run where business_id = $1", owner.id)).toEqual([
      { kind: "read-accounting", state: "OPEN" },
    ]);
    expect(await screen(owner, "COLLECT_RAILZ")).toMatchObject({ isAccountingCollected: true, tinLast4: "6789" });
  });

  it("is not assumed while the vendor is unavailable", async () => {
    const [owner, before] = [await ownerAt(), await ownerAt()];
    await open(before);
    await connectAccounting(sandbox, before.id);
    await complete(before, "COLLECT_RAILZ", corporate);
    await sandbox.put("/faults/railz", { faults: [{ kind: "500", only: "GET /connections" }] });
    const refused = await complete(owner, "COLLECT_RAILZ", corporate);
    // An owner who repeats an accepted answer does not need the vendor.
    expect((await complete(before, "COLLECT_RAILZ", corporate)).status).toBe(200);
    await sandbox.put("/faults/railz", { faults: [] });
    expect([refused.status, refused.body["code"]]).toEqual([503, "ACCOUNTING_UNAVAILABLE"]);
    expect(await current(owner)).toBe("ONBOARDING.COLLECT_RAILZ");
  });

  it("is read into months of whole cents that add up, and a second reading changes nothing", async () => {
    const owner = await ownerAt();
    await open(owner);
    await connectAccounting(sandbox, owner.id);
    await complete(owner, "COLLECT_RAILZ", corporate);
    const [workflow] = await query<{ id: string }>("select id from app.workflow_run where business_id = $1", owner.id);
    const ids = { platformId: owner.platform.id, businessId: owner.id, id: workflow?.id ?? "" };
    const months = () =>
      query<Record<string, string>>(
        "select *, to_char(month, 'YYYY-MM-DD') as day from app.accounting_month where business_id = $1 order by month",
        owner.id,
      );
    await readAccountingData(server.app, ids);
    const kept = await months();
    // The vendor returns two years, which begin and end in the middle of a month.
    expect(kept.length).toBeGreaterThanOrEqual(23);
    for (const month of kept) {
      expect(month["day"]).toMatch(/-01$/);
      expect(Number(month["assets_cents"])).toBe(Number(month["liabilities_cents"]) + Number(month["equity_cents"]));
      expect(Number(month["revenue_cents"])).toBeGreaterThan(0);
      expect(Number(month["gross_margin"])).toBeGreaterThan(0);
    }
    await readAccountingData(server.app, ids);
    const again = await months();
    const without = (rows: typeof kept) => rows.map(({ read_at: _, ...row }) => row);
    expect(without(again)).toEqual(without(kept));
  });

  it("without data yet is read again some hours later", async () => {
    const owner = await ownerAt();
    await open(owner);
    await connectAccounting(sandbox, owner.id, "user_slow");
    await complete(owner, "COLLECT_RAILZ", corporate);
    const tenant = { platformId: owner.platform.id, businessId: owner.id };
    const readings = () =>
      query<{ id: string; began: boolean; waits: boolean }>(
        "select id, began_at is not null as began, next_action_at is not null as waits from app.accounting_reading where business_id = $1 order by created_at",
        owner.id,
      );
    const [first] = await readings();
    const id = first?.id ?? "";
    await readAccountingData(server.app, { ...tenant, id });
    expect(await readings()).toMatchObject([{ began: true, waits: true }]);
    await inScope(server.app.pool, tenant, (tx) =>
      requestAccountingDataAgain.act(tx, { ...tenant, id, dueAt: new Date() }, new Date()),
    );
    expect(await readings()).toMatchObject([
      { began: true, waits: false },
      { began: false, waits: false },
    ]);
  });
});

describe("accounting webhook", () => {
  it("only triggers a reading from the vendor, and is accepted only with the vendor's signature", async () => {
    const owner = await ownerAt();
    await open(owner);
    await connectAccounting(sandbox, owner.id);
    await sandbox.webhooksDelivered(owner.id);
    const webhooks = receiver.received.filter(({ body }) => body.includes(owner.id));
    const state = async () =>
      (
        await query<{ state: string }>("select state from app.accounting_connection where business_id = $1", owner.id)
      ).map((row) => row.state);
    const [{ body, headers } = { body: "", headers: {} }] = webhooks;
    expect(await server.postWebhook("accounting", { body: `${body} `, headers })).toBe(401);
    expect(await state()).toEqual([]);
    for (const posted of [...webhooks, ...webhooks]) expect(await server.postWebhook("accounting", posted)).toBe(200);
    expect(await state()).toEqual(["ACTIVE"]);
    expect((await events(owner)).filter((kind) => kind === "accounting_connection.updated")).toHaveLength(1);

    await server.app.accounting.disconnect(owner.id);
    // The oldest webhook is delivered again. The vendor's current state counts.
    expect(await server.postWebhook("accounting", { body, headers })).toBe(200);
    expect(await state()).toEqual(["LOST"]);
    expect(await screen(owner, "COLLECT_RAILZ")).toMatchObject({ isAccountingCollected: false });
  });
});
