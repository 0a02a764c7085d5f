import { randomUUID } from "node:crypto";
import { publicId } from "@inlay/contracts/ids.ts";
import { rightAnswers, rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { BusinessStatus } from "@inlay/contracts/partner/businesses/business.ts";
import type { AdditionalInput, CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput, stopCoOwner, stopOnboarding } from "../../additional-inputs/public.ts";
import { lockItem, moveItem } from "../../banking/item.ts";
import { type BusinessTime, businessTime } from "../../clock/business-time.fixture.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { closers, fund, signedLoan } from "../../funding/signed.fixture.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../../onboarding/consents/consent.fixture.ts";
import { enter, type Guest, invitedCoOwners } from "../../people/invitations.fixture.ts";
import { settlePrimaryOwner } from "../../people/public.ts";
import { issuedAmountCents, issuedProduct } from "../../products/issued.fixture.ts";
import { aCurrentLoan } from "../../servicing/serviced.fixture.ts";
import { signedInMember } from "../../staff/staff.fixture.ts";
import { waitForInputs } from "../../underwriting/incompleteness.ts";
import { screenName } from "../../underwriting/public.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [waitForInputs]);
});
afterAll(() => server.close());

const system = { kind: "SYSTEM", id: null } as const;
type Business = { platform: TestPlatform; id: string };
const get = ({ platform }: Business, path: string): Promise<Answered> =>
  server.partner(platform, { method: "GET", url: `/api/platform/v1/businesses${path}` });
const tenantOf = ({ platform, id }: Business) => ({ platformId: platform.id, businessId: id });
const within = <T>(business: Business, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(server.app.pool, tenantOf(business), work);
const query = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

async function look(business: Business) {
  const id = publicId("business", business.id);
  const [status, whole] = [await get(business, `/${id}/status`), await get(business, `/${id}`)];
  expect(status.body).toEqual(whole.body["status"]);
  expect(status.headers["etag"]).toBe(whole.headers["etag"]);
  return {
    status: status.body as BusinessStatus,
    etag: status.headers["etag"],
    updatedAt: String(whole.body["updatedAt"]),
  };
}

/** Runs the cause and returns the new status. Time, ETag and the list of changes must have moved with it. */
async function moved(business: Business, cause: () => Promise<unknown>): Promise<BusinessStatus> {
  const before = await look(business);
  await cause();
  const after = await look(business);
  expect(after.status).not.toEqual(before.status);
  expect(after.etag).not.toBe(before.etag);
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  const since = new Date(Date.parse(before.updatedAt) + 1).toISOString();
  const changes = (await get(business, `?updatedAfter=${since}`)).body["data"] as { id: string }[];
  expect(changes.map(({ id }) => id)).toEqual([publicId("business", business.id)]);
  return after.status;
}

async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  return applicant;
}
const raise = (business: Business, subStep: AdditionalInput | CoOwnerAdditionalInput, ownerId?: string) =>
  within(business, (tx) =>
    raiseInput(tx, { ...tenantOf(business), subStep, by: system, requestId: null, ...(ownerId && { ownerId }) }),
  );
const codes = ({ missing }: BusinessStatus) => missing.map(({ code, from }) => `${code} from ${from}`);

