import { randomUUID } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { later } from "@inlay/contracts/calls/later.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankVendor, exchange } from "../banking/banking.fixture.ts";
import { unansweredSigner } from "../closing/unanswered-signer.fixture.ts";
import { namePrimaryOwner, openOffer } from "../disclosures/signing.fixture.ts";
import { readyDocument } from "../documents/documents.fixture.ts";
import { signedAgreement } from "../documents/signed.fixture.ts";
import { fileUrlOf } from "../documents/uploads.ts";
import { waitingForMarkup } from "../offers/markup.fixture.ts";
import { issuedProduct } from "../products/issued.fixture.ts";
import { anIntegratedAdvance } from "../products/receivable.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import {
  anOwedInvoice,
  confirmation,
  inDays,
  invoiceObjects,
  uploadOf,
} from "../servicing/invoices/invoices.fixture.ts";
import {
  aCurrentAdvance,
  aCurrentLine,
  aCurrentLoan,
  anOverdueLoan,
  anOwedDraw,
  anotherAccount,
  aWaitingDraw,
  dueFeeCents,
  installmentOf,
  laterDay,
  makeDebitable,
  nextDebitDay,
  payoffDay,
  splitParts,
} from "../servicing/serviced.fixture.ts";
import { slices } from "../slices.ts";
import { freezeFactsOf } from "../underwriting/decisions/decided.fixture.ts";
import { deniedWithNotice } from "../underwriting/notices/notice.fixture.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "./server.fixture.ts";
import { buildServer } from "./server.ts";

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

const all: [string, Call][] = [
  ...Object.entries(portalCalls),
  ...Object.entries(partnerCalls).map(([name, call]): [string, Call] => [`partner.${name}`, call]),
];
const isLater = (name: string) => (later as readonly string[]).includes(name);
/** The id of a step is a fixed name and belongs to no tenant. */
const withName = (url: string) =>
  url
    .replace("/offers/step/:id", "/offers/step/DISPLAY_OFFERS")
    .replace("/servicing/step/:id", "/servicing/step/READY_FOR_SERVICING")
    .replace("/step/:id", "/step/START_FLOW");
/** The queries of calls that need one. */
const queries: Record<string, string> = {
  quoteInvoicePlans: `?amountRequestedForFinancingCents=100000&invoiceDueDate=${inDays(40)}`,
};
const served = all.filter(([name]) => !isLater(name));

describe("the list of calls", () => {
  it("has a route for every call except those on the list of later calls", () => {
    for (const [name, { method, path }] of all) {
      expect({ name, routed: server.fastify.hasRoute({ method, url: path }) }).toEqual({
        name,
        routed: !isLater(name),
      });
    }
  });

  it("has a list of later calls that only shrinks", () => {
    // Lower this number when calls get their routes; never raise it.
    expect(later.length).toBeLessThanOrEqual(14);
  });

  it("refuses a route without an action", async () => {
    const fresh = await buildServer(server.app, slices);
    expect(() => fresh.get("/forgotten", async () => "oops")).toThrow("GET /forgotten does not say which action it is");
    await fresh.close();
  });
});

