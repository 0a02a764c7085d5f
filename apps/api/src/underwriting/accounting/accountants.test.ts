import { createHash } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import * as accountantCalls from "@inlay/contracts/calls/accountant.ts";
import { confirmAccountantLink } from "@inlay/contracts/calls/accountant.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { later } from "@inlay/contracts/calls/later.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { whoMay } from "@inlay/lending/access/permissions.ts";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readyDocument } from "../../documents/documents.fixture.ts";
import { type Answered, sendTo, type TestServer, testServer } from "../../http/server.fixture.ts";
import { type Applicant, applicantAtConsent, complete } from "../../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { accountantEmails, accountantFrom, accountantOf, connectAccounting } from "./accounting.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const nora = { accountantFirstName: "Nora", accountantLastName: "Quist", accountantEmail: "Nora@quist.test" };
const corporate = { entityType: "CORPORATE_TAX", tin: "12-3456789" };
const query = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(text, values)).rows as T[];

const owner = (name?: string): Promise<Applicant> =>
  applicantAtConsent(server, {
    products: ["TERM_LOAN"],
    ein: null,
    ...(name && { businessName: name }),
    settings: {
      hiddenSteps: ["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
    },
  });
const invite = (applicant: Applicant, more: object = {}) =>
  complete(applicant, "COLLECT_RAILZ", { ...corporate, ...nora, ...more });

const emailsOf = (applicant: Applicant) => accountantEmails(server, applicant);
const newest = async (applicant: Applicant): Promise<string> => (await emailsOf(applicant)).at(-1)?.token ?? "";

const post = (url: string, payload: object) =>
  sendTo(server.fastify, { method: "POST", url: `/api/v1/accountant/${url}`, payload });
const exchange = (token: string) => post("exchange", { token });
const accountantClientOf = (opened: Answered) => accountantFrom(server, opened);
const accountantSession = (applicant: Applicant) => accountantOf(server, applicant);
const invalid = { status: 401, code: "ACCOUNTANT_LINK_INVALID" };
const refusal = ({ status, body }: Answered) => ({ status, code: body["code"] });

describe("invited accountant", () => {
  it("gets one email with a link for 14 days, however often the answer is sent, and the owner continues", async () => {
    const applicant = await owner();
    const answers = await Promise.all([1, 2, 3].map(() => invite(applicant)));
    expect(answers.map(({ status, body }) => [status, body["currentStep"]])).toEqual(
      Array(3).fill([200, "ONBOARDING.COLLECT_CONSENT"]),
    );
    const emails = await emailsOf(applicant);
    expect(emails).toMatchObject([{ recipient: "nora@quist.test" }]);
    const kept = await query<{ token_hash: Buffer; days: number }>(
      "select token_hash, round(extract(epoch from expires_at - now()) / 86400)::int as days from app.accountant_invitation where business_id = $1",
      applicant.id,
    );
    expect(kept).toEqual([
      {
        token_hash: createHash("sha256")
          .update(emails[0]?.token ?? "")
          .digest(),
        days: 14,
      },
    ]);
    expect((await applicant.as({ url: "/api/v1/step/COLLECT_RAILZ" })).body["existingData"]).toMatchObject({
      accountant: { ...nora, accountantEmail: "nora@quist.test" },
    });
  });

  it("is introduced to the business and its owner before the link is used, and not once it is", async () => {
    const applicant = await owner("Harbor Introductions");
    await invite(applicant);
    const token = await newest(applicant);
    for (let times = 0; times < 2; times++) {
      const introduced = await post("introduction", { token });
      expect(introduced.body).toEqual({
        businessName: "Harbor Introductions",
        invitedBy: `${rightAnswers.COLLECT_PERSONAL_DETAILS.primaryBusinessOwnerFirstName} Marín`,
      });
    }
    expect((await exchange(token)).status).toBe(200);
    for (const one of [token, "x".repeat(43)])
      expect(refusal(await post("introduction", { token: one }))).toEqual(invalid);
  });

  it("opens the link once: of ten simultaneous exchanges one succeeds", async () => {
    const applicant = await owner();
    await invite(applicant);
    const token = await newest(applicant);
    const opened = await Promise.all(Array.from({ length: 10 }, () => exchange(token)));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect(refusal(await exchange(token))).toEqual(invalid);
    const set = String(opened.find(({ status }) => status === 200)?.headers["set-cookie"]);
    for (const guard of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"]) expect(set).toContain(guard);
  });

  it("gets no session from an expired, unknown or withdrawn link", async () => {
    const applicant = await owner();
    await invite(applicant);
    const token = await newest(applicant);
    await query("update app.accountant_invitation set expires_at = now() where business_id = $1", applicant.id);
    expect(refusal(await exchange(token))).toEqual(invalid);
    expect(refusal(await exchange("x".repeat(43)))).toEqual(invalid);

    await invite(applicant, { accountantEmail: "otto@quist.test" });
    const another = await newest(applicant);
    await complete(applicant, "COLLECT_RAILZ", { entityType: "PASS_THROUGH", ssn: "900-00-0001", taxReturnFiles: [] });
    expect(refusal(await exchange(another))).toEqual(invalid);
  });

  it("loses the session when it expires or the business invites another accountant", async () => {
    const applicant = await owner();
    await invite(applicant);
    const nora = await accountantSession(applicant);
    expect((await nora.as({ url: "/api/v1/accountant" })).status).toBe(200);
    await invite(applicant, { accountantEmail: "otto@quist.test" });
    expect((await nora.as({ url: "/api/v1/accountant" })).status).toBe(401);
    const otto = await accountantSession(applicant);
    expect((await otto.as({ url: "/api/v1/accountant" })).status).toBe(200);
    await query("update app.accountant_invitation set session_expires_at = now() where business_id = $1", applicant.id);
    expect((await otto.as({ url: "/api/v1/accountant" })).status).toBe(401);
  });

  it("gets a new link for a used one: once, and at the address that the business gave", async () => {
    const applicant = await owner();
    await invite(applicant);
    const token = await newest(applicant);
    const renew = () => post("renew", { token });
    expect((await renew()).status).toBe(202);
    // The link still works, so no other is sent.
    expect(await emailsOf(applicant)).toHaveLength(1);
    const client = accountantClientOf(await exchange(token));
    await Promise.all([renew(), renew()]);
    expect((await renew()).status).toBe(202);
    const emails = await emailsOf(applicant);
    expect(emails.map(({ recipient }) => recipient)).toEqual(["nora@quist.test", "nora@quist.test"]);
    expect((await client.as({ url: "/api/v1/accountant" })).status).toBe(401);
    expect((await exchange(emails[1]?.token ?? "")).status).toBe(200);
    expect((await post("renew", { token: "x".repeat(43) })).status).toBe(202);
  });
});

describe("inviting accountants", () => {
  it("is refused after the fifth email of a day to one address, whoever was invited in between", async () => {
    const applicant = await owner();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      statuses.push((await invite(applicant)).status);
      statuses.push((await invite(applicant, { accountantEmail: `other${n}@quist.test` })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 200]);
    expect((await emailsOf(applicant)).filter(({ recipient }) => recipient === "nora@quist.test")).toHaveLength(5);
  });
});

describe("accountant session", () => {
  it("shows the business and the program, and nothing else", async () => {
    const applicant = await owner("Harbor Bakery of Salem");
    await invite(applicant);
    const { body } = await (await accountantSession(applicant)).as({ url: "/api/v1/accountant" });
    const { styles, ...rest } = body;
    expect(styles).toBeTruthy();
    expect(rest).toEqual({
      businessName: "Harbor Bakery of Salem",
      platformProgramName: expect.any(String),
      supportEmail: expect.any(String),
      isAccountingLinked: false,
    });
  });

  it("confirms the accounting connection once the vendor reports it", async () => {
    const applicant = await owner();
    await invite(applicant);
    const client = await accountantSession(applicant);
    const linked = () => client.as({ method: "POST", url: confirmAccountantLink.path, payload: {} });
    const page = await client.as({ method: "POST", url: "/api/v1/accountant/accounting/page", payload: {} });
    expect(String(page.body["url"])).toContain(applicant.id);
    expect((await linked()).body).toEqual({ isAccountingLinked: false });
    await connectAccounting(sandbox, applicant.id);
    expect((await linked()).body).toEqual({ isAccountingLinked: true });
    expect(
      await query(
        "select actor_kind from app.event where business_id = $1 and kind = 'accounting_connection.updated'",
        applicant.id,
      ),
    ).toEqual([{ actor_kind: "ACCOUNTANT" }]);
  });

  it("uploads returns, and sees only its own uploads", async () => {
    const applicant = await owner();
    const unrelated = await owner();
    await invite(applicant);
    const client = await accountantSession(applicant);
    const files = [{ id: "1", name: "2025.pdf", type: "application/pdf", size: 1_000 }];
    const asked = await client.as({
      method: "POST",
      url: "/api/v1/accountant/tax-returns/signed-urls",
      payload: { files },
    });
    const [place] = asked.body["files"] as { documentId: string }[];
    const own = place?.documentId ?? "";
    const [kept] = await query(
      "select document_type, uploaded_by, uploaded_by_accountant is not null as provided from app.business_document where id = $1",
      own,
    );
    expect(kept).toEqual({ document_type: "TAX_RETURN", uploaded_by: null, provided: true });
    const paths = (id: string): InjectOptions[] => [
      { url: `/api/v1/accountant/documents/${id}` },
      { url: `/api/v1/accountant/documents/${id}/read-file-url` },
      { method: "POST", url: `/api/v1/accountant/documents/${id}/uploaded`, payload: {} },
    ];
    const [read] = paths(own);
    expect((await client.as(read ?? {})).body).toMatchObject({ id: own, status: "AWAITING_UPLOAD" });
    for (const foreign of [
      await readyDocument(server, applicant.businessId),
      await readyDocument(server, unrelated.businessId),
    ])
      for (const path of paths(foreign)) expect((await client.as(path)).status).toBe(404);
  });

  it("is refused by every portal call that requires sign-in", async () => {
    const applicant = await owner();
    await invite(applicant);
    const client = await accountantSession(applicant);
    const served = Object.entries(portalCalls).filter(([name]) => !(later as readonly string[]).includes(name));
    for (const [name, call] of served as [string, Call][]) {
      if (whoMay(call.action).includes("ANYONE")) continue;
      const url = call.path.replaceAll(/:\w+/g, applicant.id);
      const { status } = await client.as({ method: call.method, url });
      expect({ name, status }).toEqual({ name, status: 401 });
    }
  });

  it("requires its cookie and the portal's own origin", async () => {
    const applicant = await owner();
    await invite(applicant);
    const client = await accountantSession(applicant);
    for (const call of Object.values(accountantCalls) as Call[]) {
      if (call.audience !== "accountant") continue;
      const url = call.path.replaceAll(/:\w+/g, applicant.id);
      expect((await sendTo(server.fastify, { method: call.method, url })).status).toBe(401);
      expect((await applicant.as({ method: call.method, url })).status).toBe(401);
      if (call.method === "GET") continue;
      const elsewhere = await client.as({ method: call.method, url, headers: { origin: "https://elsewhere.test" } });
      expect(elsewhere.status).toBe(403);
    }
  });
});
