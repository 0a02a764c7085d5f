import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { scopeOf, scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import type { Caller as Role } from "@inlay/lending/access/permissions.ts";
import { staffRoles } from "@inlay/lending/access/staff-roles.ts";
import { businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { revenueShareAccrued } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { InjectOptions } from "fastify";
import { bankVendor } from "../apps/api/src/banking/banking.fixture.ts";
import { inScope, staffScope } from "../apps/api/src/db/scope.ts";
import { post } from "../apps/api/src/ledger/public.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { createOrder, type NewOrder } from "../apps/api/src/payments/public.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { saveStyleConfiguration } from "../apps/api/src/platforms/style-configurations.ts";
import { aLoanOwing } from "../apps/api/src/products/products.fixture.ts";
import { larkspurStyles } from "../apps/api/src/seed/seed.ts";
import { softAuthenticator } from "../apps/api/src/staff/authenticator.fixture.ts";
import { hashOf, newToken, type Server, send } from "./object-access-world.ts";

export type Audience = "portal" | "partner" | "staff" | "accountant";

/** Somebody who sends requests, and the names under which the permission table knows them. */
export type Caller = {
  name: string;
  audience: Audience;
  token: string;
  roles: Role[];
  scopes?: readonly string[];
  memberId?: string;
};

/** A business with everything in it that an id can name. `main` and `other` belong to the same people. */
export type Tenant = {
  /** Part of every text that belongs to this tenant and to no other. */
  word: string;
  platformId: string;
  main: string;
  other: string;
  callers: Caller[];
  /** Credentials of each audience that were revoked and that have expired. */
  ended: Record<Audience, { revoked: string; expired: string }>;
  objects: Objects;
};

export type Objects = Awaited<ReturnType<typeof createObjects>>;
type Base = { server: Server; word: string; platform: Platform };
type Platform = {
  id: string;
  key: string;
  restricted: Map<string, string>;
  ended: { revoked: string; expired: string };
};

/** Two platforms: two tenants on the first and one on the second. */
export async function createTenants(server: Server): Promise<Tenant[]> {
  const first = await createPlatform(server, "Alderwick");
  const second = await createPlatform(server, "Cindermoor");
  const staff = await createStaff(server);
  const tenants: Tenant[] = [];
  for (const [word, platform] of [
    ["Alderwick", first],
    ["Brackenfold", first],
    ["Cindermoor", second],
  ] as const)
    tenants.push(await createTenant({ server, word, platform }, staff));
  return tenants;
}

/** The scopes that some call of the partner API requires. */
const neededScopes = [...new Set(Object.values(scopeOf))];

async function createPlatform({ app, admin }: Server, word: string): Promise<Platform> {
  const id = randomUUID();
  const [key, revoked, expired] = [1, 2, 3].map(() => newApiKey("SECRET", "test")) as [string, string, string];
  const restricted = new Map(neededScopes.map((scope) => [scope, newApiKey("RESTRICTED", "test")]));
  await inScope(app.pool, { platformId: id, businessId: "whole platform" }, async (tx) => {
    await tx
      .insertInto("platform")
      .values({ id, name: `${word} Platform` })
      .execute();
    await saveSettings(tx, id, {
      ...defaultSettings(),
      platformProgramName: `${word} Capital`,
      signInDomains: [`${word.toLowerCase()}.example`],
      supportEmail: `support@${word.toLowerCase()}.example`,
      helpWindowKey: word,
      platformDisbursementAccountExpected: true,
    });
    for (const isDefault of [true, false])
      await saveStyleConfiguration(tx, id, {
        name: `${word} ${isDefault ? "plain" : "autumn"}`,
        isDefault,
        styles: larkspurStyles,
        signInPage: { title: `Welcome to ${word}`, body: "", backgroundImageUrl: null, logoUrl: null },
      });
    const store = (kind: "SECRET" | "RESTRICTED", name: string, granted: readonly string[], clear: string) =>
      storeApiKey(tx, id, { kind, name: `${word} ${name}`, scopes: [...granted], clear });
    await store("SECRET", "server", scopes, key);
    await store("SECRET", "revoked", scopes, revoked);
    await store("SECRET", "expired", scopes, expired);
    for (const [scope, clear] of restricted) await store("RESTRICTED", scope, [scope], clear);
  });
  await admin.query("update app.api_key set revoked_at = now() where name = $1", [`${word} revoked`]);
  await admin.query("update app.api_key set expires_at = now() where name = $1", [`${word} expired`]);
  return { id, key, restricted, ended: { revoked, expired } };
}

type StaffGround = {
  callers: Caller[];
  ended: { revoked: string; expired: string };
  memberIds: string[];
  challenges: Map<string, object>;
};

/** A member of each role, and two whose sessions have ended. */
async function createStaff(server: Server): Promise<StaffGround> {
  const { admin } = server;
  const signIn = async (name: string, roles: readonly string[], ending = ""): Promise<Caller> => {
    const { rows } = await admin.query<{ id: string }>(
      "insert into app.staff_member (email, name, roles) values ($1, $2, $3) returning id",
      [`${name.toLowerCase()}@inlay.test`, name, roles],
    );
    const memberId = rows[0]?.id ?? "";
    const token = newToken();
    await admin.query(
      // A sign-in of tomorrow stays recent enough to add a passkey, however long the proof runs.
      `insert into app.staff_session (member_id, method, token_hash, created_at, expires_at, revoked_at)
       values ($1, 'CODE', $2, now() + interval '1 day', now() + case $3 when 'expired' then '-1 hour' else '2 days' end::interval, case $3 when 'revoked' then now() end)`,
      [memberId, hashOf(token), ending],
    );
    return { name: `staff ${name}`, audience: "staff", token, roles: ["STAFF", ...roles] as Role[], memberId };
  };
  const callers = [];
  for (const role of staffRoles) callers.push(await signIn(role, [role]));
  const revoked = await signIn("Revoked", staffRoles, "revoked");
  const expired = await signIn("Expired", staffRoles, "expired");
  return {
    callers,
    ended: { revoked: revoked.token, expired: expired.token },
    memberIds: [revoked.memberId ?? "", expired.memberId ?? ""],
    challenges: await createChallenges(server, callers),
  };
}

/** For each member a challenge for a new passkey, with the answer of their authenticator. */
async function createChallenges({ app, admin }: Server, members: readonly Caller[]): Promise<Map<string, object>> {
  const challenges = new Map<string, object>();
  for (const { memberId = "" } of members) {
    const [challengeId, challenge] = [randomUUID(), newToken()];
    await admin.query(
      "insert into app.staff_challenge (id, member_id, challenge, expires_at) values ($1, $2, $3, now() + interval '1 day')",
      [challengeId, memberId, challenge],
    );
    const response = softAuthenticator(new URL(app.config.CONSOLE_URL).origin).make({ challenge });
    challenges.set(memberId, { challengeId, response });
  }
  return challenges;
}

const people = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR", "PRIMARY_OWNER_CONFLICT", "NO_ROLE"] as const;

async function createTenant(base: Base, staff: StaffGround): Promise<Tenant> {
  const { server, word, platform } = base;
  const { admin } = server;
  const ask = async (options: InjectOptions): Promise<Record<string, unknown>> => {
    const { status, text } = await send(server, options);
    if (status >= 300) throw new Error(`${options.method} ${options.url}: ${status} ${text}`);
    return JSON.parse(text);
  };
  const partner = (url: string, payload: object) =>
    ask({
      method: "POST",
      url: `/api/platform/v1${url}`,
      headers: { authorization: `Bearer ${platform.key}`, "idempotency-key": randomUUID() },
      payload,
    });
  const open = async (userId: string): Promise<string> => {
    const { connectToken } = await partner(`/users/${userId}/connect-tokens`, {});
    const payload = { connectToken };
    return String((await ask({ method: "POST", url: "/api/v1/connect-tokens/exchange", payload }))["sessionToken"]);
  };
  const businesses: string[] = [];
  const users: Record<string, string> = {};
  const callers: Caller[] = [];
  for (const which of ["main", "other"]) {
    const platformBusinessId = `${word}-${which}`;
    const made = await partner("/businesses", { platformBusinessId, name: `${word} ${which}`, metadata: { word } });
    const businessId = uuidOf("business", String(made["id"])) ?? "";
    businesses.push(businessId);
    for (const role of people) {
      const user = await partner("/users", {
        platformUserId: `${word}-${which}-${role}`,
        platformBusinessId,
        email: `${role.toLowerCase()}@${word.toLowerCase()}.test`,
        firstName: word,
        lastName: role === "NO_ROLE" ? "Nobody" : "Person",
        metadata: { word },
      });
      const userId = uuidOf("user", String(user["id"])) ?? "";
      users[`${which} ${role}`] = userId;
      if (role !== "NO_ROLE")
        await admin.query(
          "insert into app.user_role (platform_id, business_id, user_id, role) values ($1, $2, $3, $4)",
          [platform.id, businessId, userId, role],
        );
      if (which === "main") {
        const token = await open(String(user["id"]));
        callers.push({ name: `${word} ${role}`, audience: "portal", token, roles: [role] });
      }
    }
  }
  // Every session has stepped up in each business of its person, however long the proof runs.
  await admin.query(
    `insert into app.step_up (id, platform_id, business_id, session_id, user_id, purpose, method, recipient, locale, expires_at, passed_at)
     select uuidv7(), u.platform_id, u.business_id, s.id, u.id, 'STEP_UP', 'EMAIL', u.email, 'en', now(), now() + interval '1 day'
     from app.session s join app.business_user u on u.platform_id = s.platform_id and (u.id = s.user_id or u.email = s.email)
     where u.business_id = any($1)`,
    [businesses],
  );
  const [main = "", other = ""] = businesses;
  const endedSession = async (change: string) => {
    const token = await open(`platform:${word}-main-PRIMARY_OWNER`);
    await admin.query(
      `update app.session set ${change} where id = (select id from app.session order by created_at desc, id desc limit 1)`,
    );
    return token;
  };
  const portal = {
    revoked: await endedSession("revoked_at = now()"),
    expired: await endedSession("expires_at = now()"),
  };
  const accountants = await createAccountants(base, main, users["main PRIMARY_OWNER"] ?? "");
  callers.push(
    { name: `${word} accountant`, audience: "accountant", token: accountants.open.token, roles: ["ACCOUNTANT"] },
    { name: `${word} key`, audience: "partner", token: platform.key, roles: ["PLATFORM_KEY"], scopes },
    ...[...platform.restricted].map(
      ([scope, token]): Caller => ({
        name: `${word} key ${scope}`,
        audience: "partner",
        token,
        roles: ["PLATFORM_KEY"],
        scopes: [scope],
      }),
    ),
    ...staff.callers,
  );
  const owner = callers[0] as Caller;
  const objects = await createObjects(base, { main, other, users, ask, partner, owner, accountants, staff });
  return {
    word,
    platformId: platform.id,
    main,
    other,
    callers,
    ended: { portal, partner: platform.ended, staff: staff.ended, accountant: accountants.ended },
    objects,
  };
}

/** An accountant with a session, and invitations whose sessions have ended. */
async function createAccountants({ server, word, platform }: Base, businessId: string, invitedBy: string) {
  const invite = async (change: string) => {
    const [id, token] = [randomUUID(), newToken()];
    await server.admin.query(
      `insert into app.accountant_invitation (id, platform_id, business_id, invited_by, invited_at, first_name, last_name, email, language,
         token_hash, expires_at, used_at, session_hash, session_expires_at, withdrawn_at)
       values ($1, $2, $3, $4, now(), $5, 'Quist', $6, 'en', $7, now() + interval '1 day', now(), $8, ${change})`,
      [
        id,
        platform.id,
        businessId,
        invitedBy,
        word,
        `books@${word.toLowerCase()}.test`,
        hashOf(newToken()),
        hashOf(token),
      ],
    );
    return { id, token };
  };
  const revoked = await invite("now() + interval '1 day', now()");
  const expired = await invite("now(), now()");
  const open = await invite("now() + interval '1 day', null");
  return { open, ended: { revoked: revoked.token, expired: expired.token } };
}

type Ground = {
  main: string;
  other: string;
  users: Record<string, string>;
  ask(options: InjectOptions): Promise<Record<string, unknown>>;
  partner(url: string, payload: object): Promise<Record<string, unknown>>;
  owner: Caller;
  accountants: Awaited<ReturnType<typeof createAccountants>>;
  staff: StaffGround;
};

const doneSteps = [
  ...([
    "START_FLOW",
    "SELECT_PRODUCTS",
    "COLLECT_PERSONAL_DETAILS",
    "COLLECT_BUSINESS_DETAILS",
    "COLLECT_PLAID",
  ] as const),
  ...(["COLLECT_BANK_STATEMENTS", "COLLECT_BANK_INFO", "COLLECT_RAILZ", "COLLECT_BUSINESS_TAX"] as const),
  ...(["COLLECT_EXISTING_DEBT", "COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] as const),
];
const requestedInputs = [
  ...(["UPDATE_PRIMARY_BANK_ACCOUNT", "RECOLLECT_BANK_STATEMENTS", "RECOLLECT_TAX_RETURNS"] as const),
  "ADDITIONAL_DOCUMENTS_UPLOAD" as const,
];

/** Everything that an id of a request can name, once for each tenant. */
async function createObjects(base: Base, ground: Ground) {
  const { server, word, platform } = base;
  const { main, other, users, partner, staff } = ground;
  const { admin, app } = server;
  const scope = { platformId: platform.id, businessId: main };
  const insert = async (table: string, row: Record<string, unknown>): Promise<string> => {
    const full = { platform_id: platform.id, business_id: main, ...row };
    const names = Object.keys(full);
    const places = names.map((_, n) => `$${n + 1}`).join(", ");
    const text = `insert into app.${table} (${names.join(", ")}) values (${places}) returning *`;
    const { rows } = await admin.query<{ id: string }>(text, Object.values(full));
    return rows[0]?.id ?? "";
  };
  const asOwner = (method: "GET" | "POST", url: string, payload?: object) =>
    ground.ask({
      method,
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${ground.owner.token}` },
      ...(payload && { payload }),
    });

  // Onboarding, answered up to the consent.
  for (const step of doneSteps)
    await insert("onboarding_step", { step, answer_hash: hashOf(newToken()), completed_at: new Date() });
  const answers = { selectedProducts: ["TERM_LOAN"], optToProvideBankStatements: true, hasExistingDebt: true };
  await insert("onboarding", { answers: JSON.stringify(answers) });
  const debt = await insert("existing_debt", {
    position: 0,
    description: `${word} oven lease`,
    monthly_payment_cents: 45_000,
    outstanding_balance_cents: 1_200_000,
    interest_rate_basis_points: 800,
    months_remaining: 30,
  });
  const person = { first_name: word, last_name: "Owner", email: `primary_owner@${word.toLowerCase()}.test` };
  await insert("business_owner", { ...person, is_primary: true, user_id: users["main PRIMARY_OWNER"] });
  const coOwner = { first_name: word, last_name: "Coowner", is_primary: false, current_step: "START_FLOW" };
  const accepted = { email: `secondary_owner@${word.toLowerCase()}.test` };
  await insert("invitation", {
    ...accepted,
    kind: "SECONDARY_OWNER",
    owner_id: await insert("business_owner", { ...coOwner, ...accepted, user_id: users["main SECONDARY_OWNER"] }),
    locale: "en",
    expires_at: new Date(),
    used_at: new Date(),
  });
  const invited = await insert("business_owner", { ...coOwner, email: `invited@${word.toLowerCase()}.test` });

  // Documents.
  const document = (type: string, row: object = {}) =>
    insert("business_document", {
      document_type: type,
      source: "USER",
      status: "READY",
      file_name: `${word} ${type}.pdf`,
      file_kind: "pdf",
      bytes: 1,
      sha256: Buffer.from([0]),
      uploaded_by: users["main PRIMARY_OWNER"],
      ...row,
    });
  const documents = {
    bankStatement: await document("BANK_STATEMENT"),
    taxReturn: await document("TAX_RETURN"),
    additional: await document("ADDITIONAL_DOCUMENTS"),
    ofAccountant: await document("TAX_RETURN", {
      uploaded_by: null,
      uploaded_by_accountant: ground.accountants.open.id,
    }),
  };

  const fileUrl = (id: string) =>
    new URL(`/api/v2/servicing/documents/${id}/read-file-url`, app.config.PORTAL_URL).href;

  // Banks and accounts.
  const publicToken = await bankVendor(server.sandbox).publicToken(main);
  const linked = await asOwner("POST", "/plaid/token/exchange", { publicToken, type: "BUSINESS" });
  const bankItem = String(linked["itemId"]);
  const hostedLink = String((await asOwner("POST", "/bank-links/hosted", {}))["hostedLinkId"]);
  const blockedItem = await insert("bank_item", {
    vendor_item_id: randomUUID(),
    institution_id: `${word}-blocked`,
    institution_name: `${word} Bank`,
    status: "KANMON_BLOCKED",
  });
  const account = async (row: object): Promise<string> => {
    const id = await insert("bank_account", {
      account_name: `${word} checking`,
      account_number_last4: "6789",
      account_subtype: "checking",
      holder: "BUSINESS",
      created_method: "MANUAL",
      verification: "VERIFIED",
      added_on: "2026-01-02",
      sanctions_clear_on: "2026-01-02",
      ...row,
    });
    const key = await app.vault.keyFor(scope);
    for (const [field, number] of [
      ["ACCOUNT_NUMBER", String(Math.floor(1e9 + Math.random() * 9e9))],
      ["ROUTING_NUMBER", "021000021"],
    ] as const) {
      const fingerprint = app.vault.fingerprint(number, field);
      const value = new Secret(number);
      await inScope(app.pool, scope, (tx) => app.vault.save(tx, key, { ownerId: id, field, value, fingerprint }));
    }
    return id;
  };
  const checking = await account({});
  await insert("ach_authorization", { bank_account_id: checking, text_hash: Buffer.from("x"), text_version: "1" });
  const typed = await account({ verification: "PENDING" });
  const secondChecking = await account({});
  const blocked = await account({ blocked_at: new Date(), frozen_at: new Date() });
  const provided = await partner("/bank-accounts", {
    platformBusinessId: `${word}-main`,
    platformBankAccountId: `${word}-account`,
    name: `${word} provided`,
    createdMethod: "PLATFORM_PLAID_ASSET_REPORT",
    accountType: "CHECKING",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    metadata: { word },
  });
  const correction = await insert("account_correction", {
    bank_account_id: checking,
    processor_correction_id: randomUUID(),
    change_code: "C01",
    received_at: new Date(),
    apply_by: "2099-01-01",
  });

  // Payments.
  const issuedProduct = await aLoanOwing(admin, scope, "EQUITY", 1_000_000_000);
  const orderOf = (change: Partial<NewOrder>): NewOrder => {
    const amountCents = cents(45_840);
    return {
      ...scope,
      key: randomUUID(),
      bankAccountId: checking,
      direction: "INCOMING",
      paymentType: "REPAYMENT",
      productType: "TERM_LOAN",
      feeType: null,
      amountCents,
      split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
      book: "EQUITY",
      item: `${word}/${randomUUID()}`,
      subjects: { issuedProductId: issuedProduct },
      dueOn: businessDate("2099-01-05"),
      purpose: "REPAYMENT",
      entries: null,
      isManual: false,
      ...change,
    };
  };
  const funded = [
    entry("FUNDED", "EQUITY", [debit("PRINCIPAL_RECEIVABLE", cents(45_840)), credit("CLEARING_OUT", cents(45_840))]),
  ];
  const payout = { direction: "OUTGOING", paymentType: "OUTGOING", purpose: "OTHER", entries: funded } as const;
  const order = async (change: Partial<NewOrder>, update = "") => {
    const by = { actor: { kind: "STAFF", id: staff.memberIds[0] ?? "" } as const, requestId: null };
    const id = await inScope(app.pool, scope, (tx) => createOrder(tx, orderOf(change), by));
    if (update) await admin.query(`update app.payment_order set next_action_at = null, ${update} where id = $1`, [id]);
    return id;
  };
  const orders = {
    waiting: await order({ ...payout, isManual: true }),
    failed: await order(
      {},
      "status = 'FAILED_PAYMENT', failure_reason = 'insufficient_funds', effective_on = current_date - 14, first_settled_on = current_date - 14",
    ),
    taken: await order({}, "status = 'SUCCESSFUL_PAYMENT', effective_on = current_date"),
    returned: await order({}, "status = 'FAILED_PAYMENT', return_code = 'R01'"),
    unusual: await order(payout, "unusual_reasons = array['VELOCITY']"),
    submitted: await order({}, "status = 'SUBMITTED'"),
  };
  const microCredit = () =>
    order(
      {
        ...payout,
        amountCents: cents(12),
        purpose: "MICRO_ENTRY",
        entries: [],
        subjects: {},
        productType: null,
        bankAccountId: typed,
        book: "OPCO",
      },
      "status = 'SUCCESSFUL_PAYMENT'",
    );
  await insert("micro_entry_verification", {
    id: randomUUID(),
    bank_account_id: typed,
    event_id: randomUUID(),
    status: "PENDING_VERIFICATION",
    send_by: "2099-01-01",
    confirm_by: "2099-01-01",
    first_credit_id: await microCredit(),
    second_credit_id: await microCredit(),
  });

  // Requests for input, screenings and work of staff.
  const inputs: Record<string, string> = {};
  for (const subStep of requestedInputs)
    inputs[subStep] = await insert("additional_input", {
      sub_step: subStep,
      raised_by: "SYSTEM",
      raised_at: new Date(),
      payload: JSON.stringify({ request: `${word} lease` }),
    });
  const screening = (row: object) =>
    insert("sanctions_screening", {
      subject_id: randomUUID(),
      name: `${word} Vorshenko`,
      result: "POSSIBLE_MATCH",
      score: 0.9,
      matches: JSON.stringify([
        { entryId: "1", name: `${word} Vorshenko`, kind: "PERSON", programs: ["SDN"], remarks: null, score: 0.9 },
      ]),
      list_sha256: Buffer.from([0]),
      list_published_at: new Date(),
      screened_at: new Date(),
      ...row,
    });
  const task = (row: object) => insert("task", { due_at: new Date(), ...row });
  const staffRequest = async (kind: string, subjectId: string, payload: object) => {
    const id = await insert("staff_request", {
      business_id: subjectId,
      kind,
      subject_id: subjectId,
      payload: JSON.stringify(payload),
      people: 2,
      maker_id: staff.memberIds[0],
      maker_reason: `${word} deed of sale`,
    });
    const { rows } = await admin.query(
      "select encode(payload_hash, 'hex') as hash from app.staff_request where id = $1",
      [id],
    );
    return { id, payloadHash: String(rows[0].hash) };
  };
  const bankLine = async (direction: "IN" | "OUT") => {
    const { rows } = await admin.query<{ id: string }>(
      `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
       values ($1, 'EQUITY', current_date, $2, 45840, 'UNEXPLAINED', 'UNKNOWN_PAYMENT') returning id`,
      [`${word}-${direction}`, direction],
    );
    const subject = { kind: "RECONCILIATION_FAULT", subject_id: rows[0]?.id };
    return task({ ...subject, platform_id: staffScope.platformId, business_id: null });
  };
  const platformObjects = await platformWide();
  return {
    ...platformObjects,
    word,
    platform: platform.id,
    business: main,
    otherBusiness: other,
    owner: users["main PRIMARY_OWNER"] ?? "",
    operator: users["main OPERATOR"] ?? "",
    claimant: users["main PRIMARY_OWNER_CONFLICT"] ?? "",
    debt,
    coOwner: invited,
    documents,
    fileUrls: {
      bankStatement: fileUrl(documents.bankStatement),
      taxReturn: fileUrl(documents.taxReturn),
      additional: fileUrl(documents.additional),
    },
    member: await newMember(),
    challenges: staff.challenges,
    bankItem,
    blockedItem,
    hostedLink,
    checking,
    secondChecking,
    typed,
    blocked,
    provided: uuidOf("bankAccount", String(provided["id"])) ?? "",
    correction,
    orders,
    inputs,
    screening: await screening({ subject_kind: "PERSON", business_id: other }),
    contested: await task({ kind: "PRIMARY_OWNER_CONFLICT", subject_id: main }),
    passkey: await insert("user_passkey", {
      user_id: users["main OPERATOR"],
      credential_id: `${word}Credential`,
      public_key: Buffer.from([0]),
      counter: 0,
    }),
    stoppedChange: await task({ kind: "ACCOUNT_CHANGE_STOPPED", subject_id: await stoppedChange() }),
    failedPayment: await task({ kind: "PAYMENT_FAILED", subject_id: orders.failed }),
    receipt: await bankLine("IN"),
    withdrawal: await bankLine("OUT"),
    request: await staffRequest("owner-conflict.resolve", other, {
      primaryOwnerId: users["other PRIMARY_OWNER_CONFLICT"],
    }),
    salesDay: await salesDay(),
    connectToken: String((await partner(`/users/platform:${word}-main-OPERATOR/connect-tokens`, {}))["id"]),
  };

  async function stoppedChange(): Promise<string> {
    const change = await insert("account_change", {
      actor_kind: "USER",
      actor_id: users["main OPERATOR"],
      made_at: new Date(),
    });
    await insert("account_change_item", { account_change_id: change, bank_account_id: blocked, what: ["TYPED"] });
    const link = await insert("account_change_link", {
      account_change_id: change,
      recipient: `owner@${word.toLowerCase()}.test`,
      token_hash: hashOf(newToken()),
      expires_at: new Date(),
    });
    await admin.query("update app.account_change set stopped_at = now(), stopped_by = $1 where id = $2", [
      link,
      change,
    ]);
    return change;
  }

  async function newMember(): Promise<string> {
    const { rows } = await admin.query<{ id: string }>(
      "insert into app.staff_member (email, name, roles) values ($1, $2, array['TREASURY']) returning id",
      [`${word.toLowerCase()}@inlay.test`, `${word} Member`],
    );
    return rows[0]?.id ?? "";
  }

  async function salesDay(): Promise<string> {
    const made = await ground.ask({
      method: "PUT",
      url: `/api/platform/v1/businesses/platform:${word}-main/sales-days/2026-01-05`,
      headers: { authorization: `Bearer ${platform.key}` },
      payload: { channel: word, grossCents: 100, refundsCents: 0, transactionCount: 1, closed: true },
    });
    return String(made["id"]);
  }

  /** Objects of the platform, which its first tenant creates and the others find. */
  async function platformWide() {
    const known = await admin.query(
      "select id from app.sanctions_screening where platform_id = $1 and business_id is null",
      [platform.id],
    );
    const themes = await admin.query(
      "select id from app.style_configuration where platform_id = $1 and not is_default",
      [platform.id],
    );
    const theme = String(themes.rows[0].id);
    if (known.rows[0]) {
      const alarm = await admin.query("select id from app.task where platform_id = $1 and kind = 'RETURN_RATE_ALARM'", [
        platform.id,
      ]);
      return { theme, platformScreening: String(known.rows[0].id), alarm: String(alarm.rows[0].id) };
    }
    await insert("bank_account", {
      business_id: null,
      party: "PLATFORM",
      holder_name: `${word} Software Inc`,
      account_name: `${word} platform account`,
      account_number_last4: "5678",
      account_subtype: "checking",
      holder: "BUSINESS",
      created_method: "STAFF",
      entered_by: staff.memberIds[0],
      verification: "VERIFIED",
      added_on: "2026-01-02",
    });
    const owed = [
      revenueShareAccrued(cents(100)),
      entry("WITHHELD", "OPCO", [
        debit("PLATFORM_SETTLEMENT_RECEIVABLE", cents(100)),
        credit("CLEARING_IN", cents(100)),
      ]),
    ];
    await inScope(app.pool, { platformId: platform.id, businessId: "whole platform" }, async (tx) => {
      for (const one of owed)
        await post(tx, one, {
          key: randomUUID(),
          occurredOn: dateAt(new Date()),
          source: { type: "payment order", id: randomUUID() },
          subjects: { platformId: platform.id, businessId: null, paymentOrderId: randomUUID() },
        });
    });
    await insert("debit_hold", { business_id: null, held_at: new Date() });
    return {
      theme,
      platformScreening: await screening({ subject_kind: "PLATFORM", business_id: null }),
      alarm: await task({ kind: "RETURN_RATE_ALARM", subject_id: platform.id, business_id: null }),
    };
  }
}