describe("the status of a business before consent", () => {
  it("moves when an owner claims the business, and with every step", async () => {
    const platform = await server.platform();
    const person = await server.person(platform, { email: `${randomUUID()}@owner.test` });
    const business = {
      platform,
      id: (await query("select id from app.business where platform_id = $1", platform.id))[0].id,
    };
    const payload = { userRoles: ["PRIMARY_OWNER"] };
    const claimed = await moved(business, () => person.as({ method: "PUT", url: "/api/v1/users/roles", payload }));
    expect(claimed).toMatchObject({ state: "NOT_STARTED", actionRequired: true });
    expect(codes(claimed)).not.toContain("ROLE from PRIMARY_OWNER");
    const begun = await moved(business, () => complete(person, "START_FLOW", rightAnswers.START_FLOW));
    expect(begun).toMatchObject({ section: "onboarding", state: "IN_PROGRESS", actionRequired: true });
  });

  it("moves when the platform provides the account, and the bank is no longer asked for", async () => {
    const applicant = await applicantAtConsent(server, {
      products: ["INTEGRATED_MCA"],
      settings: {
        hiddenSteps: [],
        platformEnabledProducts: ["INTEGRATED_MCA"],
        platformDisbursementAccountExpected: true,
      },
    });
    const account = {
      businessId: publicId("business", applicant.id),
      name: "Payouts",
      createdMethod: "PLATFORM_PLAID_ASSET_REPORT",
      accountType: "CHECKING",
      accountNumber: "000123456789",
      routingNumber: "021000021",
    };
    const url = "/api/platform/v1/bank-accounts";
    const status = await moved(applicant, () =>
      server.partner(applicant.platform, { method: "POST", url, payload: account }),
    );
    expect(codes(status)).not.toContain("BANK_LINK from PRIMARY_OWNER");
  });

  it("shows that two people claim to be the primary owner, until it is decided", async () => {
    const applicant = await applicantAtConsent(server);
    const before = await look(applicant);
    const url = "/api/platform/v1/users";
    const payload = {
      platformUserId: randomUUID(),
      businessId: publicId("business", applicant.id),
      email: `${randomUUID()}@owner.test`,
    };
    await server.partner(applicant.platform, { method: "POST", url, payload });
    const [other] = await query("select id from app.business_user where platform_user_id = $1", payload.platformUserId);
    const token = await server.partner(applicant.platform, {
      method: "POST",
      url: `${url}/platform:${payload.platformUserId}/connect-tokens`,
      payload: {},
    });
    const session = await server.fastify.inject({
      method: "POST",
      url: "/api/v1/connect-tokens/exchange",
      payload: { connectToken: token.body["connectToken"] },
    });
    const headers = { authorization: `Bearer ${session.json().sessionToken}` };
    const contested = await moved(applicant, () =>
      server.fastify.inject({
        method: "PUT",
        url: "/api/v1/users/roles",
        headers,
        payload: { userRoles: ["PRIMARY_OWNER"] },
      }),
    );
    expect(codes(contested)).toEqual([...codes(before.status), "REVIEW from INLAY"]);
    const settled = await moved(applicant, () =>
      within(applicant, (tx) =>
        settlePrimaryOwner(tx, {
          ...tenantOf(applicant),
          primaryOwnerId: other.id,
          action: "staff.owner-conflict.resolve",
          actor: { kind: "STAFF", id: randomUUID() },
          requestId: "req",
        }),
      ),
    );
    expect(codes(settled)).toEqual(codes(before.status));
  });
});

