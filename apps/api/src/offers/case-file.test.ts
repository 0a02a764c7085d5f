import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { staffCookie } from "../http/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { textOf } from "../providers/document-renderer/typst/pdf-text.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, staffUrl, type TestMember } from "../staff/staff.fixture.ts";
import { applied, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { decideApplications } from "./decide-applications.ts";

let server: TestServer;
let sandbox: TestSandbox;
let by: TestMember;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  by = await signedInMember(server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const decide = (applicant: Applicant) => decideApplications(server.app, { ...tenantOf(applicant), id: randomUUID() });

async function decided(bankUser: string) {
  const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"], bankUser });
  await handleEvents(server, applicant.id);
  await decide(applicant);
  const [{ id }] = await rows("select id from app.loan_application where business_id = $1", applicant.id);
  return { applicant, applicationId: id, path: `/businesses/${applicant.id}/applications/${id}` };
}

async function print(path: string) {
  const { rawPayload, statusCode, headers } = await server.fastify.inject({
    method: "POST",
    url: `${staffUrl}${path}/case-file`,
    headers: { origin: new URL(server.app.config.CONSOLE_URL).origin },
    cookies: { [staffCookie]: by.token },
  });
  const { text, pages } = await textOf(rawPayload);
  return { status: statusCode, headers, pdf: rawPayload, pages, text: text.replace(/[\s\u200b]+/g, " ") };
}

describe("case file", () => {
  it("is a tagged PDF with the offers, every rule, the cash flow and the hashes, and its print is recorded", async () => {
    const { applicant, applicationId, path } = await decided("user_good");
    const { status, headers, pdf, pages, text } = await print(path);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/pdf", "no-store"]);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="case-[\w-]+-decision-1\.pdf"$/);
    expect(pdf.toString("latin1")).toContain("pdfuaid");
    expect(pages).toBeLessThanOrEqual(5);
    const [run] = await rows(
      "select id, encode(run_hash, 'hex') as hash from app.decision where business_id = $1",
      applicant.id,
    );
    const named = [
      "Outcome: Offers",
      "ELIG_AGE",
      "RATE_DSCR",
      "Binding limit",
      "Monthly revenue",
      "Rosa Marín",
      run.id,
    ];
    for (const words of named) expect(text).toContain(words);
    expect(text.replaceAll(" ", "")).toContain(run.hash);
    expect(text).not.toContain("990000001");
    const [printed] = await rows(
      `select e.body, e.actor_id from app.event e
       join app.audit a on a.business_id = e.business_id and a.action = 'staff.application.print-case-file'
       where e.business_id = $1 and e.kind = 'application.case_file_printed'`,
      applicant.id,
    );
    expect(printed).toMatchObject({ body: { applicationId, decisionId: run.id }, actor_id: by.id });
  });

  it("says what is to be confirmed, and after a confirmed denial the reasons and who ruled", async () => {
    const { applicant, path } = await decided("user_shrinking");
    const referred = await print(path);
    expect(referred.text).toContain("Outcome: Referred to staff");
    expect(referred.text).toContain("Denial: one person confirms it.");
    const [{ id }] = await rows("select id from app.decision where business_id = $1", applicant.id);
    const ruling = { kind: "DENIAL_CONFIRMED", decisionId: id, reason: "No cash flow is left" };
    expect((await by.as("POST", `${path}/rulings`, ruling)).status).toBe(200);
    await decide(applicant);
    const { text } = await print(path);
    for (const words of [
      "Outcome: No offers",
      "Excessive obligations in relation to cash flow (EXCESSIVE_OBLIGATIONS)",
      "Test: No cash flow is left",
      "because of Debt service coverage",
      "Nothing waits for staff",
    ])
      expect(text).toContain(words);
  });

  it("holds what remains once the owner's key is destroyed, and nothing about the owner", async () => {
    const { applicant, path } = await decided("user_shrinking");
    const url = new URL(inject("postgresUrl"));
    url.pathname = new URL(inject("keyStore").KEY_STORE_URL).pathname;
    const keyStore = new pg.Client({ connectionString: url.href });
    await keyStore.connect();
    await keyStore.query(
      `update keys.data_key set wrapped = null, master_key_id = null, destroyed_at = now(), destroyed_because = 'test'
       where business_id = $1 and person_id is not null`,
      [applicant.id],
    );
    await keyStore.end();
    const { status, text } = await print(path);
    expect(status).toBe(200);
    expect(text).toContain("was destroyed");
    expect(text).toContain("EXCESSIVE_OBLIGATIONS");
    for (const words of ["Rosa", "ELIG_FICO", "Cash flow available"]) expect(text).not.toContain(words);
  });
});
