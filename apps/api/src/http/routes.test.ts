import { randomUUID } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { later } from "@inlay/contracts/calls/later.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankVendor, exchange } from "../banking/banking.fixture.ts";
import { readyDocument } from "../documents/documents.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "./server.fixture.ts";
import { buildServer } from "./server.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  const accountingUrl = `${sandbox.url}/railz`;
  server = await testServer({
    PLAID_URL: `${sandbox.url}/plaid`,
    S3_URL: `${sandbox.url}/s3`,

    RAILZ_URL: accountingUrl,
    RAILZ_AUTH_URL: accountingUrl,
    RAILZ_CONNECT_URL: `${accountingUrl}/connect`,
  });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const all: [string, Call][] = [
  ...Object.entries(portalCalls),
  ...Object.entries(partnerCalls).map(([name, call]): [string, Call] => [`partner.${name}`, call]),
];
const isLater = (name: string) => (later as readonly string[]).includes(name);
/** Parameters that name something of ours, not somebody's: the name of a step is the same for everyone. */
const withName = (url: string) => url.replace("/step/:id", "/step/START_FLOW");
const served = all.filter(([name]) => !isLater(name));

describe("the list of calls", () => {
  it("has a route for every call that is not for later, and none for those that are", () => {
    for (const [name, { method, path }] of all) {
      expect({ name, routed: server.fastify.hasRoute({ method, url: path }) }).toEqual({
        name,
        routed: !isLater(name),
      });
    }
  });

  it("only ever shrinks its list for later", () => {
    // Lower this number when calls get their routes; never raise it.
    expect(later.length).toBeLessThanOrEqual(79);
  });

  it("will not start with a route that names no action", async () => {
    const fresh = await buildServer(server.app);
    expect(() => fresh.get("/forgotten", async () => "oops")).toThrow("GET /forgotten does not say which action it is");
    await fresh.close();
  });
});

describe("a stranger", () => {
  it("is asked to sign in on every route that is not for anyone", async () => {
    for (const [name, call] of served) {
      if (whoMay(call.action).includes("ANYONE")) continue;
      const answer = await server.fastify.inject({
        method: call.method,
        url: call.path.replaceAll(/:\w+/g, randomUUID()),
      });
      expect({ name, status: answer.statusCode }).toEqual({ name, status: 401 });
    }
  });
});

/**
 * Every route that names something by an id in its path, asked by everybody for whom that something is not: a person of another
 * business, one of another platform, another partner; and for something that never was.
 */