describe("the status of a business after consent", () => {
  it("is UNDER_REVIEW while nothing is missing", async () => {
    const applicant = await applicantAtConsent(server);
    expect(await moved(applicant, () => agree(applicant))).toMatchObject({
      section: "onboarding",
      state: "UNDER_REVIEW",
      actionRequired: false,
      actionMessage: null,
      missing: [],
    });
  });

  it("names the account for payouts that the platform still has to add", async () => {
    const applicant = await applicantAtConsent(server, { settings: { platformDisbursementAccountExpected: true } });
    expect(await moved(applicant, () => agree(applicant))).toMatchObject({
      state: "UNDER_REVIEW",
      actionRequired: true,
      actionMessage: "Add the bank account that the money is paid to.",
      missing: [
        { code: "DISBURSEMENT_ACCOUNT", from: "PLATFORM", providedBy: "API", operationId: "createBankAccount" },
      ],
    });
    const account = { createdMethod: "PLATFORM", name: "Operating account", accountType: "CHECKING" };
    const numbers = { accountNumber: "000123456789", routingNumber: "021000021" };
    const payload = { businessId: applicant.businessId, ...account, ...numbers };
    const added = await moved(applicant, () =>
      server.partner(applicant.platform, { method: "POST", url: "/api/platform/v1/bank-accounts", payload }),
    );
    expect(added).toMatchObject({ actionRequired: false, missing: [] });
  });

  it("is INPUT_REQUIRED while the owner is asked for an input, and UNDER_REVIEW when staff release it", async () => {
    const applicant = await anApplicant();
    const asked = await moved(applicant, () => raise(applicant, "ADDITIONAL_DOCUMENTS_UPLOAD"));
    expect(asked).toMatchObject({
      state: "INPUT_REQUIRED",
      actionRequired: true,
      actionMessage: "Upload the documents that we asked for.",
      label: "Additional user info required",
      missing: [
        { code: "DOCUMENTS", from: "PRIMARY_OWNER", dueDate: null, providedBy: "EMBED", component: "application" },
      ],
    });
    const by = await signedInMember(server, ["OPERATIONS"]);
    const [input] = await query("select id from app.additional_input where business_id = $1", applicant.id);
    const released = await moved(applicant, () =>
      by.as("POST", `/businesses/${applicant.id}/additional-inputs/${input.id}/release`, {
        reason: "It came by email",
      }),
    );
    expect(released).toMatchObject({ state: "UNDER_REVIEW", actionRequired: false, missing: [] });
  });

  it("moves when the owner answers", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    await raise(applicant, "ADDITIONAL_DOCUMENTS_UPLOAD");
    const payload = {
      completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
      subStep: "VERIFY_CREDIT_REPORT_UNLOCKED",
      data: {},
    };
    const answered = await moved(applicant, () =>
      applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload }),
    );
    expect(codes(answered)).toEqual(["DOCUMENTS from PRIMARY_OWNER"]);
  });

  it("shows every check of a person as the same item, so that its reason stays private", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    const { status } = await look(applicant);
    await raise(applicant, "VERIFY_USER_IDENTITY_INFORMATION");
    expect((await look(applicant)).status).toEqual(status);
    expect(codes(status)).toEqual(["OWNER_VERIFICATION from PRIMARY_OWNER"]);
    expect(JSON.stringify(status)).not.toMatch(/credit|identity/i);
  });

  it("asks for the bank again when its connection is lost", async () => {
    const applicant = await anApplicant();
    await handleEvents(server, applicant.id);
    const itemId = randomUUID();
    await query(
      `insert into app.bank_item (id, platform_id, business_id, vendor_item_id, institution_id, institution_name, status, accounts_read_at)
       values ($1, $2, $3, gen_random_uuid()::text, 'ins_1', 'First Bank', 'CONNECTED', now())`,
      itemId,
      applicant.platform.id,
      applicant.id,
    );
    const lost = await moved(applicant, async () => {
      await within(applicant, async (tx) => {
        const item = await lockItem(tx, itemId);
        if (item) await moveItem(tx, item, "LOGIN_REQUIRED", { actor: system, requestId: null });
      });
      await handleEvents(server, applicant.id);
    });
    expect(lost).toMatchObject({ state: "INPUT_REQUIRED", actionRequired: true });
    expect(codes(lost)).toEqual(["BANK_LINK from PRIMARY_OWNER"]);
  });

  it("stays UNDER_REVIEW with a review by us while staff hold the application", async () => {
    const applicant = await anApplicant();
    expect(await moved(applicant, () => raise(applicant, "MANUAL_OVERRIDE"))).toMatchObject({
      state: "UNDER_REVIEW",
      actionRequired: false,
      actionMessage: null,
      missing: [{ code: "REVIEW", from: "INLAY", providedBy: "NONE", component: null }],
    });
  });

  it("has the last day of the notice, and is INCOMPLETE in the section of offers after that day", async () => {
    const began = Date.UTC(2027, 2, 1, 15);
    const applicant = await applicantAtConsent(server);
    const pass = (day: number) => time.passTo(applicant, new Date(began + day * 86_400_000));
    await time.set(applicant, new Date(began));
    await agree(applicant);
    await raise(applicant, "RECOLLECT_PLAID");
    for (const day of [0, 2, 5, 10, 20]) await pass(day);
    const noticed = await moved(applicant, () => pass(25));
    expect(noticed).toMatchObject({ state: "INPUT_REQUIRED", missing: [{ code: "BANK_LINK", dueDate: "2027-04-10" }] });
    const closed = await moved(applicant, () => pass(41));
    expect(closed).toMatchObject({
      section: "offers",
      state: "INCOMPLETE",
      actionRequired: false,
      actionMessage: null,
      label: "Loan application incomplete",
      progress: null,
      missing: [],
    });
  });

  it("is STOPPED without a reason, also for a confirmed sanctions match, until staff reopen the application", async () => {
    const stopped = {
      section: "onboarding",
      state: "STOPPED",
      actionRequired: false,
      missing: [{ code: "REVIEW", from: "INLAY" }],
    };
    const applicant = await anApplicant();
    await raise(applicant, "ADDITIONAL_DOCUMENTS_UPLOAD");
    expect(
      await moved(applicant, () => within(applicant, (tx) => stopOnboarding(tx, tenantOf(applicant)))),
    ).toMatchObject(stopped);
    const [maker, checker] = [
      await signedInMember(server, ["UNDERWRITER"]),
      await signedInMember(server, ["UNDERWRITER"]),
    ];
    const reason = "Another business of the same name";
    const asked = await maker.as("POST", `/businesses/${applicant.id}/onboarding/reopen`, { reason });
    const { body } = await checker.as("GET", `/requests/${asked.body["requestId"]}`);
    const decision = { payloadHash: body["payloadHash"], reason };
    const reopened = await moved(applicant, () =>
      checker.as("POST", `/requests/${asked.body["requestId"]}/approve`, decision),
    );
    expect(reopened).toMatchObject({ state: "INPUT_REQUIRED" });

    const listed = await anApplicant();
    const name = { name: "Aleksandr Vorshenko", kind: "PERSON" } as const;
    const subject = { ...tenantOf(listed), kind: "PERSON", id: randomUUID(), name } as const;
    await within(listed, await screenName(server.app, subject, { actor: system, requestId: null }));
    const [screening] = await query(
      "select id from app.sanctions_screening where business_id = $1 and result = 'POSSIBLE_MATCH'",
      listed.id,
    );
    const confirmed = await moved(listed, () =>
      maker.as("POST", `/businesses/${listed.id}/sanctions/${screening.id}/confirm`, { reason }),
    );
    expect(confirmed).toMatchObject(stopped);
    expect(JSON.stringify(confirmed)).not.toMatch(/sanction|match|list/i);
  });
});

