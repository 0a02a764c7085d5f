import { randomUUID } from "node:crypto";
import { publicId } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../../additional-inputs/public.ts";
import { openTask } from "../../approvals/public.ts";
import { inScope } from "../../db/scope.ts";
import { readyDocument } from "../../documents/documents.fixture.ts";
import { type Answered, type TestServer, testServer } from "../../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../../onboarding/consents/consent.fixture.ts";
import { handleEvents, recordEvent } from "../../workflows/handle-event.fixture.ts";
import { signedInMember, type TestMember } from "../staff.fixture.ts";
import { businessWithNumbers } from "./numbers.fixture.ts";

let server: TestServer;
let underwriter: TestMember;
let operations: TestMember;
beforeAll(async () => {
  server = await testServer();
  underwriter = await signedInMember(server, ["UNDERWRITER"]);
  operations = await signedInMember(server, ["OPERATIONS"]);
});
afterAll(() => server.close());

const reason = "The bureau reports another number";
const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await server.database.admin.query<Row>(text, values)).rows;
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const within = (applicant: Applicant, work: Parameters<typeof inScope<void>>[2]) =>
  inScope(server.app.pool, tenantOf(applicant), work);

/** An owner who has consented, is asked for a document, and whose business has a task. */
async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  const { platform, id } = applicant;
  await agree(applicant);
  await within(applicant, async (tx) => {
    await raiseInput(tx, {
      platformId: platform.id,
      businessId: id,
      subStep: "ADDITIONAL_DOCUMENTS_UPLOAD",
      payload: { request: "The lease" },
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    });
    const task = { kind: "REPORT_INCONCLUSIVE", subjectId: id, platformId: platform.id, businessId: id } as const;
    await openTask(tx, { ...task, dueAt: new Date() });
  });
  return applicant;
}