describe("what belongs to somebody else", () => {
  let mine: TestPlatform;
  let theirs: TestPlatform;
  let owner: TestPerson;
  let colleague: TestPerson;
  let anonymous: TestPerson;
  beforeAll(async () => {
    mine = await server.platform({ platformDisbursementAccountExpected: true });
    theirs = await server.platform();
    owner = await server.person(mine, { email: "owner@mine.test", roles: ["PRIMARY_OWNER"] });
    colleague = await server.person(mine, { email: "colleague@mine.test", roles: ["PRIMARY_OWNER"] });
    anonymous = await server.person(theirs, { email: "owner@theirs.test", roles: ["PRIMARY_OWNER"] });
  });

  it("cannot be told from what never was, on any route with an id: 404 with the same body", async () => {
    const token = await server.partner(mine, {
      method: "POST",
      url: `/api/platform/v1/users/${owner.userId}/connect-tokens`,
      payload: {},
    });
    const account = await server.partner(mine, {
      method: "POST",
      url: "/api/platform/v1/bank-accounts",
      payload: {
        businessId: owner.businessId,
        createdMethod: "PLATFORM_PLAID_ASSET_REPORT",
        name: "Report",

        accountType: "CHECKING",
        accountNumber: "000123456789",
        routingNumber: "021000021",
      },
    });
    const idOf: Record<string, { mine: string; nobodys: string }> = {
      bankAccountId: { mine: String(account.body["id"]), nobodys: publicId("bankAccount", randomUUID()) },
      date: { mine: "2026-01-05", nobodys: "2026-01-05" },
      businessId: { mine: owner.businessId, nobodys: publicId("business", randomUUID()) },
      userId: { mine: owner.userId, nobodys: publicId("user", randomUUID()) },
      connectTokenId: { mine: String(token.body["id"]), nobodys: publicId("connectToken", randomUUID()) },
    };
    // At the portal's door a person asks, and every kind of thing is called id.
    const document = await readyDocument(server, owner.businessId);
    const portalIds: Record<string, string> = {
      ...(await bankIds(owner)),
      ...(await coOwnerIds(owner)),
      deleteCoOwnerV2: String((await nameCoOwner(owner)).body["id"]),

      getBusinessDocument: document,
      confirmDocumentUpload: document,
      getBusinessDocumentUrl: document,
    };
    const bodies: Record<string, object> = {
      "partner.advanceClock": { days: 1 },
      "partner.putSalesDay": { grossCents: 100, refundsCents: 0, transactionCount: 1, closed: true },
    };
    let asked = 0;
    for (const [name, call] of served) {
      const parameters = [...withName(call.path).matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? "");
      if (parameters.length === 0) continue;
      const urlWith = (tenant: "mine" | "nobodys") =>
        parameters.reduce((url, parameter) => {
          const atPortal = { mine: portalIds[name], nobodys: randomUUID() };
          const id = (call.audience === "portal" ? atPortal : idOf[parameter])?.[tenant];
          if (!id) throw new Error(`${name}: the matrix has no id for :${parameter}`);
          return url.replace(`:${parameter}`, id);
        }, call.path as string);
      const ask = (
        platform: TestPlatform,
        tenant: "mine" | "nobodys",
        person = platform === mine ? owner : anonymous,
      ) => {
        const options = {
          method: call.method,
          url: urlWith(tenant),
          ...(call.body && { payload: bodies[name] ?? {} }),
        };
        return call.audience === "portal" ? person.as(options) : server.partner(platform, options);
      };
      if (call.audience === "portal") {
        expect({ name, status: (await ask(mine, "mine", colleague)).status }).toEqual({ name, status: 404 });
      }
      expect({ name, status: (await ask(mine, "mine")).status }).toEqual({ name, status: call.status ?? 200 });
      const [foreign, never] = [await ask(theirs, "mine"), await ask(theirs, "nobodys")];
      expect({ name, foreign: foreign.status, never: never.status }).toEqual({ name, foreign: 404, never: 404 });
      const bare = ({ requestId: _, instance: __, ...body }: Record<string, unknown>) => body;
      expect(bare(foreign.body)).toEqual(bare(never.body));
      asked++;
    }
    expect(asked).toBeGreaterThanOrEqual(4);
  });

  it("is not reached by the partner's own ids of another platform either", async () => {
    for (const url of [
      `/api/platform/v1/users/platform:${owner.platformUserId}`,
      `/api/platform/v1/users/platform:${randomUUID()}`,
    ]) {
      expect((await server.partner(theirs, { method: "GET", url })).status).toBe(404);
    }
  });

  it("is not reached by the user index, on any route of the portal: 404", async () => {
    let asked = 0;
    for (const [name, call] of served) {
      if (call.audience !== "portal" || whoMay(call.action).includes("ANYONE")) continue;
      for (const person of [colleague, anonymous]) {
        const answer = await person.as({
          method: call.method,
          url: withName(call.path),
          headers: { "user-index": "1" },
          ...(call.body && { payload: {} }),
        });
        expect({ name, status: answer.status }).toEqual({ name, status: 404 });
        asked++;
      }
    }
    expect(asked).toBeGreaterThanOrEqual(12);
  });

  it("is in no list of anybody else's", async () => {
    const businesses = await server.partner(theirs, { method: "GET", url: "/api/platform/v1/businesses?limit=100" });
    const users = await server.partner(theirs, { method: "GET", url: "/api/platform/v1/users?limit=100" });
    const accounts = await server.partner(theirs, { method: "GET", url: "/api/platform/v1/bank-accounts?limit=100" });
    expect(accounts.body["data"]).toEqual([]);
    expect(businesses.text).not.toContain(owner.businessId);
    expect(users.text).not.toContain(owner.userId);
    expect(
      (await server.partner(theirs, { method: "GET", url: `/api/platform/v1/users?businessId=${owner.businessId}` }))
        .status,
    ).toBe(404);
    const seen = await colleague.as({ method: "GET", url: "/api/v1/business" });
    expect((seen.body["allBusinessUsers"] as unknown[]).length).toBe(1);
  });

  it("stays hidden from those whose session stands for a platform or a capital provider", async () => {
    for (const tokenType of ["PLATFORM_USER", "CAPITAL_USER"] as const) {
      const sessionId = randomUUID();
      await server.database.admin.query(
        "insert into app.session (id, platform_id, token_type, mode, user_id, expires_at) values ($1, $2, $3, 'DIRECT', $1, now() + interval '1 hour')",
        [sessionId, mine.id, tokenType],
      );
      const token = await server.app.tokens.sign(
        { sessionId, tokenType, platformId: mine.id, userId: sessionId, email: null },
        new Date(Date.now() + 60_000),
      );
      for (const [name, call] of served) {
        if (call.audience !== "portal" || whoMay(call.action).includes("ANYONE")) continue;
        const answer = await server.fastify.inject({
          method: call.method,
          url: withName(call.path),
          headers: { authorization: `Bearer ${token}` },
        });
        expect({ name, status: answer.statusCode }).toEqual({
          name,
          status: mayDo([tokenType], call.action) ? 200 : 403,
        });
      }
    }
  });
});