describe("the status of a business with a co-owner", () => {
  const step = (guest: Guest, completedStep: string, data: object = {}) =>
    guest.as({ method: "PUT", url: "/api/secondary-owners/v2/complete-step", payload: { completedStep, data } });

  it("waits for the co-owner until they have consented and answered", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const ownerId = ownerIds[0] ?? "";
    const invited = (await look(applicant)).status;
    expect(invited).toMatchObject({
      state: "UNDER_REVIEW",
      actionRequired: true,
      missing: [{ code: "CO_OWNER_VERIFICATION", from: "CO_OWNER", userId: null }],
    });
    let guest: Guest | undefined;
    const accepted = await moved(applicant, async () => {
      guest = await enter(server, tokens[0] ?? "");
    });
    expect(accepted.missing).toMatchObject([{ userId: expect.stringMatching(/^usr_/) }]);
    if (!guest) throw new Error("the co-owner did not enter");
    const coOwner = guest;
    await step(coOwner, "START_FLOW");
    await step(coOwner, "COLLECT_PERSONAL_DETAILS", {
      ...rightCoOwnerPerson,
      secondaryOwnerEmail: `${randomUUID()}@owner.test`,
    });
    const consented = await moved(applicant, () => step(coOwner, "COLLECT_CONSENT", rightConsent));
    expect(consented).toMatchObject({ actionRequired: false, missing: [] });
    const asked = await moved(applicant, () =>
      raise(applicant, "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION", ownerId),
    );
    expect(asked).toMatchObject({ state: "UNDER_REVIEW", actionRequired: true });
    expect(codes(asked)).toEqual(["CO_OWNER_VERIFICATION from CO_OWNER"]);
    const stopped = await moved(applicant, () =>
      within(applicant, (tx) => stopCoOwner(tx, { ...tenantOf(applicant), ownerId })),
    );
    expect(stopped).toEqual(consented);
  });

  it("moves when the co-owner is removed", async () => {
    const { applicant, ownerIds } = await invitedCoOwners(server, 1);
    await raise(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    const removed = await moved(applicant, () =>
      applicant.as({ method: "DELETE", url: `/api/v1/workflow/secondary-owners/${ownerIds[0]}` }),
    );
    expect(codes(removed)).toEqual(["CO_OWNERS from PRIMARY_OWNER"]);
  });
});

