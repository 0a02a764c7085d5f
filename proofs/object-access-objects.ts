import { randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { revenueShareAccrued } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { emptyTally } from "@inlay/lending/underwriting/shadow-report.ts";
import { bankVendor } from "../apps/api/src/banking/banking.fixture.ts";
import { inScope, staffScope } from "../apps/api/src/db/scope.ts";
import { openOffer } from "../apps/api/src/disclosures/signing.fixture.ts";
import { signedAgreement } from "../apps/api/src/documents/signed.fixture.ts";
import { storedStatement } from "../apps/api/src/documents/statements/statement.fixture.ts";
import { fileUrlOf } from "../apps/api/src/documents/uploads.ts";
import { post } from "../apps/api/src/ledger/public.ts";
import { waitingForMarkup } from "../apps/api/src/offers/markup.fixture.ts";
import { createOrder, type NewOrder } from "../apps/api/src/payments/public.ts";
import { issuedProduct } from "../apps/api/src/products/issued.fixture.ts";
import { aLoanOwing } from "../apps/api/src/products/products.fixture.ts";
import { anIntegratedAdvance } from "../apps/api/src/products/receivable.fixture.ts";
import { invoiceObjects } from "../apps/api/src/servicing/invoices/invoices.fixture.ts";
import {
  aCurrentAdvance,
  aCurrentLine,
  aCurrentLoan,
  anOverdueLoan,
  anOwedDraw,
  anotherAccount,
  aPeriodWithoutSales,
  aReturnedReceipt,
  aWaitingDraw,
  endSales,
  inServicing,
  installmentOf,
  payoffRequested,
} from "../apps/api/src/servicing/serviced.fixture.ts";
import { decidedApplication, freezeFactsOf } from "../apps/api/src/underwriting/decisions/decided.fixture.ts";
import { deniedWithNotice } from "../apps/api/src/underwriting/notices/notice.fixture.ts";
import { closingObjects } from "./object-access-closing.ts";
import { hashOf, newToken, type Server } from "./object-access-world.ts";

/** The people and the businesses that the objects belong to. */
export type Ground = {
  server: Server;
  word: string;
  platformId: string;
  main: string;
  other: string;
  /** The ids of users, each under its business and role. */
  users: Record<string, string>;
  accountantInvitationId: string;
  /** Somebody of staff whom no caller is. */
  memberId: string;
  /** For each caller of staff, the request that adds a passkey. */
  challenges: ReadonlyMap<string, object>;
  partner(method: "POST" | "PUT", url: string, payload: object): Promise<Record<string, unknown>>;
  asOwner(url: string, payload: object): Promise<Record<string, unknown>>;
};
export type Maker = Ground & {
  scope: { platformId: string; businessId: string };
  /** Inserts a row of the main business, unless it says otherwise, and returns its id. */
  insert(table: string, row: Record<string, unknown>): Promise<string>;
};

export type Objects = Awaited<ReturnType<typeof createObjects>>;

/** Everything that an id in a request can name. Every text contains the tenant's word. */
export async function createObjects(ground: Ground) {
  const { server, word, platformId, main, other, users, partner, challenges } = ground;
  const maker: Maker = {
    ...ground,
    scope: { platformId, businessId: main },
    insert: async (table, row) => {
      const full = { platform_id: platformId, business_id: main, ...row };
      const names = Object.keys(full);
      const places = names.map((_, n) => `$${n + 1}`).join(", ");
      const text = `insert into app.${table} (${names.join(", ")}) values (${places}) returning *`;
      const { rows } = await server.admin.query<{ id: string }>(text, Object.values(full));
      return rows[0]?.id ?? "";
    },
  };
  const banks = await bankObjects(maker);
  const sales = { channel: word, grossCents: 100, refundsCents: 0, transactionCount: 1, closed: true };
  const salesDay = await partner("PUT", `/businesses/platform:${word}-main/sales-days/2026-01-05`, sales);
  const connectToken = await partner("POST", `/users/platform:${word}-main-OPERATOR/connect-tokens`, {});
  const prequalification = await partner("POST", "/prequalifications", {
    platformBusinessId: `${word}-main`,
    productType: "TERM_LOAN",
    prequalType: "STANDARD",
  });
  const orders = await paymentObjects(maker, banks);
  return {
    word,
    platform: platformId,
    business: main,
    otherBusiness: other,
    operator: users["main OPERATOR"] ?? "",
    claimant: users["main PRIMARY_OWNER_CONFLICT"] ?? "",
    challenges,
    salesDay: String(salesDay["id"]),
    connectToken: String(connectToken["id"]),
    prequalification: String(prequalification["id"]),
    orders,
    notice: (await deniedWithNotice(server.app, { platformId, businessId: main })).noticeId,
    toDecide: await decidedApplication(server.app, { platformId, businessId: other }, "ASSIGN_TO_CAPITAL_PROVIDER"),
    unassigned: await decidedApplication(server.app, { platformId, businessId: other }, "UNASSIGNED"),
    ...banks,
    ...(await onboardingObjects(maker)),
    ...(await documentObjects(maker)),
    ...(await historyObjects(maker)),
    ...(await staffObjects(maker, orders.failed)),
    policy: await policyObjects(maker),
    ...(await waitingForMarkup(server.admin, platformId, other)),
    appeal: await appealObject(maker),
    ...(await offerObjects(maker)),
    ...(await closingObjects(maker)),
    ...(await servicingObjects(maker)),
    // After the product of the business, which a session needs.
    ...(await sessionObjects(maker)),
    ...(await accountChangeObjects(maker, banks.blocked)),
    ...(await platformObjects(maker)),
  };
}

/** The owner's request to look at a declined application again. */
async function appealObject({ insert, other, users, word }: Maker): Promise<string> {
  const application = await insert("loan_application", {
    business_id: other,
    product: "INTEGRATED_MCA",
    status: "NO_OFFERS",
    offer_step: "NO_OFFERS_EXTENDED",
    denial_reasons: ["TIME_IN_BUSINESS"],
    received_at: new Date("2026-01-05"),
    declined_at: new Date("2026-01-06"),
  });
  return insert("appeal", {
    business_id: other,
    application_id: application,
    user_id: users["main PRIMARY_OWNER"],
    text: `${word} began in 2021`,
    requested_at: new Date(),
    answer_by: "2027-03-03",
  });
}

/** A product that was issued from an offer, and its signed agreement. */
async function servicingObjects({ server, scope, other, partner, word }: Maker) {
  const { id, offerId } = await issuedProduct(server.admin, scope, "FAST_PAY");
  const agreement = await signedAgreement(server.app, server.admin, scope, offerId);
  await server.admin.query(
    `update app.loan_application set status = 'OPERATIONAL_LOAN', offer_step = 'ISSUED_PRODUCT_CREATED'
     where id = (select application_id from app.offer where id = $1)`,
    [offerId],
  );
  // The clock of the loan is real, so it is long past due.
  const tenant = { platformId: scope.platformId, businessId: other };
  const servicedLoan = await aLoanOwing(server.admin, tenant, "EQUITY", 1_000_000);
  const servicedFee = await inServicing(server.admin, { ...tenant, issuedProductId: servicedLoan });
  await payoffRequested(server.admin, { ...tenant, issuedProductId: servicedLoan });
  const returnedReceipt = await aReturnedReceipt(server.admin, { ...tenant, issuedProductId: servicedLoan });
  const currentLoan = await aCurrentLoan(server.admin, scope);
  const currentLine = await aCurrentLine(server.admin, scope);
  const overdue = await anOverdueLoan(server.admin, scope);
  const integratedAdvance = await anIntegratedAdvance(server.admin, scope);
  const received = await partner(
    "POST",
    `/issued-products/${publicId("issuedProduct", integratedAdvance)}/receivables`,
    {
      transactionId: `${word}-sale`,
      transactionTime: new Date().toISOString(),
      chargeAmountCents: 333,
      repaymentAmountCents: 50,
    },
  );
  // A list of receivables that continues after the newest one is not empty.
  const newest = await partner("POST", `/issued-products/${publicId("issuedProduct", integratedAdvance)}/receivables`, {
    transactionId: `${word}-second-sale`,
    transactionTime: new Date().toISOString(),
    chargeAmountCents: 333,
    repaymentAmountCents: 50,
  });
  const unreadAdvance = await aCurrentAdvance(server.admin, scope);
  const unread = await aPeriodWithoutSales(server.admin, unreadAdvance);
  const idleAdvance = await aCurrentAdvance(server.admin, scope);
  await endSales(server.admin, idleAdvance);
  const invoices = await invoiceObjects(server.admin, scope);
  return {
    issuedProduct: id,
    integratedAdvance,
    idleAdvance,
    unreadAdvance,
    unreadPeriod: unread.periodId,
    unreadObligation: await installmentOf(server.admin, unreadAdvance),
    salesDocument: unread.documentId,
    receivable: String(received["id"]),
    newestReceivable: uuidOf("receivable", String(newest["id"])) ?? "",
    receivableSettlement: String(received["settlementId"]),
    agreement,
    statement: await storedStatement(server.app, server.admin, { ...scope, issuedProductId: id }),
    servicedLoan,
    returnedReceipt,
    servicedFee,
    servicedInstallment: await installmentOf(server.admin, servicedLoan),
    currentLoan,
    currentAdvance: await aCurrentAdvance(server.admin, scope),
    currentLine,
    waitingDraw: await aWaitingDraw(server.admin, currentLine),
    owedDraw: await anOwedDraw(server.admin, currentLine),
    comingInstallment: await installmentOf(server.admin, currentLoan),
    overdueLoan: overdue.loan,
    overdueInstallment: overdue.installment,
    anotherAccount: await anotherAccount(server.admin, scope),
    invoiceLine: invoices.line,
    billLine: invoices.billLine,
    invoiceFile: invoices.document,
    invoiceFileUrl: fileUrlOf(server.app, invoices.document),
    parsingInvoice: invoices.parsing,
    reviewedInvoice: invoices.inReview,
    owedInvoice: invoices.owed,
    invoiceToken: invoices.invoiceSession.token,
    sessionInvoice: invoices.invoiceSession.platformInvoiceId,
    billToken: invoices.billSession.token,
    sessionBill: invoices.billSession.platformInvoiceId,
  };
}

/** An embedded session and its token, and a pilot invoice. */
async function sessionObjects({ partner, word, insert }: Maker) {
  const invoice = {
    platformInvoiceId: `${word}-invoice`,
    platformInvoiceNumber: `${word} 1`,
    invoiceAmountCents: 100_000,
    invoiceDueDate: "2199-12-31",
    payorType: "business",
    payorBusinessName: `${word} payor`,
    description: `${word} tiles`,
  };
  const platformBusinessId = `${word}-main`;
  const session = await partner("POST", "/embedded-sessions", {
    platformBusinessId,
    data: { component: "invoice_session", invoices: [invoice] },
  });
  const pilotInvoice = await insert("platform_pilot_invoice", {
    component: "INVOICE_SESSION",
    platform_invoice_id: `${word}-pilot`,
    platform_invoice_number: `${word} pilot`,
    invoice_amount_cents: 100_000,
    invoice_due_on: "2199-12-31",
    party: JSON.stringify({
      type: "BUSINESS",
      businessName: `${word} payor`,
      firstName: null,
      middleName: null,
      lastName: null,
      email: null,
      address: null,
    }),
  });
  return {
    embeddedSession: String(session["id"]),
    sessionToken: String(session["sessionToken"]),
    pilotInvoice,
  };
}

/**
 * An offer whose agreement can be opened, and a disclosure that was delivered and can be signed. Their applications have ended and are
 * revived by the requests about them, because an open offer is shown before anything else.
 */
async function offerObjects({ server, scope, asOwner, users }: Maker) {
  const opened = await openOffer(server.admin, scope, { state: "OH", product: "INTEGRATED_MCA" });
  await freezeFactsOf(server.app, server.admin, scope, opened.offer);
  const disclosed = await openOffer(server.admin, scope, { state: "CA", product: "MCA" });
  const answer = await asOwner(`/offers/${disclosed.offer}/disclosure`, { amountCents: null });
  const { id: disclosure } = answer["disclosure"] as { id: string };
  await server.admin.query(
    `update app.disclosure set delivered_at = now(), delivered_to = $2, delivered_ip = '', delivered_user_agent = '',
       delivered_sha256 = document_sha256 where id = $1`,
    [disclosure, users["main PRIMARY_OWNER"]],
  );
  const offeredApplications = [opened.application, disclosed.application];
  await server.admin.query(
    `update app.loan_application set status = 'LOAN_APPLICATION_INCOMPLETE', offer_step = 'LOAN_APPLICATION_INCOMPLETE'
     where id = any($1)`,
    [offeredApplications],
  );
  return { openedOffer: opened.offer, disclosure, offeredApplications };
}

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
  ...(["RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "ADDITIONAL_DOCUMENTS_UPLOAD"] as const),
];

/** The onboarding of the business, answered up to the consent, its owners, and requests for input that are shown after the consent. */
async function onboardingObjects({ server, insert, scope, users, word }: Maker) {
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
  const primary = { ...person, is_primary: true, ownership_basis_points: 4_000 };
  const owner = await insert("business_owner", { ...primary, user_id: users["main PRIMARY_OWNER"] });
  const { vault, pool } = server.app;
  for (const [field, ownerId, personId] of [
    ["SSN", owner, owner],
    ["EIN", scope.businessId, null],
  ] as const) {
    const number = String(Math.floor(1e8 + Math.random() * 9e8));
    const secret = { ownerId, field, value: new Secret(number), fingerprint: vault.fingerprint(number, field) };
    const key = await vault.keyFor({ ...scope, personId });
    await inScope(pool, scope, (tx) => vault.save(tx, key, secret));
  }
  const coOwner = {
    first_name: word,
    last_name: "Coowner",
    is_primary: false,
    current_step: "START_FLOW",
    ownership_basis_points: 2_000,
  };
  const accepted = { email: `secondary_owner@${word.toLowerCase()}.test` };
  const begun = await insert("business_owner", { ...coOwner, ...accepted, user_id: users["main SECONDARY_OWNER"] });
  await insert("invitation", {
    ...accepted,
    kind: "SECONDARY_OWNER",
    owner_id: begun,
    locale: "en",
    expires_at: new Date(),
    used_at: new Date(),
  });
  const invited = await insert("business_owner", { ...coOwner, email: `invited@${word.toLowerCase()}.test` });

  const inputs: Record<string, string> = {};
  for (const subStep of requestedInputs)
    inputs[subStep] = await insert("additional_input", {
      sub_step: subStep,
      raised_by: "SYSTEM",
      raised_at: new Date(),
      payload: JSON.stringify({ request: `${word} lease` }),
    });
  const askedCorrection = await insert("correction", {
    user_id: users["main PRIMARY_OWNER"],
    topic: "BUSINESS",
    text: `${word} moved`,
    requested_at: new Date(),
    answer_by: "2027-03-03",
  });
  const report = await insert("report", {
    id: randomUUID(),
    round_id: randomUUID(),
    source: "BUSINESS_VERIFICATION",
    subject_kind: "BUSINESS",
    subject_id: scope.businessId,
    attempt: 3,
    outcome: "NOT_FOUND",
    summary: JSON.stringify({ word }),
  });
  const task = (kind: string, subjectId: string) => insert("task", { kind, subject_id: subjectId, due_at: new Date() });
  return {
    debt,
    owner,
    coOwner: invited,
    inputs,
    askedCorrection,
    signingCoOwner: begun,
    unverified: await task("CO_OWNER_UNVERIFIED", begun),
    inconclusive: await task("REPORT_INCONCLUSIVE", report),
  };
}

async function documentObjects({ server, insert, users, word, accountantInvitationId }: Maker) {
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
    ofPlatform: await document("INVOICE", { source: "PLATFORM", uploaded_by: null }),
    ofAccountant: await document("TAX_RETURN", {
      uploaded_by: null,
      uploaded_by_accountant: accountantInvitationId,
    }),
  };

  const fileUrl = (id: string) =>
    new URL(`/api/v2/servicing/documents/${id}/read-file-url`, server.app.config.PORTAL_URL).href;
  const fileUrls = {
    bankStatement: fileUrl(documents.bankStatement),
    taxReturn: fileUrl(documents.taxReturn),
    additional: fileUrl(documents.additional),
  };
  return { documents, fileUrls };
}

async function bankObjects({ server, insert, scope, word, main, asOwner, partner }: Maker) {
  const { app } = server;
  const publicToken = await bankVendor(server.sandbox).publicToken(main);
  const linked = await asOwner("/plaid/token/exchange", { publicToken, type: "BUSINESS" });
  const bankItem = String(linked["itemId"]);
  const hostedLink = String((await asOwner("/bank-links/hosted", {}))["hostedLinkId"]);
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
  const provided = await partner("POST", "/bank-accounts", {
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

  return {
    bankItem,
    blockedItem,
    hostedLink,
    checking,
    secondChecking,
    typed,
    blocked,
    provided: uuidOf("bankAccount", String(provided["id"])) ?? "",
    correction,
  };
}

/** Payments in each state that a call asks for, and micro-entries that wait for their amounts. */
async function paymentObjects(
  { server, insert, scope, word, memberId }: Maker,
  { checking, typed }: { checking: string; typed: string },
) {
  const { admin, app } = server;
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
    const by = { actor: { kind: "STAFF", id: memberId } as const, requestId: null };
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

  return orders;
}

const screeningOf = (word: string) => ({
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
});

/** The newer of two emails to an owner, and the last event of the business. A list that continues after one of them is not empty. */
async function historyObjects({ server, insert, word, main }: Maker) {
  const newEmail = () =>
    insert("email", {
      key: `${word}/${randomUUID()}`,
      template: "consent-copy",
      locale: "en",
      recipient: `owner@${word.toLowerCase()}.test`,
      data_key_id: randomUUID(),
    });
  await newEmail();
  const email = await newEmail();
  const { rows } = await server.admin.query<{ id: string }>(
    "select id from app.event where business_id = $1 order by sequence desc limit 1",
    [main],
  );
  return { email, event: rows[0]?.id ?? "" };
}

/** The work of staff: tasks, a request that waits for approval, a screening, and a member. */
async function staffObjects({ server, insert, word, main, other, users, memberId }: Maker, failedOrder: string) {
  const { admin } = server;
  const task = (row: object) => insert("task", { due_at: new Date(), ...row });
  const bankLine = async (direction: "IN" | "OUT") => {
    const { rows } = await admin.query<{ id: string }>(
      `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
       values ($1, 'EQUITY', current_date, $2, 45840, 'UNEXPLAINED', 'UNKNOWN_PAYMENT') returning id`,
      [`${word}-${direction}`, direction],
    );
    const subject = { kind: "RECONCILIATION_FAULT", subject_id: rows[0]?.id };
    return task({ ...subject, platform_id: staffScope.platformId, business_id: null });
  };
  const requestId = await insert("staff_request", {
    business_id: other,
    kind: "owner-conflict.resolve",
    subject_id: other,
    payload: JSON.stringify({ primaryOwnerId: users["other PRIMARY_OWNER_CONFLICT"] }),
    people: 2,
    maker_id: memberId,
    maker_reason: `${word} deed of sale`,
  });
  const { rows: hashes } = await admin.query(
    "select encode(payload_hash, 'hex') as hash from app.staff_request where id = $1",
    [requestId],
  );
  const { rows: members } = await admin.query<{ id: string }>(
    "insert into app.staff_member (email, name, roles) values ($1, $2, array['TREASURY']) returning id",
    [`${word.toLowerCase()}@inlay.test`, `${word} Member`],
  );
  return {
    member: members[0]?.id ?? "",
    request: { id: requestId, payloadHash: String(hashes[0].hash) },
    screening: await insert("sanctions_screening", {
      ...screeningOf(word),
      subject_kind: "PERSON",
      business_id: other,
    }),
    contested: await task({ kind: "PRIMARY_OWNER_CONFLICT", subject_id: main }),
    failedPayment: await task({ kind: "PAYMENT_FAILED", subject_id: failedOrder }),
    receipt: await bankLine("IN"),
    receiptReference: `${word}-IN`,
    withdrawal: await bankLine("OUT"),
  };
}

/** A passkey of the operator, and a change of accounts that an owner has stopped. */
async function accountChangeObjects({ server, insert, word, users }: Maker, accountId: string) {
  const operator = users["main OPERATOR"];
  const change = await insert("account_change", { actor_kind: "USER", actor_id: operator, made_at: new Date() });
  await insert("account_change_item", { account_change_id: change, bank_account_id: accountId, what: ["TYPED"] });
  const link = await insert("account_change_link", {
    account_change_id: change,
    recipient: `owner@${word.toLowerCase()}.test`,
    token_hash: hashOf(newToken()),
    expires_at: new Date(),
  });
  await server.admin.query("update app.account_change set stopped_at = now(), stopped_by = $1 where id = $2", [
    link,
    change,
  ]);
  const task = { kind: "ACCOUNT_CHANGE_STOPPED", subject_id: change, due_at: new Date() };
  return {
    stoppedChange: await insert("task", task),
    passkey: await insert("user_passkey", {
      user_id: operator,
      credential_id: `${word}Credential`,
      public_key: Buffer.from([0]),
      counter: 0,
    }),
  };
}

/** Objects of the platform, which its first tenant creates and the others find. */
/** A policy with a finished shadow run. Policies belong to no tenant. */
async function policyObjects({ server: { admin }, memberId }: Maker) {
  const version = `2026-12-01.${(await admin.query("select from app.policy")).rowCount}`;
  await admin.query("insert into app.policy (version, body, proposed_by) values ($1, $2, $3)", [
    version,
    JSON.stringify({ ...firstPolicy, version }),
    memberId,
  ]);
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.shadow_run (policy_version, days, state, tally, requested_by, ended_at) values ($1, 90, 'DONE', $2, $3, now())
     returning id`,
    [version, JSON.stringify(emptyTally()), memberId],
  );
  return { version, shadowRun: rows[0]?.id ?? "" };
}

async function platformObjects({ server, insert, word, platformId, memberId }: Maker) {
  const { admin, app } = server;
  const idOf = async (rest: string): Promise<string | undefined> =>
    (await admin.query<{ id: string }>(`select id from app.${rest} and platform_id = $1`, [platformId])).rows[0]?.id;
  const theme = (await idOf("style_configuration where not is_default")) ?? "";
  const known = {
    platformScreening: await idOf("sanctions_screening where business_id is null"),
    alarm: await idOf("task where kind = 'RETURN_RATE_ALARM'"),
  };
  if (known.platformScreening && known.alarm)
    return { theme, platformScreening: known.platformScreening, alarm: known.alarm };
  const ofPlatform = { business_id: null };
  const account = await insert("bank_account", {
    ...ofPlatform,
    party: "PLATFORM",
    holder_name: `${word} Software Inc`,
    account_name: `${word} platform account`,
    account_number_last4: "5678",
    account_subtype: "checking",
    holder: "BUSINESS",
    created_method: "STAFF",
    entered_by: memberId,
    verification: "VERIFIED",
    added_on: "2026-01-02",
  });
  const authorization = { bank_account_id: account, text_hash: Buffer.from("x"), text_version: "1" };
  await insert("ach_authorization", { ...ofPlatform, ...authorization });
  const amount = cents(100);
  const owed = [
    revenueShareAccrued(amount),
    entry("WITHHELD", "OPCO", [debit("PLATFORM_SETTLEMENT_RECEIVABLE", amount), credit("CLEARING_IN", amount)]),
  ];
  await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
    for (const one of owed)
      await post(tx, one, {
        key: randomUUID(),
        occurredOn: dateAt(new Date()),
        source: { type: "payment order", id: randomUUID() },
        subjects: { platformId, businessId: null, paymentOrderId: randomUUID() },
      });
  });
  await insert("debit_hold", { ...ofPlatform, held_at: new Date() });
  const alarm = { ...ofPlatform, kind: "RETURN_RATE_ALARM", subject_id: platformId, due_at: new Date() };
  return {
    theme,
    platformScreening: await insert("sanctions_screening", {
      ...screeningOf(word),
      ...ofPlatform,
      subject_kind: "PLATFORM",
    }),
    alarm: await insert("task", alarm),
  };
}