/** A bank of this person's, an account of it, and a link on a page of its own. */
async function bankIds(owner: TestPerson): Promise<Record<string, string>> {
  const linked = await exchange(owner, await bankVendor(sandbox).publicToken(owner.businessId));
  const [checking] = linked.body["accounts"] as { id: string }[];
  const hosted = await owner.as({ method: "POST", url: "/api/v1/bank-links/hosted", payload: {} });
  return {
    refreshBankItem: String(linked.body["itemId"]),
    setPrimaryBankAccount: checking?.id ?? "",
    readHostedBankLink: String(hosted.body["hostedLinkId"]),
  };
}

const coOwner = () => ({ firstName: "Luis", lastName: "Ortega", email: `${randomUUID()}@owner.test` });
const nameCoOwner = (owner: TestPerson) =>
  owner.as({ method: "POST", url: "/api/v1/workflow/secondary-owners", payload: coOwner() });

/** One to correct and one to remove. */
async function coOwnerIds(owner: TestPerson): Promise<Record<string, string>> {
  const [corrected, removed] = [await nameCoOwner(owner), await nameCoOwner(owner)].map(({ body }) =>
    String(body["id"]),
  );
  // Invitations go out with the consent.
  await server.database.admin.query(
    `insert into app.onboarding_step (platform_id, business_id, step, answer_hash, completed_by, completed_at)
      select platform_id, business_id, 'COLLECT_CONSENT', '', id, now() from app.business_user where platform_user_id = $1`,
    [owner.platformUserId],
  );
  return {
    updateCoOwner: corrected ?? "",
    updateCoOwnerV2: corrected ?? "",
    deleteCoOwner: removed ?? "",
    resendCoOwnerInvitation: corrected ?? "",
  };
}

/** The person as a co-owner who has just come. */
const makeCoOwner = (person: TestPerson) =>
  server.database.admin.query(
    `insert into app.business_owner (platform_id, business_id, user_id, is_primary, current_step, first_name, last_name, email)
      select platform_id, business_id, id, false, 'START_FLOW', 'Luis', 'Ortega', id || '@owner.test'
      from app.business_user where platform_user_id = $1`,
    [person.platformUserId],
  );