describe("the status of a business with a signed loan", () => {
  it("is SIGNED with what the owner is asked for, then WELCOME, and ACTIVE when the owner has seen the welcome page", async () => {
    const platform = await server.platform();
    const loan = await signedLoan(server, { platform });
    const business = { platform, id: loan.businessId };
    await query(
      "insert into app.onboarding_step (platform_id, business_id, step, answer_hash, completed_at) values ($1, $2, 'COLLECT_CONSENT', 'x', now())",
      platform.id,
      loan.businessId,
    );
    expect((await look(business)).status).toMatchObject({ section: "offers", state: "SIGNED", missing: [] });
    const ask = { ...tenantOf(business), by: system, requestId: null };
    const asked = await moved(business, () =>
      within(business, (tx) => raiseInput(tx, { ...ask, subStep: "ADDITIONAL_DOCUMENTS_UPLOAD" })),
    );
    expect(asked).toMatchObject({ state: "SIGNED", actionRequired: true, missing: [{ code: "DOCUMENTS" }] });
    const funded = await moved(business, async () => fund(await closers(server), loan));
    expect(funded).toMatchObject({ section: "servicing", state: "WELCOME", label: "Active loan", progress: null });
    const [product] = await query("select id from app.issued_product where business_id = $1", business.id);
    expect(funded.products).toEqual([
      {
        id: publicId("issuedProduct", product.id),
        productType: "TERM_LOAN",
        status: "FUNDING",
        availableCents: null,
        nextPayment: null,
      },
    ]);
    const url = "/api/v1/workflow/servicing/complete-step";
    const welcomed = await moved(business, () =>
      loan.person.as({ method: "PUT", url, payload: { eventType: "SERVICING_FLOW_INITIALIZED" } }),
    );
    expect(welcomed).toMatchObject({ section: "servicing", state: "ACTIVE" });
  });

  it("lists its products with their status, what is available and the next payment", async () => {
    const platform = await server.platform();
    const loan = await signedLoan(server, { platform });
    const business = { platform, id: loan.businessId };
    const loanId = await aCurrentLoan(server.database.admin, loan);
    const line = await issuedProduct(server.database.admin, loan, "LOC_TERM_LOAN", true);
    await query("update app.issued_product set product_state = 'ACTIVE' where id = $1", line.id);
    await query("update app.issued_product set loan_status = 'LATE' where id = $1", loanId);
    const { products } = (await look(business)).status;
    expect(products).toEqual([
      {
        id: publicId("issuedProduct", loanId),
        productType: "TERM_LOAN",
        status: "LATE",
        availableCents: null,
        nextPayment: { date: expect.any(String), totalCents: issuedAmountCents + 75_000 },
      },
      {
        id: publicId("issuedProduct", line.id),
        productType: "LOC_TERM_LOAN",
        status: "CURRENT",
        availableCents: issuedAmountCents,
        nextPayment: null,
      },
    ]);
  });
});

describe("the version of a business", () => {
  it("is that of the fields and the status together: a change of an older version is refused", async () => {
    const applicant = await anApplicant();
    const { etag } = await look(applicant);
    const url = `/api/platform/v1/businesses/${publicId("business", applicant.id)}`;
    const patch = (ifMatch: unknown) =>
      server.partner(applicant.platform, {
        method: "PATCH",
        url,
        headers: { "if-match": String(ifMatch) },
        payload: { metadata: { n: 1 } },
      });
    await raise(applicant, "ADDITIONAL_DOCUMENTS_UPLOAD");
    expect(await patch(etag)).toMatchObject({ status: 412, body: { code: "VERSION_MISMATCH" } });
    const after = await look(applicant);
    const patched = await patch(after.etag);
    expect(patched.status).toBe(200);
    expect(patched.headers["etag"]).not.toBe(after.etag);
  });

  it("does not move by an event that says nothing about the status", async () => {
    const applicant = await anApplicant();
    const before = await look(applicant);
    const url = `/api/platform/v1/users/platform:${applicant.platformUserId}/connect-tokens`;
    await server.partner(applicant.platform, { method: "POST", url, payload: {} });
    expect(await look(applicant)).toEqual(before);
  });
});