describe("an anonymous request", () => {
  it("gets 401 on every route that is not public", async () => {
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
 * Every route with an id in its path is requested by callers without access to the object: a person of another business, a person of
 * another platform, and another partner. It is also requested with an unknown id.
 */
describe("an object of another tenant", () => {
  let mine: TestPlatform;
  let theirs: TestPlatform;
  let owner: TestPerson;
  let colleague: TestPerson;
  let otherPlatformOwner: TestPerson;
  beforeAll(async () => {
    mine = await server.platform({ platformDisbursementAccountExpected: true });
    theirs = await server.platform();
    owner = await server.person(mine, { email: "owner@mine.test", roles: ["PRIMARY_OWNER"] });
    colleague = await server.person(mine, { email: "colleague@mine.test", roles: ["PRIMARY_OWNER"] });
    otherPlatformOwner = await server.person(theirs, { email: "owner@theirs.test", roles: ["PRIMARY_OWNER"] });
  });

  it("gets the same 404 body as an unknown object on every route with an id", async () => {
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
    const prequalified = await server.partner(mine, {
      method: "POST",
      url: "/api/platform/v1/prequalifications",
      payload: { businessId: owner.businessId, productType: "TERM_LOAN", prequalType: "STANDARD" },
    });
    const { application } = await waitingForMarkup(
      server.database.admin,
      mine.id,
      uuidOf("business", colleague.businessId) ?? "",
    );
    const idOf: Record<string, { mine: string; unknown: string }> = {
      applicationId: {
        mine: publicId("application", application),
        unknown: publicId("application", randomUUID()),
      },
      bankAccountId: { mine: String(account.body["id"]), unknown: publicId("bankAccount", randomUUID()) },
      prequalificationId: {
        mine: String(prequalified.body["id"]),
        unknown: publicId("prequalification", randomUUID()),
      },
      date: { mine: "2026-01-05", unknown: "2026-01-05" },
      businessId: { mine: owner.businessId, unknown: publicId("business", randomUUID()) },
      userId: { mine: owner.userId, unknown: publicId("user", randomUUID()) },
      connectTokenId: { mine: String(token.body["id"]), unknown: publicId("connectToken", randomUUID()) },
    };
    // Portal routes are requested by a person, and their path parameter is called id. Below a product, that of a document is docId.
    const document = await readyDocument(server, owner.businessId);
    const businessId = uuidOf("business", owner.businessId) ?? "";
    const { noticeId } = await deniedWithNotice(server.app, { platformId: mine.id, businessId });
    const portalIds: Record<string, string> = {
      openNotice: noticeId,
      getNoticePdf: noticeId,
      ...(await bankIds(owner)),
      ...(await coOwnerIds(owner)),
      deleteCoOwnerV2: String((await nameCoOwner(owner)).body["id"]),
      getBusinessDocument: document,
      confirmDocumentUpload: document,
      getBusinessDocumentUrl: document,
      confirmMicroEntries: await verifiedAccount(owner),
      restartMicroEntries: await verifiedAccount(owner),
      removePasskey: await passkeyOf(owner),
      ...(await offerIds(owner, mine)),
    };
    const tenant = { platformId: mine.id, businessId };
    const { id: issuedProductId, offerId } = await issuedProduct(server.database.admin, tenant, "FAST_PAY");
    const signed = await signedAgreement(server.app, server.database.admin, tenant, offerId);
    portalIds["listIssuedProductDocuments"] = issuedProductId;
    portalIds["getIssuedProductDocumentUrl"] = issuedProductId;
    portalIds["downloadLoanApplicationDocument"] = signed;
    portalIds["getTermLoan"] = await aCurrentLoan(server.database.admin, tenant);
    portalIds["listProductActivity"] = portalIds["getTermLoan"];
    portalIds["getCashAdvance"] = await aCurrentAdvance(server.database.admin, tenant);
    portalIds["listProductReceivables"] = await anIntegratedAdvance(server.database.admin, tenant);
    for (const name of ["quotePayoff", "schedulePayoff", "cancelPayoff", "quotePayNow", "payNow", "cancelPayNow"])
      portalIds[name] = await aCurrentLoan(server.database.admin, tenant);
    const payoff = { effectiveDate: payoffDay() };
    const toCancel = `/api/v1/servicing/issued-products/${portalIds["cancelPayoff"]}/early-payoff`;
    expect((await owner.as({ method: "POST", url: toCancel, payload: payoff })).status).toBe(200);
    const due = { amountCents: dueFeeCents, effectiveDate: nextDebitDay() };
    const toWithdraw = `/api/v1/servicing/issued-products/${portalIds["cancelPayNow"]}/pay-now`;
    expect((await owner.as({ method: "POST", url: toWithdraw, payload: due })).status).toBe(200);
    portalIds["createDraw"] = await aCurrentLine(server.database.admin, tenant);
    portalIds["getLineOfCredit"] = portalIds["createDraw"];
    portalIds["withdrawDraw"] = await aWaitingDraw(server.database.admin, portalIds["createDraw"]);
    for (const name of ["approveDraw", "rejectDraw"])
      portalIds[name] = await aWaitingDraw(server.database.admin, portalIds["createDraw"]);
    const lineToDefault = await aCurrentLine(server.database.admin, tenant);
    portalIds["defaultDraw"] = await anOwedDraw(server.database.admin, lineToDefault);
    for (const name of ["getDrawPayoff", "quoteDrawPayoff", "scheduleDrawPayoff", "cancelDrawPayoff"])
      portalIds[name] = await anOwedDraw(server.database.admin, portalIds["createDraw"]);
    const drawToCancel = `/api/v1/servicing/draw-requests/${portalIds["cancelDrawPayoff"]}/early-payoff`;
    expect((await owner.as({ method: "POST", url: drawToCancel, payload: payoff })).status).toBe(200);
    portalIds["requestTrueUp"] = await aCurrentAdvance(server.database.admin, tenant);
    const overdue = await anOverdueLoan(server.database.admin, tenant);
    const coming = await aCurrentLoan(server.database.admin, tenant);
    Object.assign(portalIds, { listArrangements: overdue.loan, chooseRetryDay: overdue.loan, movePayment: coming });
    for (const name of ["listPaymentOrders", "makeNextPayment", "failNextPayment", "setIssuedProductStatus"])
      portalIds[name] = coming;
    const toSplit = await anOverdueLoan(server.database.admin, tenant);
    for (const name of ["quoteSplitPayment", "splitPayment"]) portalIds[name] = toSplit.loan;
    const anotherId = await anotherAccount(server.database.admin, tenant);
    for (const name of ["quotePayFromAccount", "payFromAccount"])
      portalIds[name] = await aCurrentLoan(server.database.admin, tenant);
    const invoices = await invoiceObjects(server.database.admin, tenant);
    for (const name of [
      "getInvoiceLine",
      "quoteInvoicePlans",
      "listInvoices",
      "createInvoice",
      "submitSessionInvoice",
      "requestInvoiceUploads",
      "getInvoiceFileUrl",
    ])
      portalIds[name] = invoices.line;
    Object.assign(portalIds, {
      submitSessionBill: invoices.billLine,
      cancelInvoice: invoices.parsing,
      getParseResult: invoices.document,
    });
    for (const name of ["quoteInvoiceRepayment", "repayInvoiceEarly", "cancelInvoiceRepayment"])
      portalIds[name] = await anOwedInvoice(server.database.admin, tenant, invoices.line);
    const toRepay = `/api/v1/servicing/invoices/${portalIds["cancelInvoiceRepayment"]}/early-repayment`;
    expect((await owner.as({ method: "POST", url: toRepay, payload: {} })).status).toBe(200);
    const bodies: Record<string, object> = {
      createInvoice: uploadOf({ url: fileUrlOf(server.app, invoices.document) }),
      submitSessionInvoice: confirmation(invoices.invoiceSession),
      submitSessionBill: confirmation(invoices.billSession),
      requestInvoiceUploads: { files: [{ id: "1", name: "a.pdf", type: "application/pdf", size: 2000 }] },
      splitPayment: { obligationId: toSplit.installment, parts: splitParts() },
      payFromAccount: { bankAccountId: anotherId, ...due },
      chooseRetryDay: { obligationId: overdue.installment, day: nextDebitDay() },
      movePayment: { obligationId: await installmentOf(server.database.admin, coming), day: laterDay() },
      quoteOffer: { amountCents: 5_000_000 },
      createDraw: { amountCents: 100_000 },
      setIssuedProductStatus: { status: "LATE" },
      schedulePayoff: payoff,
      scheduleDrawPayoff: payoff,
      payNow: due,
      discloseOffer: { amountCents: null },
      openAgreement: { amountCents: null },
      decideAboutSigner: { decision: "WAIT" },
      "partner.advanceClock": { days: 1 },
      confirmMicroEntries: { amountsCents: [12, 34] },
      "partner.putMarkup": { plans: [{ planId: "draw", feeMarkupPercentage: "0.5" }] },
      "partner.putSalesDay": { grossCents: 100, refundsCents: 0, transactionCount: 1, closed: true },
    };
    Object.assign(idOf, await sessionIds(mine, owner));
    const advance = publicId("issuedProduct", await anIntegratedAdvance(server.database.admin, tenant));
    const sale = {
      transactionId: randomUUID(),
      transactionTime: new Date().toISOString(),
      chargeAmountCents: 333,
      repaymentAmountCents: 50,
    };
    const received = await server.partner(mine, {
      method: "POST",
      url: `/api/platform/v1/issued-products/${advance}/receivables`,
      payload: sale,
    });
    expect(received.status).toBe(201);
    bodies["partner.postReceivable"] = { ...sale, transactionId: randomUUID() };
    const known = (kind: "issuedProduct" | "receivable" | "receivableSettlement", id: unknown) => ({
      mine: String(id),
      unknown: publicId(kind, randomUUID()),
    });
    Object.assign(idOf, {
      issuedProductId: known("issuedProduct", advance),
      receivableId: known("receivable", received.body["id"]),
      receivableSettlementId: known("receivableSettlement", received.body["settlementId"]),
    });
    let asked = 0;
    for (const [name, call] of served) {
      const parameters = [...withName(call.path).matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? "");
      if (parameters.length === 0) continue;
      const urlWith = (tenant: "mine" | "unknown") =>
        parameters.reduce((url, parameter) => {
          const ofProduct: Record<string, string> = { docId: signed, invoiceId: invoices.inReview };
          const own = ofProduct[parameter] ?? portalIds[name];
          const atPortal = { mine: own, unknown: randomUUID() };
          const id = (call.audience === "portal" ? atPortal : idOf[parameter])?.[tenant];
          if (!id) throw new Error(`${name}: the matrix has no id for :${parameter}`);
          return url.replace(`:${parameter}`, id);
        }, call.path as string);
      const ask = (
        platform: TestPlatform,
        tenant: "mine" | "unknown",
        person = platform === mine ? owner : otherPlatformOwner,
      ) => {
        const options = {
          method: call.method,
          url: `${urlWith(tenant)}${queries[name] ?? ""}`,
          ...(call.body && { payload: bodies[name] ?? {} }),
        };
        return call.audience === "portal" ? person.as(options) : server.partner(platform, options);
      };
      if (call.audience === "portal") {
        expect({ name, status: (await ask(mine, "mine", colleague)).status }).toEqual({ name, status: 404 });
      }
      // Calls before it have changed the account that is debited, or have withdrawn its authorization.
      if (call.path.startsWith("/api/v1/servicing/")) await makeDebitable(server.database.admin, tenant);
      // No worker moves the clock that an earlier call has started.
      if (call.sandboxOnly)
        await server.database.admin.query(
          "update app.business_clock set advancing_from_at = null, advancing_to_at = null where business_id = $1",
          [businessId],
        );
      expect({ name, status: (await ask(mine, "mine")).status }).toEqual({ name, status: call.status ?? 200 });
      const [foreign, never] = [await ask(theirs, "mine"), await ask(theirs, "unknown")];
      expect({ name, foreign: foreign.status, never: never.status }).toEqual({ name, foreign: 404, never: 404 });
      const bare = ({ requestId: _, instance: __, ...body }: Record<string, unknown>) => body;
      expect(bare(foreign.body)).toEqual(bare(never.body));
      asked++;
    }
    expect(asked).toBeGreaterThanOrEqual(4);
  });

  it("is not found by the partner ids of another platform", async () => {
    for (const url of [
      `/api/platform/v1/users/platform:${owner.platformUserId}`,
      `/api/platform/v1/users/platform:${randomUUID()}`,
    ]) {
      expect((await server.partner(theirs, { method: "GET", url })).status).toBe(404);
    }
  });

  it("is not found by the user index on any portal route: 404", async () => {
    let asked = 0;
    for (const [name, call] of served) {
      if (call.audience !== "portal" || whoMay(call.action).includes("ANYONE")) continue;
      for (const person of [colleague, otherPlatformOwner]) {
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

  it("is in no list of another tenant", async () => {
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

  it("is hidden from sessions of platform users and capital users", async () => {
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

/** The ids of a linked bank, an account of it, and a hosted bank link of this person. */
async function bankIds(owner: TestPerson): Promise<Record<string, string>> {
  const linked = await exchange(owner, await bankVendor(sandbox).publicToken(owner.businessId));
  const [checking] = linked.body["accounts"] as { id: string }[];
  const payload = { itemIds: [linked.body["itemId"]], achAuthorized: true };
  await owner.as({ method: "POST", url: "/api/v1/plaid/items/mark-as-connected", payload });
  const hosted = await owner.as({ method: "POST", url: "/api/v1/bank-links/hosted", payload: {} });
  return {
    refreshBankItem: String(linked.body["itemId"]),
    setPrimaryBankAccount: checking?.id ?? "",
    revokeDebitAuthorization: checking?.id ?? "",
    readHostedBankLink: String(hosted.body["hostedLinkId"]),
  };
}

/** The ids of an embedded session, a pilot invoice and a document that the platform sent; the business has the product that they need. */
async function sessionIds(on: TestPlatform, { businessId }: TestPerson) {
  const send = async (path: string, data: object) => {
    const url = `/api/platform/v1/${path}`;
    const answer = await server.partner(on, { method: "POST", url, payload: { businessId, data } });
    if (answer.status !== 201) throw new Error(answer.text);
    return String(answer.body["id"]);
  };
  const invoice = {
    platformInvoiceId: randomUUID(),
    platformInvoiceNumber: "1",
    invoiceAmountCents: 100_000,
    invoiceDueDate: "2199-12-31",
    payorType: "business",
    payorBusinessName: "Big Builders",
  };
  const { rows } = await server.database.admin.query(
    `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
     select platform_id, id, 'INVOICE', 'PLATFORM', 'READY', 'a.pdf', 'pdf', 1, '\\x00' from app.business where id = $1 returning id`,
    [uuidOf("business", businessId)],
  );
  return {
    embeddedSessionId: {
      mine: await send("embedded-sessions", { component: "invoice_session", invoices: [invoice] }),
      unknown: publicId("embeddedSession", randomUUID()),
    },
    pilotInvoiceId: {
      mine: await send("pilot-invoices", { component: "invoice_session", invoice }),
      unknown: publicId("pilotInvoice", randomUUID()),
    },
    documentId: { mine: publicId("document", rows[0].id), unknown: publicId("document", randomUUID()) },
  };
}

/** The id of an account whose micro-entries this person has confirmed. */
async function verifiedAccount(owner: TestPerson): Promise<string> {
  const { rows } = await server.database.admin.query(
    `with account as (
       insert into app.bank_account (platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
         verification, added_on)
       select platform_id, business_id, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02'
       from app.business_user where platform_user_id = $1 returning id, platform_id, business_id),
     credit as (
       insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type, amount_cents,
         book, item, purpose, entries, due_on, effective_on, status, created_by_kind, is_manual, looks_improper)
       select gen_random_uuid(), platform_id, business_id, gen_random_uuid(), id, 'OUTGOING', 'OUTGOING', 'CASH', 12, 'OPCO', 'item', 'MICRO_ENTRY',
         '[]', '2026-01-05', '2026-01-05', 'SUCCESSFUL_PAYMENT', 'SYSTEM', false, false from account, generate_series(1, 2) returning id)
     insert into app.micro_entry_verification (id, platform_id, business_id, bank_account_id, event_id, status, send_by, first_credit_id,
       second_credit_id)
     select gen_random_uuid(), platform_id, business_id, id, gen_random_uuid(), 'VERIFIED', '2026-02-01',
       (select id from credit order by id limit 1), (select id from credit order by id desc limit 1)
     from account returning bank_account_id as id`,
    [owner.platformUserId],
  );
  return rows[0].id;
}

/** The ids of an offer without a disclosure, and of a disclosure that this person fetches and then signs. */
async function offerIds(owner: TestPerson, platform: TestPlatform): Promise<Record<string, string>> {
  const { admin } = server.database;
  const tenant = { platformId: platform.id, businessId: uuidOf("business", owner.businessId) ?? "" };
  await namePrimaryOwner(admin, tenant);
  const { offer } = await openOffer(admin, tenant, { state: "OH" });
  await freezeFactsOf(server.app, admin, tenant, offer);
  const disclosed = await openOffer(admin, tenant, { state: "CA", product: "MCA" });
  const answer = await owner.as({
    method: "POST",
    url: `/api/v1/offers/${disclosed.offer}/disclosure`,
    payload: { amountCents: null },
  });
  const { id } = answer.body["disclosure"] as { id: string };
  return {
    quoteOffer: offer,
    getCashFlowFit: offer,
    discloseOffer: offer,
    openAgreement: offer,
    getDisclosureFile: id,
    signDisclosure: id,
    decideAboutSigner: (await unansweredSigner(admin, tenant)).ownerId,
  };
}

/** The id of a passkey of this person. */
async function passkeyOf(person: TestPerson): Promise<string> {
  const { rows } = await server.database.admin.query(
    `insert into app.user_passkey (platform_id, business_id, user_id, credential_id, public_key, counter)
      select platform_id, business_id, id, gen_random_uuid(), '', 0 from app.business_user where platform_user_id = $1 returning id`,
    [person.platformUserId],
  );
  return rows[0].id;
}

const coOwner = () => ({ firstName: "Luis", lastName: "Ortega", email: `${randomUUID()}@owner.test` });
const nameCoOwner = (owner: TestPerson) =>
  owner.as({ method: "POST", url: "/api/v1/workflow/secondary-owners", payload: coOwner() });

/** The ids of two co-owners: one to correct and one to remove. */
async function coOwnerIds(owner: TestPerson): Promise<Record<string, string>> {
  const [corrected, removed] = [await nameCoOwner(owner), await nameCoOwner(owner)].map(({ body }) =>
    String(body["id"]),
  );
  // Invitations are sent after the consent.
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

/** Makes the person a co-owner who has just accepted an invitation. */
const makeCoOwner = (person: TestPerson) =>
  server.database.admin.query(
    `insert into app.business_owner (platform_id, business_id, user_id, is_primary, current_step, first_name, last_name, email)
      select platform_id, business_id, id, false, 'START_FLOW', 'Luis', 'Ortega', id || '@owner.test'
      from app.business_user where platform_user_id = $1`,
    [person.platformUserId],
  );

describe("each role on each portal route", () => {
  it("is allowed exactly where the permission table allows it", async () => {
    const platform = await server.platform();
    const codeGuess = { challengeId: randomUUID(), code: "123456" };
    const passkeyAnswer = (response: object) => ({
      challengeId: randomUUID(),
      response: { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "a", ...response } },
    });
    // These calls are permitted, but the code, the passkey or the notice of this test is not the person's, or there is no such object.
    const lateRefusals: Record<string, number> = {
      quoteOffer: 404,
      getCashFlowFit: 404,
      discloseOffer: 404,
      getDisclosureFile: 404,
      openAgreement: 404,
      signDisclosure: 404,
      requestStepUpCode: 409,
      confirmStepUpCode: 400,
      confirmPhoneCode: 400,
      confirmStepUpPasskey: 400,
      addPasskey: 400,
      withdrawApplication: 409,
      requestCorrection: 409,
      applyAgain: 409,
      applyForMore: 409,
      getOffersStep: 409,
      completeOffersStep: 409,
      decideAboutSigner: 404,
      initializeIdentityInquiry: 409,
      getCoOwnerOffersStep: 409,
      completeCoOwnerOffersStep: 409,
      openCoOwnerAgreement: 409,
      requestPersonalPhoneCode: 409,
      refreshOffers: 409,
      skipToOffers: 409,
      skipToNoOffers: 409,
      skipToExpiredOffers: 404,
      skipToServicing: 409,
      skipClosingStep: 409,
      skipToAnotherLoan: 409,
      getDecline: 409,
      requestAppeal: 409,
      openNotice: 404,
      getNoticePdf: 404,
      getServicingStep: 409,
      completeServicingStep: 409,
      getCoOwnerServicingStep: 409,
      completeCoOwnerServicingStep: 409,
      listIssuedProductDocuments: 404,
      getIssuedProductDocumentUrl: 404,
      downloadLoanApplicationDocument: 404,
      downloadLoanApplicationDocuments: 404,
      downloadStatements: 404,
      readEmbeddedSession: 400,
      getInvoiceLine: 404,
      quoteInvoicePlans: 404,
      listInvoices: 404,
      createInvoice: 404,
      submitSessionInvoice: 404,
      submitSessionBill: 404,
      getInvoiceFileUrl: 404,
      cancelInvoice: 404,
      quoteInvoiceRepayment: 404,
      repayInvoiceEarly: 404,
      cancelInvoiceRepayment: 404,
      requestInvoiceUploads: 404,
      getParseResult: 404,
      openPilotInvoiceSession: 404,
      getTermLoan: 404,
      getCashAdvance: 404,
      getLineOfCredit: 404,
      listProductReceivables: 404,
      listProductActivity: 404,
      quotePayoff: 404,
      schedulePayoff: 404,
      cancelPayoff: 404,
      getDrawPayoff: 404,
      quoteDrawPayoff: 404,
      scheduleDrawPayoff: 404,
      cancelDrawPayoff: 404,
      quotePayNow: 404,
      createDraw: 404,
      withdrawDraw: 404,
      approveDraw: 404,
      rejectDraw: 404,
      defaultDraw: 404,
      payNow: 404,
      cancelPayNow: 404,
      requestTrueUp: 404,
      listPaymentOrders: 404,
      makeNextPayment: 404,
      failNextPayment: 404,
      setIssuedProductStatus: 404,
      listArrangements: 404,
      chooseRetryDay: 404,
      movePayment: 404,
      quoteSplitPayment: 404,
      splitPayment: 404,
      quotePayFromAccount: 404,
      payFromAccount: 404,
    };
    const bodies: Record<string, object> = {
      quoteOffer: { amountCents: 5_000_000 },
      discloseOffer: { amountCents: null },
      openAgreement: { amountCents: null },
      completeOffersStep: { eventType: "WENT_BACK" },
      decideAboutSigner: { decision: "WAIT" },
      schedulePayoff: { effectiveDate: payoffDay() },
      scheduleDrawPayoff: { effectiveDate: payoffDay() },
      payNow: { amountCents: dueFeeCents, effectiveDate: nextDebitDay() },
      chooseRetryDay: { obligationId: randomUUID(), day: nextDebitDay() },
      movePayment: { obligationId: randomUUID(), day: laterDay() },
      splitPayment: { obligationId: randomUUID(), parts: splitParts() },
      payFromAccount: { bankAccountId: randomUUID(), amountCents: dueFeeCents, effectiveDate: nextDebitDay() },
      completeCoOwnerOffersStep: { eventType: "PERSONA_COLLECTED" },
      requestPersonalPhoneCode: { phoneNumber: "+12125550123" },
      downloadLoanApplicationDocuments: {
        loanApplicationDocumentDetails: [{ loanApplicationDocumentId: randomUUID() }],
      },
      downloadStatements: { documentIds: [randomUUID()] },
      readEmbeddedSession: { sessionToken: "st_test_unknown" },
      createInvoice: uploadOf({ url: "https://files.test/a.pdf" }),
      submitSessionInvoice: confirmation({ token: "st_test_unknown", platformInvoiceId: "1" }),
      submitSessionBill: confirmation({ token: "st_test_unknown", platformInvoiceId: "1" }),
      requestInvoiceUploads: { files: [{ id: "1", name: "a.pdf", type: "application/pdf", size: 2000 }] },
      openPilotInvoiceSession: { platformPilotInvoiceIds: [randomUUID()] },
      completeServicingStep: { eventType: "SERVICING_FLOW_INITIALIZED" },
      completeCoOwnerServicingStep: { eventType: "SERVICING_FLOW_INITIALIZED" },
      skipToExpiredOffers: { loanApplicationId: randomUUID() },
      createDraw: { amountCents: 100_000 },
      skipToAnotherLoan: { productType: "MCA" },
      setIssuedProductStatus: { status: "LATE" },
      updateBusiness: { customInitializationId: null },
      chooseLocale: { locale: "es" },
      saveNotificationPreference: { topic: "PAYMENT_PROBLEM", channel: "EMAIL", isOn: true },
      withdrawApplication: { reason: "OTHER" },
      applyForMore: { productType: "TERM_LOAN" },
      requestCorrection: { topic: "OTHER", text: "My shop moved" },
      requestAppeal: { text: "Please look at July again" },
      askOwner: { email: `${randomUUID()}@owner.test` },
      reportInteraction: { eventType: "ELIGIBILITY_SCREENER_PASSED" },
      requestTaxReturnUploads: { files: [{ id: "1", name: "a.pdf", type: "application/pdf", size: 1_000 }] },
      requestDocumentUploads: {
        files: [{ id: "1", name: "a.pdf", type: "application/pdf", size: 1_000 }],
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
      confirmMicroEntries: { amountsCents: [12, 34] },
      answerOnboardingSurvey: { reasonForApplying: "TO_GROW_YOUR_BUSINESS" },
      requestStepUpCode: { method: "EMAIL" },
      confirmStepUpCode: codeGuess,
      confirmPhoneCode: codeGuess,
      askStepUpPasskey: {},
      confirmStepUpPasskey: passkeyAnswer({ authenticatorData: "a", signature: "a" }),
      askNewPasskey: {},
      addPasskey: passkeyAnswer({ attestationObject: "a" }),
      requestPhoneCode: {},
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
      const person = await server.person(platform, { phoneNumber: "+12125550123" });
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
        quoteOffer: randomUUID(),
        getCashFlowFit: randomUUID(),
        createDraw: randomUUID(),
        withdrawDraw: randomUUID(),
        approveDraw: randomUUID(),
        rejectDraw: randomUUID(),
        defaultDraw: randomUUID(),
        getTermLoan: randomUUID(),
        getCashAdvance: randomUUID(),
        getLineOfCredit: randomUUID(),
        listProductReceivables: randomUUID(),
        listProductActivity: randomUUID(),
        quotePayoff: randomUUID(),
        schedulePayoff: randomUUID(),
        cancelPayoff: randomUUID(),
        getDrawPayoff: randomUUID(),
        quoteDrawPayoff: randomUUID(),
        scheduleDrawPayoff: randomUUID(),
        cancelDrawPayoff: randomUUID(),
        quotePayNow: randomUUID(),
        payNow: randomUUID(),
        cancelPayNow: randomUUID(),
        requestTrueUp: randomUUID(),
        listPaymentOrders: randomUUID(),
        makeNextPayment: randomUUID(),
        failNextPayment: randomUUID(),
        setIssuedProductStatus: randomUUID(),
        listArrangements: randomUUID(),
        getInvoiceLine: randomUUID(),
        quoteInvoicePlans: randomUUID(),
        listInvoices: randomUUID(),
        createInvoice: randomUUID(),
        submitSessionInvoice: randomUUID(),
        submitSessionBill: randomUUID(),
        getInvoiceFileUrl: randomUUID(),
        cancelInvoice: randomUUID(),
        quoteInvoiceRepayment: randomUUID(),
        repayInvoiceEarly: randomUUID(),
        cancelInvoiceRepayment: randomUUID(),
        requestInvoiceUploads: randomUUID(),
        getParseResult: randomUUID(),
        chooseRetryDay: randomUUID(),
        movePayment: randomUUID(),
        quoteSplitPayment: randomUUID(),
        splitPayment: randomUUID(),
        quotePayFromAccount: randomUUID(),
        payFromAccount: randomUUID(),
        discloseOffer: randomUUID(),
        getDisclosureFile: randomUUID(),
        openAgreement: randomUUID(),
        signDisclosure: randomUUID(),
        decideAboutSigner: randomUUID(),
        ...(mayDo([role], "co-owners.manage") && (await coOwnerIds(person))),
        confirmMicroEntries: await verifiedAccount(person),
        restartMicroEntries: await verifiedAccount(person),
        removePasskey: await passkeyOf(person),
        getBusinessDocument: document,
        confirmDocumentUpload: document,
        getBusinessDocumentUrl: document,
        openNotice: randomUUID(),
        getNoticePdf: randomUUID(),
        listIssuedProductDocuments: randomUUID(),
        getIssuedProductDocumentUrl: randomUUID(),
        downloadLoanApplicationDocument: randomUUID(),
      };
      for (const [name, call] of served) {
        if (call.audience !== "portal" || whoMay(call.action).includes("ANYONE") || name === "upsertUserRoles")
          continue;
        // After declining ownership the co-owner has no access, so the call is skipped.
        if (name === "declineOwnership" && role === "SECONDARY_OWNER") continue;
        const answer = await person.as({
          method: call.method,
          url: `${withName(call.path)
            .replace(/:\w+/, ids[name] ?? "$&")
            .replace(":docId", randomUUID())
            .replace(":invoiceId", randomUUID())}${queries[name] ?? ""}`,
          ...((bodies[name] ?? bankBodies[name]) && { payload: bodies[name] ?? bankBodies[name] }),
        });
        const expected = mayDo([role], call.action) ? (lateRefusals[name] ?? call.status ?? 200) : 403;
        expect({ name, role, status: answer.status }).toEqual({ name, role, status: expected });
        // A business has at most four co-owners, so the one added here is removed by a later call.
        if (name === "createCoOwner") ids["deleteCoOwnerV2"] = String(answer.body["id"]);
      }
    }
  });
});