describe("each role at each route of the portal", () => {
  it("gets in exactly where the permission table says so", async () => {
    const platform = await server.platform();
    const bodies: Record<string, object> = {
      updateBusiness: { customInitializationId: null },
      chooseLocale: { locale: "es" },
      askOwner: { email: `${randomUUID()}@owner.test` },
      reportInteraction: { eventType: "ELIGIBILITY_SCREENER_PASSED" },
      requestTaxReturnUploads: { files: [{ id: "1", name: "a.pdf", type: "application/pdf" }] },
      requestDocumentUploads: {
        files: [{ id: "1", name: "a.pdf", type: "application/pdf" }],
        documentType: "bank-statements",
      },

      completeCoOwnerStep: { completedStep: "START_FLOW" },
      resendCoOwnerInvitation: {},
      createCoOwner: coOwner(),
      createCoOwnerV2: { ...coOwner(), ownershipPercentage: 20 },

      updateCoOwner: { firstName: "Ana" },
      updateCoOwnerV2: { ownershipPercentage: 25 },

      saveStepDraft: { fields: {} },
      saveCoOwnerStepDraft: { fields: {} },
      answerOnboardingSurvey: { reasonForApplying: "TO_GROW_YOUR_BUSINESS" },
      suggestAddresses: { input: "12 Main", session: randomUUID() },
      resolveAddress: { id: "place", session: randomUUID() },
      completeStep: {
        completedStep: "START_FLOW",
        data: {
          creditScoreGreaterThan: true,
          businessesGreaterThan: true,
          averageBusinessesCashBalanceGreaterThan: true,
        },
      },
    };
    for (const role of ["NO_ROLE", "PRIMARY_OWNER", "OPERATOR", "SECONDARY_OWNER", "PRIMARY_OWNER_CONFLICT"] as const) {
      const person = await server.person(platform);
      if (role !== "NO_ROLE") {
        await server.database.admin.query(
          `insert into app.user_role (platform_id, business_id, user_id, role) select platform_id, business_id, id, $2 from app.business_user where platform_user_id = $1`,
          [person.platformUserId, role],
        );
      }
      if (role === "SECONDARY_OWNER") await makeCoOwner(person);
      const document = await readyDocument(server, person.businessId);
      const banks = mayDo([role], "bank-account.link") ? await bankIds(person) : {};
      const bankBodies: Record<string, object> = {
        markBankItemsConnected: { itemIds: [banks["refreshBankItem"] ?? randomUUID()] },

        createBankLinkToken: {},
        startHostedBankLink: {},
        exchangeBankLinkToken: {
          publicToken: await bankVendor(sandbox).publicToken(person.businessId, "user_good", "ins_100003"),
        },
      };
      const ids: Record<string, string> = {
        ...banks,
        ...(mayDo([role], "co-owners.manage") && (await coOwnerIds(person))),

        getBusinessDocument: document,
        confirmDocumentUpload: document,
        getBusinessDocumentUrl: document,
      };
      for (const [name, call] of served) {
        if (call.audience !== "portal" || whoMay(call.action).includes("ANYONE") || name === "upsertUserRoles")
          continue;
        // Whoever says that they are no co-owner is nobody here afterwards.
        if (name === "declineOwnership" && role === "SECONDARY_OWNER") continue;
        const answer = await person.as({
          method: call.method,
          url: withName(call.path).replace(/:\w+/, ids[name] ?? "$&"),
          ...((bodies[name] ?? bankBodies[name]) && { payload: bodies[name] ?? bankBodies[name] }),
        });
        const expected = mayDo([role], call.action) ? (call.status ?? 200) : 403;
        expect({ name, role, status: answer.status }).toEqual({ name, role, status: expected });
        // There is room for four: who was named a moment ago is removed again.
        if (name === "createCoOwner") ids["deleteCoOwnerV2"] = String(answer.body["id"]);
      }
    }
  });
});