describe("the overview of a business", () => {
  it("shows its people, answers, reports, applications and tasks", async () => {
    const applicant = await anApplicant();
    const { status, body } = await underwriter.as("GET", `/businesses/${applicant.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: applicant.id,
      platformId: applicant.platform.id,
      einLast4: "0001",
      users: [{ roles: ["PRIMARY_OWNER"] }],
      owners: [{ isPrimary: true, firstName: "Rosa", lastName: "Marín", ssnLast4: null, currentStep: null }],
      onboarding: {
        currentStep: "REQUEST_ADDITIONAL_USER_INPUT",
        stoppedAt: null,
        answers: {
          START_FLOW: { isEligible: true },
          SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
          COLLECT_BUSINESS_DETAILS: { website: "https://harbor.test", address: { country: "US" } },
          COLLECT_CONSENT: {
            consents: [{ role: "PRIMARY_OWNER" }, { role: "PRIMARY_OWNER" }, { role: "PRIMARY_OWNER" }],
            statement: { amountRequestedCents: 4_000_000, useOfFundsOther: "A second oven", stateManagedFrom: "OR" },
          },
        },
        additionalInputs: [{ subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", state: "OPEN" }],
        answerBy: null,
      },
      applications: [{ product: "FAST_PAY", status: "ASSIGN_TO_CAPITAL_PROVIDER", completedAt: null }],
      tasks: [{ kind: "REPORT_INCONCLUSIVE", closedAt: null }],
    });
    const { onboarding, owners, reports } = body as {
      onboarding: { steps: { step: string; completedAt: string | null }[]; answers: Record<string, object> };
      owners: { id: string }[];
      reports: { source: string; outcome: string | null }[];
    };
    expect(onboarding.steps.map(({ step, completedAt }) => [step, completedAt !== null])).toEqual([
      ["START_FLOW", true],
      ["SELECT_PRODUCTS", true],
      ["COLLECT_PERSONAL_DETAILS", true],
      ["COLLECT_BUSINESS_DETAILS", true],
      ["COLLECT_CONSENT", true],
      ["WAITING_FOR_OFFERS", false],
    ]);
    expect(onboarding.answers["COLLECT_PERSONAL_DETAILS"]).toEqual({ ownerId: owners[0]?.id });
    expect(reports.map(({ source, outcome }) => [source, outcome]).sort()).toEqual([
      ["BUSINESS_CREDIT", null],
      ["BUSINESS_OWNER_CREDIT", null],
      ["BUSINESS_VERIFICATION", null],
    ]);
  });

  it("shows of SSN, EIN and account number the last four digits only", async () => {
    const { businessId, numbers } = await businessWithNumbers(server);
    const { text, body } = await operations.as("GET", `/businesses/${businessId}`);
    for (const number of [numbers.SSN, numbers.EIN, numbers.ACCOUNT_NUMBER]) expect(text).not.toContain(number);
    expect(body).toMatchObject({
      einLast4: numbers.EIN.slice(-4),
      owners: [{ ssnLast4: numbers.SSN.slice(-4) }],
      bankAccounts: [{ accountNumberLast4: numbers.ACCOUNT_NUMBER.slice(-4) }],
    });
  });

  it("has at most 100 tasks, the newest", async () => {
    const { platformId, businessId } = await businessWithNumbers(server);
    await inScope(server.app.pool, { platformId, businessId }, async (tx) => {
      for (let n = 0; n < 101; n++)
        await openTask(tx, {
          kind: "PAYMENT_FAILED",
          subjectId: randomUUID(),
          platformId,
          businessId,
          dueAt: new Date(),
        });
    });
    const [oldest] = await query<{ id: string }>("select id from app.task where business_id = $1 order by id", [
      businessId,
    ]);
    const { tasks } = (await operations.as("GET", `/businesses/${businessId}`)).body as { tasks: { id: string }[] };
    expect(tasks.length).toBe(100);
    expect(tasks.map(({ id }) => id)).not.toContain(oldest?.id);
  });
});

describe("the lists of a business", () => {
  /** Reads a list page by page. */
  async function pagesOf(path: string, name: string): Promise<string[][]> {
    const pages: string[][] = [];
    let after = "";
    for (let more = true; more; ) {
      const { body } = await underwriter.as("GET", `${path}?limit=2${after}`);
      const ids = (body[name] as { id: string }[]).map(({ id }) => id);
      pages.push(ids);
      more = body["hasMore"] as boolean;
      after = `&after=${ids.at(-1)}`;
    }
    return pages;
  }
  const startsAfter = (path: string, id: string | undefined): Promise<Answered> =>
    underwriter.as("GET", `${path}?after=${id}`);

  it("documents: come newest first in pages with their status, and not after a document of another business", async () => {
    const [mine, theirs] = [await businessWithNumbers(server), await businessWithNumbers(server)];
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push(await readyDocument(server, publicId("business", mine.businessId)));
    const foreign = await readyDocument(server, publicId("business", theirs.businessId));
    const path = `/businesses/${mine.businessId}/documents`;
    const [third, second, first] = made.reverse();
    expect(await pagesOf(path, "documents")).toEqual([[third, second], [first]]);
    const { body } = await underwriter.as("GET", path);
    expect(body["documents"]).toContainEqual(
      expect.objectContaining({ status: "READY", documentType: "TAX_RETURN", isFromAccountant: false }),
    );
    expect((await startsAfter(path, foreign)).body).toEqual({ documents: [], hasMore: false });
  });

  it("emails: show template, recipient and state, and nothing of their contents", async () => {
    const applicant = await anApplicant();
    await handleEvents(server, applicant.id);
    const path = `/businesses/${applicant.id}/emails`;
    const [row] = await query<{ id: string; platform_id: string }>(
      "select * from app.email where business_id = $1 and template = 'consent-copy'",
      [applicant.id],
    );
    const emailId = row?.id ?? "";
    const { body } = await underwriter.as("GET", path);
    const email = (body["emails"] as { id: string }[]).find(({ id }) => id === emailId);
    expect(email).toEqual({
      id: emailId,
      template: "consent-copy",
      locale: "en",
      recipient: "rosa@harbor.test",
      state: "WAITING",
      createdAt: expect.any(String),
      sentAt: null,
    });
    const stateNow = async () =>
      ((await underwriter.as("GET", path)).body["emails"] as { id: string; state: string }[]).find(
        ({ id }) => id === emailId,
      )?.state;
    const refused = { emailId, key: `consent/${emailId}` };
    await recordEvent(server, tenantOf(applicant), { kind: "email.refused", body: refused });
    expect(await stateNow()).toBe("REFUSED");
    await query("update app.email set sent_at = now(), encrypted_params = null where id = $1", [emailId]);
    expect(await stateNow()).toBe("SENT");
  });

  it("events: come newest first in pages, without internal ones", async () => {
    const applicant = await anApplicant();
    const shown = await query<{ id: string }>(
      "select id from app.event where business_id = $1 and kind <> 'accountant.waited_for' order by sequence desc",
      [applicant.id],
    );
    const body = { invitationId: randomUUID() };
    await recordEvent(server, tenantOf(applicant), { kind: "accountant.waited_for", body });
    const path = `/businesses/${applicant.id}/events`;
    const pages = await pagesOf(path, "events");
    expect(pages.flat()).toEqual(shown.map(({ id }) => id));
    expect(pages.every((page) => page.length <= 2)).toBe(true);
    const other = await anApplicant();
    const [foreign] = await query<{ id: string }>("select id from app.event where business_id = $1", [other.id]);
    expect((await startsAfter(path, foreign?.id)).body).toEqual({ events: [], hasMore: false });
  });
});

describe("a document opened by staff", () => {
  it("gets a download URL, and the event of who opened it", async () => {
    const { businessId } = await businessWithNumbers(server);
    const id = await readyDocument(server, publicId("business", businessId));
    const answer = await underwriter.as("POST", `/businesses/${businessId}/documents/${id}/read-file-url`);
    expect(answer).toMatchObject({ status: 200, body: { url: expect.stringContaining(id) } });
    expect(
      await query(
        "select actor_id, body ->> 'documentId' as document from app.event where kind = 'document.opened' and business_id = $1",
        [businessId],
      ),
    ).toEqual([{ actor_id: underwriter.id, document: id }]);
  });

  it("is refused while it is not clean, and nothing is recorded", async () => {
    const { businessId } = await businessWithNumbers(server);
    const id = await readyDocument(server, publicId("business", businessId));
    await query(
      "update app.business_document set status = 'REJECTED', rejection_reason = 'GENERIC_ERROR' where id = $1",
      [id],
    );
    const answer = await underwriter.as("POST", `/businesses/${businessId}/documents/${id}/read-file-url`);
    expect(answer).toMatchObject({ status: 409, body: { code: "DOCUMENT_REJECTED" } });
    expect(await query("select from app.event where business_id = $1", [businessId])).toEqual([]);
  });
});

describe("a private number", () => {
  const cases = [
    ["SSN", (b: Numbered) => `owners/${b.ownerId}/ssn`, (b: Numbered) => b.ownerId, "ssn", "ssn.reveal"],
    ["EIN", () => "ein", (b: Numbered) => b.businessId, "ein", "ein.reveal"],
    [
      "ACCOUNT_NUMBER",
      (b: Numbered) => `bank-accounts/${b.bankAccountId}/number`,
      (b: Numbered) => b.bankAccountId,
      "accountNumber",
      "account-number.reveal",
    ],
  ] as const;
  type Numbered = Awaited<ReturnType<typeof businessWithNumbers>>;
  const permitted = (field: string) => (field === "ACCOUNT_NUMBER" ? operations : underwriter);
  const others = (field: string) => (field === "ACCOUNT_NUMBER" ? underwriter : operations);

  it.each(cases)(
    "%s: is shown with a reason, and the request, event and audit row are kept",
    async (field, pathOf, holderOf, name, kind) => {
      const business = await businessWithNumbers(server);
      const { businessId, numbers } = business;
      const by = permitted(field);
      const { status, body } = await by.as("POST", `/businesses/${businessId}/${pathOf(business)}/reveal`, { reason });
      expect({ status, number: body[name] }).toEqual({ status: 200, number: numbers[field] });
      const holderId = holderOf(business);
      expect(
        await query(
          "select id, kind, subject_id, maker_id, maker_reason from app.staff_request where business_id = $1",
          [businessId],
        ),
      ).toEqual([{ id: body["requestId"], kind, subject_id: holderId, maker_id: by.id, maker_reason: reason }]);
      expect(
        await query("select kind, actor_id, body from app.event where business_id = $1 order by sequence", [
          businessId,
        ]),
      ).toEqual([
        expect.objectContaining({ kind: "staff_request.made" }),
        { kind: "private_number.revealed", actor_id: by.id, body: { holderId, field } },
      ]);
      expect(
        await query(
          "select action, object_id, actor_id from app.audit where business_id = $1 and object_kind = 'private number'",
          [businessId],
        ),
      ).toEqual([
        {
          action: field === "ACCOUNT_NUMBER" ? "staff.account-number.reveal" : "staff.tax-number.reveal",
          object_id: holderId,
          actor_id: by.id,
        },
      ]);
      expect(server.logged.join("\n")).not.toContain(numbers[field]);
    },
  );

  it.each(cases)(
    "%s: is not shown to another role, without a reason, or of another business",
    async (field, pathOf) => {
      const [mine, theirs] = [await businessWithNumbers(server), await businessWithNumbers(server)];
      const path = `/businesses/${mine.businessId}/${pathOf(mine)}/reveal`;
      expect((await others(field).as("POST", path, { reason })).status).toBe(403);
      expect((await permitted(field).as("POST", path, { reason: "" })).status).toBe(400);
      if (field !== "EIN") {
        const foreign = `/businesses/${mine.businessId}/${pathOf(theirs)}/reveal`;
        expect(await permitted(field).as("POST", foreign, { reason })).toMatchObject({
          status: 404,
          body: { code: "NOT_FOUND" },
        });
      }
      expect(
        await query("select from app.event where business_id = any($1)", [[mine.businessId, theirs.businessId]]),
      ).toEqual([]);
      expect(await query("select from app.staff_request where business_id = $1", [mine.businessId])).toEqual([]);
    },
  );

  it("that is not on file is not found", async () => {
    const { businessId } = await businessWithNumbers(server);
    await query("delete from app.secret where owner_id = $1", [businessId]);
    const answer = await underwriter.as("POST", `/businesses/${businessId}/ein/reveal`, { reason });
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});
