import { randomUUID } from "node:crypto";
import { type IdKind, publicId } from "@inlay/contracts/ids.ts";
import { mayDo } from "@inlay/lending/access/permissions.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { sql } from "kysely";
import { bankVendor } from "../apps/api/src/banking/banking.fixture.ts";
import { confirmation, inDays, uploadOf } from "../apps/api/src/servicing/invoices/invoices.fixture.ts";
import {
  dueFeeCents,
  laterDay,
  nextDebitDay,
  payoffDay,
  splitParts,
} from "../apps/api/src/servicing/serviced.fixture.ts";
import { aPilotRow } from "../apps/api/src/servicing/sessions/pilot-row.fixture.ts";
import {
  applied,
  asked,
  canAccept,
  canApplyForMore,
  canBeOffered,
  canChoose,
  checksPassed,
  claimed,
  closingAt,
  collectsTaxReturns,
  consented,
  coOwnerSigns,
  coOwnerVerifies,
  declined,
  drawPayoffScheduled,
  type Ground,
  inDefault,
  inDefaultWithoutArrears,
  lineSuspended,
  nothingFrozen,
  paidNow,
  payoffScheduled,
  reason,
  refinances,
  repaidEarly,
  within,
} from "./object-access-arrangements.ts";
import type { Objects } from "./object-access-objects.ts";
import type { Caller } from "./object-access-tenants.ts";

/** One request, before its ids are replaced. */
export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  headers?: Record<string, string>;
  /** Brings the caller's business into the state that the request needs. What it returns replaces the body. */
  arrange?(ground: Ground): Promise<object | undefined>;
  /** The fields that are replaced in this request; all of them if it does not say. */
  only?: string[];
  /** Whether the server accepts the request of this caller, where the permission table alone does not say so. */
  isPermitted?: boolean;
};

/** A valid request of the caller about their own objects, or several of them that together use every id field of the call. */
export type MakeRequests = (own: Objects, by: Caller) => Sent | Sent[];

const pub = (kind: IdKind, id: string): string => publicId(kind, id);
const file = (name: string, fileUrl: string) => ({ fileUrl, fileName: `${name}.pdf` });
const toUpload = [{ id: "1", name: "a.pdf", type: "application/pdf", size: 1_000 }];
const ownership = (own: Objects) => ({ ownershipPercentage: 40, controlPersonId: own.coOwner });
const coOwner = () => ({ firstName: "Luis", lastName: "Ortega", email: `${randomUUID()}@owner.test` });

const aSale = () => ({
  transactionId: randomUUID(),
  transactionTime: new Date().toISOString(),
  chargeAmountCents: 1,
  repaymentAmountCents: 0,
});

/** Its amount depends on the refunds before it, and is left out in a dry run. */
const aRefund = (own: Objects) => ({
  transactionId: randomUUID(),
  transactionTime: new Date().toISOString(),
  chargeAmountCents: -1,
  reversalOf: `${own.word}-sale`,
});

const step = (completedStep: string, data: object): Sent => ({ body: { completedStep, data } });
const input = (own: Objects, subStep: string, data: object): Sent => {
  const inputId = own.inputs[subStep] ?? "";
  return {
    body: { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep, inputId, data },
    arrange: asked(inputId),
  };
};

const tax = { entityType: "CORPORATE_TAX", tin: "12-3456789" };

/** The notice of the business is for its primary owner. */
const onNotice = (own: Objects, by: Caller): Sent => ({
  params: { id: own.notice },
  isPermitted: by.roles.includes("PRIMARY_OWNER"),
});

/** The co-owner has not signed until the last reminder. */
async function coOwnerUnanswered(ground: Ground): Promise<undefined> {
  await coOwnerVerifies(ground);
  const { platform: platform_id, business: business_id, signingCoOwner: subject_id } = ground.own;
  const reminder = { kind: "CO_SIGNER", subject_id, asked_at: new Date(), unanswered_at: new Date() };
  await within(ground, (tx) =>
    tx
      .insertInto("reminder")
      .values({ platform_id, business_id, ...reminder })
      .onConflict((conflict) =>
        conflict
          .columns(["kind", "subject_id"])
          .where("ended_at", "is", null)
          .doUpdateSet({ unanswered_at: reminder.unanswered_at }),
      )
      .execute(),
  );
}

/** The primary owner has asked that somebody who does not sign is removed. */
async function coOwnerRemoved(ground: Ground): Promise<undefined> {
  const { platform: platform_id, business: business_id, signingCoOwner: owner_id, chosenApplication } = ground.own;
  const change = { owner_id, application_id: chosenApplication, change: "REMOVE", remaining_basis_points: 0 };
  const asked = { status: "PENDING", requested_by: ground.own.operator, decide_by: new Date() };
  await within(ground, (tx) =>
    tx
      .insertInto("co_signer_change")
      .values({ platform_id, business_id, ...change, ...asked })
      .execute(),
  );
}

const portal: Record<string, MakeRequests> = {
  createBankLinkToken: (own) => ({ body: { itemId: own.bankItem } }),
  exchangeBankLinkToken: () => ({
    body: {},
    arrange: async ({ server, own }) => ({
      publicToken: await bankVendor(server.sandbox).publicToken(own.business, "user_good", "ins_100003"),
    }),
  }),
  markBankItemsConnected: (own) => ({ body: { itemIds: [own.bankItem] } }),
  readHostedBankLink: (own) => ({ params: { hostedLinkId: own.hostedLink } }),
  refreshBankItem: (own) => ({ params: { itemId: own.bankItem } }),
  revealAccountNumbers: (own) => ({ query: { itemIds: [own.bankItem] } }),
  setPrimaryBankAccount: (own) => ({ params: { id: own.checking } }),
  revokeDebitAuthorization: (own) => ({ params: { id: own.checking } }),
  startHostedBankLink: (own) => ({ body: { itemId: own.bankItem } }),
  createCoOwner: () => ({ body: coOwner() }),
  createCoOwnerV2: () => ({ body: { ...coOwner(), ownershipPercentage: 20 } }),
  deleteCoOwner: (own) => ({ params: { id: own.coOwner } }),
  deleteCoOwnerV2: (own) => ({ params: { id: own.coOwner } }),
  resendCoOwnerInvitation: (own) => ({ params: { id: own.coOwner }, body: {}, arrange: consented }),
  updateCoOwner: (own) => ({ params: { id: own.coOwner }, body: { firstName: "Ana" } }),
  updateCoOwnerV2: (own) => ({ params: { id: own.coOwner }, body: { firstName: "Ana" } }),
  confirmDocumentUpload: (own) => ({ params: { id: own.documents.taxReturn } }),
  listNotices: () => ({}),
  openNotice: (own, by) => onNotice(own, by),
  getNoticePdf: (own, by) => onNotice(own, by),
  getBusinessDocument: (own) => ({ params: { id: own.documents.taxReturn } }),
  getBusinessDocumentUrl: (own) => ({ params: { id: own.documents.taxReturn } }),
  requestDocumentUploads: () => ({ body: { files: toUpload, documentType: "bank-statements" } }),
  requestTaxReturnUploads: () => ({ body: { files: toUpload } }),
  // An email address confirms only until there is a passkey, and only the operator has one.
  requestStepUpCode: (_, { roles }) => ({ body: { method: "EMAIL" }, isPermitted: !roles.includes("OPERATOR") }),
  askStepUpPasskey: (_, { roles }) => ({ body: {}, isPermitted: roles.includes("OPERATOR") }),
  askNewPasskey: () => ({ body: {} }),
  removePasskey: (own, { roles }) => ({ params: { id: own.passkey }, isPermitted: roles.includes("OPERATOR") }),
  confirmMicroEntries: (own) => ({ params: { id: own.typed }, body: { amountsCents: [12, 12] } }),
  restartMicroEntries: (own) => ({ params: { id: own.typed } }),
  getOffersStep: () => ({ params: { id: "DISPLAY_OFFERS" }, arrange: canAccept }),
  completeOffersStep: (own) => [
    {
      body: { eventType: "OFFER_SELECTED", selectedOffers: [{ offerId: own.openedOffer }] },
      arrange: canChoose,
    },
    {
      body: { eventType: "PRIMARY_BANK_ACCOUNT_SELECTED", primaryBankAccountId: own.checking },
      arrange: closingAt("SELECT_PRIMARY_BANK_ACCOUNT"),
    },
  ],
  decideAboutSigner: (own) => ({
    params: { id: own.signingCoOwner },
    body: { decision: "WAIT" },
    arrange: coOwnerUnanswered,
  }),
  requestPersonalPhoneCode: () => ({
    body: { phoneNumber: "+12125552999" },
    arrange: closingAt("COLLECT_PERSONAL_PHONE_NUMBER"),
  }),
  initializeIdentityInquiry: (_, { roles }) => ({
    arrange: roles.includes("SECONDARY_OWNER") ? coOwnerVerifies : closingAt("COLLECT_PERSONA"),
  }),
  getCoOwnerOffersWorkflow: () => ({ arrange: coOwnerSigns }),
  getCoOwnerOffersStep: () => ({ params: { id: "COLLECT_LEGAL_AGREEMENTS" }, arrange: coOwnerSigns }),
  openCoOwnerAgreement: () => ({ arrange: coOwnerSigns }),
  completeCoOwnerOffersStep: () => ({ body: { eventType: "PERSONA_COLLECTED" }, arrange: coOwnerSigns }),
  skipToOffers: () => ({ arrange: canBeOffered }),
  skipToNoOffers: () => ({ arrange: canBeOffered }),
  // The business is shown a product that was issued, so there is no step to skip.
  skipToServicing: () => ({}),
  skipClosingStep: (_, { roles }) => ({
    arrange: closingAt("COLLECT_PERSONAL_PHONE_NUMBER"),
    isPermitted: roles.includes("PRIMARY_OWNER"),
  }),
  skipToExpiredOffers: (own) => ({
    body: { loanApplicationId: own.offeredApplications[0] ?? "" },
    arrange: canAccept,
  }),
  skipToAnotherLoan: () => ({
    body: { productType: "MCA" },
    arrange: applied("LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_INCOMPLETE"),
  }),
  makeNextPayment: (own) => ({ params: { id: own.currentLoan } }),
  failNextPayment: (own) => ({ params: { id: own.currentLoan } }),
  setIssuedProductStatus: (own) => ({ params: { id: own.currentLoan }, body: { status: "LATE" } }),
  refreshOffers: () => ({ arrange: applied("WAITING_FOR_ACCEPTANCE", "OFFERS_EXPIRED") }),
  quoteOffer: (own) => ({ params: { id: own.openedOffer }, body: { amountCents: 5_000_000 }, arrange: canAccept }),
  getCashFlowFit: (own) => ({ params: { id: own.openedOffer }, arrange: canAccept }),
  discloseOffer: (own) => ({ params: { id: own.openedOffer }, body: { amountCents: null }, arrange: canAccept }),
  getDisclosureFile: (own) => ({ params: { id: own.disclosure } }),
  signDisclosure: (own) => ({ params: { id: own.disclosure }, arrange: canAccept }),
  openAgreement: (own) => ({ params: { id: own.openedOffer }, body: { amountCents: null }, arrange: canAccept }),
  // Only the primary owner is shown the welcome page.
  getServicingStep: (_, { roles }) => ({
    params: { id: roles.includes("PRIMARY_OWNER") ? "INIT_SERVICING_FLOW" : "READY_FOR_SERVICING" },
  }),
  completeServicingStep: (own) => ({
    body: { eventType: "SERVICING_FLOW_INITIALIZED", issuedProductId: own.issuedProduct },
  }),
  getCoOwnerServicingStep: () => ({ params: { id: "READY_FOR_SERVICING" } }),
  completeCoOwnerServicingStep: (own) => ({
    body: { eventType: "SERVICING_FLOW_INITIALIZED", issuedProductId: own.issuedProduct },
    isPermitted: false,
  }),
  getTermLoan: (own) => ({ params: { id: own.currentLoan } }),
  getLineOfCredit: (own) => ({ params: { id: own.currentLine } }),
  getCashAdvance: (own) => ({ params: { id: own.currentAdvance } }),
  listProductReceivables: (own) => [
    { params: { id: own.integratedAdvance } },
    { params: { id: own.integratedAdvance }, query: { after: own.newestReceivable } },
  ],
  listPaymentOrders: (own) => [
    { params: { id: own.currentLoan } },
    {
      params: { id: own.currentLine },
      query: {
        drawRequestIds: [own.waitingDraw],
        invoiceIds: [own.reviewedInvoice],
        platformInvoiceIds: [own.sessionInvoice],
      },
    },
  ],
  listProductActivity: (own) => [
    { params: { id: own.currentLoan } },
    { params: { id: own.currentLoan }, query: { after: own.event } },
  ],
  quotePayoff: (own) => ({ params: { id: own.currentLoan } }),
  schedulePayoff: (own) => ({ params: { id: own.currentLoan }, body: { effectiveDate: payoffDay() } }),
  cancelPayoff: (own) => ({ params: { id: own.currentLoan }, arrange: payoffScheduled }),
  listArrangements: (own) => ({ params: { id: own.overdueLoan } }),
  chooseRetryDay: (own) => [
    { params: { id: own.overdueLoan }, body: { obligationId: own.overdueInstallment, day: nextDebitDay() } },
    // No debit of this period has failed.
    {
      params: { id: own.unreadAdvance },
      body: { obligationId: own.unreadObligation, periodId: own.unreadPeriod, day: nextDebitDay() },
      isPermitted: false,
    },
  ],
  movePayment: (own) => ({
    params: { id: own.currentLoan },
    body: { obligationId: own.comingInstallment, day: laterDay() },
  }),
  quoteSplitPayment: (own) => ({
    params: { id: own.overdueLoan },
    query: { obligationId: own.overdueInstallment },
    arrange: nothingFrozen,
  }),
  splitPayment: (own) => ({
    params: { id: own.overdueLoan },
    body: { obligationId: own.overdueInstallment, parts: splitParts() },
    arrange: nothingFrozen,
  }),
  quotePayFromAccount: (own) => ({ params: { id: own.currentLoan } }),
  payFromAccount: (own) => ({
    params: { id: own.currentLoan },
    body: { bankAccountId: own.anotherAccount, amountCents: dueFeeCents, effectiveDate: nextDebitDay() },
    arrange: nothingFrozen,
  }),
  quotePayNow: (own) => ({ params: { id: own.currentLoan } }),
  payNow: (own) => ({
    params: { id: own.currentLoan },
    body: { amountCents: dueFeeCents, effectiveDate: nextDebitDay() },
  }),
  createDraw: (own) => ({ params: { id: own.currentLine }, body: { amountCents: 100_000 } }),
  withdrawDraw: (own) => ({ params: { id: own.waitingDraw } }),
  approveDraw: (own) => ({ params: { id: own.waitingDraw } }),
  rejectDraw: (own) => ({ params: { id: own.waitingDraw } }),
  defaultDraw: (own) => ({ params: { id: own.owedDraw } }),
  getDrawPayoff: (own) => ({ params: { id: own.owedDraw } }),
  quoteDrawPayoff: (own) => ({ params: { id: own.owedDraw } }),
  scheduleDrawPayoff: (own) => ({ params: { id: own.owedDraw }, body: { effectiveDate: payoffDay() } }),
  cancelDrawPayoff: (own) => ({ params: { id: own.owedDraw }, arrange: drawPayoffScheduled }),
  requestTrueUp: (own) => ({ params: { id: own.currentAdvance } }),
  cancelPayNow: (own) => ({ params: { id: own.currentLoan }, arrange: paidNow }),
  getInvoiceLine: (own) => ({ params: { id: own.invoiceLine } }),
  quoteInvoicePlans: (own) => ({
    params: { id: own.invoiceLine },
    query: { amountRequestedForFinancingCents: 1_000_000, invoiceDueDate: inDays(40) },
  }),
  listInvoices: (own) => ({ params: { id: own.invoiceLine } }),
  createInvoice: (own) => ({
    params: { id: own.invoiceLine },
    body: {
      ...uploadOf({ url: own.invoiceFileUrl }),
      issuedProductId: own.invoiceLine,
      businessDocumentId: own.invoiceFile,
    },
  }),
  submitSessionInvoice: (own) => [
    {
      params: { id: own.invoiceLine },
      body: confirmation({ token: own.invoiceToken, platformInvoiceId: own.sessionInvoice }),
    },
    // A session without files takes none.
    {
      params: { id: own.invoiceLine },
      body: {
        ...confirmation({ token: own.invoiceToken, platformInvoiceId: own.sessionInvoice }),
        businessDocumentId: own.invoiceFile,
      },
      isPermitted: false,
    },
  ],
  submitSessionBill: (own) => [
    {
      params: { id: own.billLine },
      body: confirmation({ token: own.billToken, platformInvoiceId: own.sessionBill }),
    },
    // A session without files takes none.
    {
      params: { id: own.billLine },
      body: {
        ...confirmation({ token: own.billToken, platformInvoiceId: own.sessionBill }),
        businessDocumentId: own.invoiceFile,
      },
      isPermitted: false,
    },
  ],
  getInvoiceFileUrl: (own) => ({ params: { id: own.invoiceLine, invoiceId: own.reviewedInvoice } }),
  quoteInvoiceRepayment: (own) => ({ params: { id: own.owedInvoice } }),
  repayInvoiceEarly: (own) => ({ params: { id: own.owedInvoice }, body: {} }),
  cancelInvoiceRepayment: (own) => ({ params: { id: own.owedInvoice }, arrange: repaidEarly }),
  cancelInvoice: (own) => ({ params: { id: own.parsingInvoice } }),
  requestInvoiceUploads: (own) => ({
    params: { id: own.invoiceLine },
    body: { files: [{ id: "1", name: "a.pdf", type: "application/pdf", size: 2000 }] },
  }),
  getParseResult: (own) => ({ params: { id: own.invoiceFile } }),
  readEmbeddedSession: (own) => ({ body: { sessionToken: own.sessionToken } }),
  listPilotInvoices: () => ({}),
  openPilotInvoiceSession: (own) => ({ body: { platformPilotInvoiceIds: [own.pilotInvoice] } }),
  listIssuedProductDocuments: (own) => ({ params: { id: own.issuedProduct } }),
  getIssuedProductDocumentUrl: (own) => ({ params: { id: own.issuedProduct, docId: own.agreement } }),
  downloadStatements: (own) => ({ body: { documentIds: [own.statement] } }),
  downloadLoanApplicationDocument: (own) => ({ params: { id: own.agreement } }),
  downloadLoanApplicationDocuments: (own) => ({
    body: { loanApplicationDocumentDetails: [{ loanApplicationDocumentId: own.agreement }] },
  }),
  answerOnboardingSurvey: () => ({ body: { reasonForApplying: "TO_GROW_YOUR_BUSINESS" } }),
  withdrawApplication: () => ({
    body: { reason: "OTHER" },
    arrange: applied("ASSIGN_TO_CAPITAL_PROVIDER", "OFFERS_PENDING"),
  }),
  requestCorrection: () => ({
    body: { topic: "OTHER", text: "My shop moved" },
    arrange: applied("ASSIGN_TO_CAPITAL_PROVIDER", "OFFERS_PENDING"),
  }),
  applyAgain: () => ({ arrange: applied("LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_INCOMPLETE") }),
  getApplyForMore: () => ({ arrange: applied("LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_INCOMPLETE") }),
  applyForMore: () => ({ body: { productType: "TERM_LOAN" }, arrange: canApplyForMore }),
  getDecline: () => ({ arrange: declined }),
  requestAppeal: () => ({ body: { text: "Please look at July again" }, arrange: declined }),
  completeCoOwnerStep: () => step("START_FLOW", {}),
  completeStep: (own) => [
    step("COLLECT_BANK_STATEMENTS", { files: [file("statement", own.fileUrls.bankStatement)] }),
    step("COLLECT_RAILZ", { ...tax, taxReturnFiles: [file("return", own.fileUrls.taxReturn)] }),
    {
      ...step("COLLECT_BUSINESS_TAX", { ...tax, taxReturnFiles: [file("return", own.fileUrls.taxReturn)] }),
      arrange: collectsTaxReturns,
    },
    step("COLLECT_REFINANCE_OPTIONS", { refinanceOptions: [{ existingDebtId: own.debt, refinanceRequested: true }] }),
    step("COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership(own)),
    input(own, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership(own)),
    input(own, "UPDATE_PRIMARY_BANK_ACCOUNT", { primaryBankAccountId: own.checking, achAuthorized: true }),
    input(own, "RECOLLECT_BANK_STATEMENTS", { files: [file("statement", own.fileUrls.bankStatement)] }),
    input(own, "RECOLLECT_TAX_RETURNS", { files: [file("return", own.fileUrls.taxReturn)] }),
    input(own, "ADDITIONAL_DOCUMENTS_UPLOAD", { files: [file("lease", own.fileUrls.additional)] }),
  ],
  getStep: () => ({ params: { id: "START_FLOW" } }),
  getCoOwnerStep: () => ({ params: { id: "START_FLOW" } }),
  saveStepDraft: () => ({ params: { id: "START_FLOW" }, body: { fields: {} } }),
  saveCoOwnerStepDraft: () => ({ params: { id: "START_FLOW" }, body: { fields: {} } }),
  suggestAddresses: () => ({ body: { input: "12 Main", session: randomUUID() } }),
  resolveAddress: () => ({ body: { id: "place", session: randomUUID() } }),
  askOwner: () => ({ body: { email: `${randomUUID()}@owner.test` } }),
  chooseLocale: () => ({ body: { locale: "es" } }),
  getNotificationPreferences: () => ({}),
  saveNotificationPreference: () => ({ body: { topic: "PAYMENT_MADE", channel: "EMAIL", isOn: false } }),
  updateBusiness: (own) => ({ body: { customInitializationId: own.theme } }),
  // An owner does not become an operator.
  upsertUserRoles: (_, { roles }) => ({
    body: { userRoles: ["OPERATOR"] },
    isPermitted: roles.includes("NO_ROLE") || roles.includes("OPERATOR"),
  }),
  reportInteraction: () => ({ body: { eventType: "ELIGIBILITY_SCREENER_PASSED" } }),
};

const accountant: Record<string, MakeRequests> = {
  confirmAccountantUpload: (own) => ({ params: { id: own.documents.ofAccountant } }),
  getAccountantDocument: (own) => ({ params: { id: own.documents.ofAccountant } }),
  getAccountantDocumentUrl: (own) => ({ params: { id: own.documents.ofAccountant } }),
  requestAccountantUploads: () => ({ body: { files: toUpload } }),
};

/** The same request once with our id and once with the platform's. */
const byEitherId = (own: string, platformId: string, sent: (id: string) => Sent): Sent[] =>
  [own, `platform:${platformId}`].map(sent);
const businessOf = (own: Objects, sent: (businessId: string) => Sent) =>
  byEitherId(pub("business", own.business), `${own.word}-main`, sent);
const userOf = (own: Objects, sent: (userId: string) => Sent) =>
  byEitherId(pub("user", own.operator), `${own.word}-main-OPERATOR`, sent);
const accountOf = (own: Objects, sent: (bankAccountId: string) => Sent) =>
  byEitherId(pub("bankAccount", own.provided), `${own.word}-account`, sent);
/** A list filtered by each of its id fields. */
const filteredBy = (own: Objects, filters: Record<string, string>): Sent[] => [
  ...Object.entries(filters).map(([name, value]): Sent => ({ query: { [name]: [value] } })),
  ...businessOf(own, (businessId) => ({ query: { businessId: [businessId] } })),
];

const sales = { grossCents: 100, refundsCents: 0, transactionCount: 1, closed: true };
const prequalified = { productType: "LINE_OF_CREDIT", prequalType: "STANDARD" };
const newAccount = {
  name: "Report",
  createdMethod: "PLATFORM_PLAID_ASSET_REPORT",
  accountType: "CHECKING",
  accountNumber: "000999456789",
  routingNumber: "021000021",
};

const toSend = {
  documentType: "INVOICE",
  fileName: "invoice.pdf",
  contentType: "application/pdf",
  sizeBytes: 1_000,
};
const toConfirm = {
  platformInvoiceNumber: "1",
  invoiceAmountCents: 100_000,
  invoiceDueDate: "2199-12-31",
  payorType: "business",
  payorBusinessName: "Big Builders",
};
/** One request by our id of the business, and one by the platform's own. */
const byEitherIdOf = (own: Objects, make: (business: object) => Sent): Sent[] => [
  make({ businessId: pub("business", own.business) }),
  make({ platformBusinessId: `${own.word}-main` }),
];

const partner: Record<string, MakeRequests> = {
  createBusiness: (own) => ({ body: { platformBusinessId: `${own.word}-main` } }),
  listBusinesses: (own) =>
    filteredBy(own, { id: pub("business", own.business), platformBusinessId: `${own.word}-main` }),
  getBusiness: (own) => businessOf(own, (businessId) => ({ params: { businessId } })),
  getBusinessStatus: (own) => businessOf(own, (businessId) => ({ params: { businessId } })),
  updateBusiness: (own) =>
    businessOf(own, (businessId) => ({ params: { businessId }, body: { metadata: { note: "a" } } })),
  createUser: (own) => [
    {
      body: { platformUserId: `${own.word}-main-OPERATOR`, platformBusinessId: `${own.word}-other` },
      only: ["body.platformUserId"],
    },
    { body: { platformUserId: randomUUID(), platformBusinessId: `${own.word}-main` } },
    { body: { platformUserId: randomUUID(), businessId: pub("business", own.business) } },
  ],
  listUsers: (own) => filteredBy(own, { id: pub("user", own.operator), platformUserId: `${own.word}-main-OPERATOR` }),
  getUser: (own) => userOf(own, (userId) => ({ params: { userId } })),
  updateUser: (own) => userOf(own, (userId) => ({ params: { userId }, body: { firstName: "Ana" } })),
  createConnectToken: (own) => userOf(own, (userId) => ({ params: { userId }, body: {} })),
  getConnectToken: (own) => ({ params: { connectTokenId: own.connectToken } }),
  createPrequalification: (own) => [
    { body: { ...prequalified, businessId: pub("business", own.business) } },
    { body: { ...prequalified, platformBusinessId: `${own.word}-main` } },
  ],
  createPrequalifications: (own) => [
    { body: { rows: [{ ...prequalified, businessId: pub("business", own.business) }] } },
    { body: { rows: [{ ...prequalified, platformBusinessId: `${own.word}-main` }] } },
  ],
  listPrequalifications: (own) => filteredBy(own, { id: own.prequalification, platformBusinessId: `${own.word}-main` }),
  getPrequalification: (own) => ({ params: { prequalificationId: own.prequalification } }),
  listApplications: (own) => [
    { query: { id: [pub("application", own.application)] } },
    ...byEitherId(pub("business", own.otherBusiness), `${own.word}-other`, (businessId) => ({
      query: { businessId: [businessId] },
    })),
  ],
  getApplication: (own) => ({ params: { applicationId: pub("application", own.application) } }),
  putMarkup: (own) => ({
    params: { applicationId: pub("application", own.application) },
    body: { plans: [{ planId: "draw", feeMarkupPercentage: "0.5" }] },
  }),
  createBankAccount: (own) => [
    { body: { ...newAccount, businessId: pub("business", own.business) } },
    { body: { ...newAccount, platformBusinessId: `${own.word}-main` } },
    {
      body: { ...newAccount, platformBusinessId: `${own.word}-main`, platformBankAccountId: `${own.word}-account` },
      only: ["body.platformBankAccountId"],
    },
  ],
  listBankAccounts: (own) => filteredBy(own, { id: pub("bankAccount", own.provided) }),
  getBankAccount: (own) => accountOf(own, (bankAccountId) => ({ params: { bankAccountId } })),
  updateBankAccount: (own) => accountOf(own, (bankAccountId) => ({ params: { bankAccountId }, body: { name: "New" } })),
  retireBankAccount: (own) => accountOf(own, (bankAccountId) => ({ params: { bankAccountId }, body: {} })),
  putSalesDay: (own) => businessOf(own, (businessId) => ({ params: { businessId, date: "2026-01-06" }, body: sales })),
  recordSalesDays: (own) => [
    { body: { rows: [{ ...sales, businessId: pub("business", own.business), date: "2026-01-07" }] } },
    { body: { rows: [{ ...sales, platformBusinessId: `${own.word}-main`, date: "2026-01-07" }] } },
  ],
  listSalesDays: (own) => [
    ...businessOf(own, (businessId) => ({ params: { businessId } })),
    { params: { businessId: pub("business", own.business) }, query: { id: [own.salesDay] } },
  ],
  createDocument: (own) => [
    { body: { ...toSend, businessId: pub("business", own.business) } },
    { body: { ...toSend, platformBusinessId: `${own.word}-main` } },
  ],
  reportDocumentUploaded: (own) => ({ params: { documentId: pub("document", own.documents.ofPlatform) }, body: {} }),
  getDocument: (own) => ({ params: { documentId: pub("document", own.documents.ofPlatform) } }),
  createEmbeddedSession: (own) =>
    byEitherIdOf(own, (business) => {
      const invoices = [{ documentId: pub("document", own.documents.ofPlatform) }];
      return { body: { ...business, data: { component: "invoice_session_with_file", invoices } } };
    }),
  getEmbeddedSession: (own) => ({ params: { embeddedSessionId: own.embeddedSession } }),
  revokeEmbeddedSession: (own) => ({ params: { embeddedSessionId: own.embeddedSession }, body: {} }),
  createPilotInvoice: (own) =>
    byEitherIdOf(own, (business) => {
      const invoice = { ...toConfirm, platformInvoiceId: randomUUID() };
      return { body: { ...business, data: { component: "invoice_session", invoice } } };
    }),
  getPilotInvoice: (own) => ({ params: { pilotInvoiceId: pub("pilotInvoice", own.pilotInvoice) } }),
  withdrawPilotInvoice: (own) => ({ params: { pilotInvoiceId: pub("pilotInvoice", own.pilotInvoice) }, body: {} }),
  postReceivable: (own) => {
    const params = { issuedProductId: pub("issuedProduct", own.integratedAdvance) };
    return [
      { params, body: aSale() },
      { params, body: aRefund(own), query: { dryRun: "true" } },
    ];
  },
  postReceivables: (own) => {
    const issuedProductId = pub("issuedProduct", own.integratedAdvance);
    return [
      { body: { receivables: [{ issuedProductId, ...aSale() }] } },
      { body: { receivables: [{ issuedProductId, ...aRefund(own) }] }, query: { dryRun: "true" } },
    ];
  },
  listReceivables: (own) => [
    ...filteredBy(own, { id: own.receivable }),
    { query: { issuedProductId: [pub("issuedProduct", own.integratedAdvance)] } },
    { query: { transactionId: [`${own.word}-sale`] } },
    { query: { settlementId: [own.receivableSettlement] } },
  ],
  getReceivable: (own) => ({ params: { receivableId: own.receivable } }),
  listReceivableSettlements: (own) => ({ query: { id: [own.receivableSettlement] } }),
  getReceivableSettlement: (own) => ({ params: { receivableSettlementId: own.receivableSettlement } }),
  getClock: (own) => businessOf(own, (businessId) => ({ params: { businessId } })),
  advanceClock: (own) => businessOf(own, (businessId) => ({ params: { businessId }, body: { days: 1 } })),
};

const inBusiness = (own: Objects, params: Record<string, string> = {}, body?: object): Sent => ({
  params: { businessId: own.business, ...params },
  ...(body && { body: { ...body, reason } }),
});
const inBusinessAfter = (own: Objects, after: string): Sent => ({ ...inBusiness(own), query: { after } });
const onOrder = (own: Objects, paymentOrderId: string, body: object = {}) => inBusiness(own, { paymentOrderId }, body);
const onTask = (taskId: string, body?: object): Sent => ({
  params: { taskId },
  ...(body && { body: { ...body, reason } }),
});
const onPlatform = (own: Objects, params: object = {}, body?: object): Sent => ({
  params: { platformId: own.platform, ...params },
  ...(body && { body: { ...body, reason } }),
});
/** An application of the other business, so that the main one can still apply. */
const onApplication = (
  own: Objects,
  { applicationId, decisionId }: Objects["toDecide"],
  params: Record<string, string> = {},
  body?: object,
): Sent =>
  inBusiness(own, { businessId: own.otherBusiness, applicationId, ...params }, body && { ...body, decisionId });
/** The closing of an advance of the other business. */
const inClosing = (own: Objects, body?: object): Sent =>
  inBusiness(own, { businessId: own.otherBusiness, applicationId: own.advanceToClose }, body);
const payoffLetter = { existingDebtId: "other", amountCents: 1_250_000, perDiemCents: 500, goodThrough: "2099-01-05" };
/** The product of the other business whose payout came back. */
const onUnpaidProduct = (own: Objects, body?: object): Sent =>
  inBusiness(own, { businessId: own.otherBusiness, issuedProductId: own.unpaidProduct }, body);
/** The loan of the other business that is past due. */
const onServicedLoan = (own: Objects, body?: object): Sent =>
  inBusiness(own, { businessId: own.otherBusiness, issuedProductId: own.servicedLoan }, body);
const onPeriod = (own: Objects, body?: object): Sent =>
  inBusiness(own, { issuedProductId: own.unreadAdvance, periodId: own.unreadPeriod }, body);
/** The sales of a period of an advance, as a document shows them. */
const ofDocument = ({ salesDocument }: Objects) => ({ salesCents: 500_000, documentId: salesDocument });
const onMember = (own: Objects, body: object = {}): Sent => ({
  params: { memberId: own.member },
  body: { ...body, reason },
});
/** Whoever decides about a request must also be allowed to make it. */
const decision = (own: Objects, by: Caller): Sent => ({
  params: { requestId: own.request.id },
  body: { payloadHash: own.request.payloadHash, reason },
  isPermitted: mayDo(by.roles, "staff.owner-conflict.resolve"),
});
const amount = { amountCents: 100 };
/** The payment of that loan, put off. */
const putOff = ({ servicedInstallment }: Objects) => ({
  payments: [{ obligationId: servicedInstallment, dueOn: nextDebitDay() }],
});
/** A payment of that loan that our bank has sent back. */
const ofReturnedReceipt = ({ otherBusiness, servicedLoan, returnedReceipt }: Objects) => ({
  businessId: otherBusiness,
  issuedProductId: servicedLoan,
  paymentOrderId: returnedReceipt.paymentOrderId,
});
/** The receipt in suspense, as a payment of the loan in servicing. */
const outsidePayment = ({ receiptReference }: Objects) => ({
  vendorLineId: receiptReference,
  amountCents: 45_840,
  receivedOn: easternTime(new Date()).date,
  kind: "LUMP_SUM",
});

const staff: Record<string, MakeRequests> = {
  findBusinesses: () => ({ query: { reference: "7K3M-Q9XD" } }),
  askNewPasskey: () => ({ body: {} }),
  addPasskey: (own, by) => ({ body: own.challenges.get(by.memberId ?? "") ?? {} }),
  admitMember: () => ({ body: { email: `${randomUUID()}@inlay.test`, name: "New", roles: ["TREASURY"], reason } }),
  changeMember: (own) => onMember(own, { roles: ["TREASURY"], isActive: true }),
  inviteMember: (own) => onMember(own),
  resetMember: (own) => onMember(own),
  getBusinessOverview: (own) => inBusiness(own),
  listBusinessDocuments: (own) => inBusinessAfter(own, own.documents.taxReturn),
  openBusinessDocument: (own) => inBusiness(own, { documentId: own.documents.taxReturn }),
  listBusinessNotices: (own) => inBusiness(own),
  printNotice: (own) => inBusiness(own, { noticeId: own.notice }),
  listBusinessEmails: (own) => inBusinessAfter(own, own.email),
  listBusinessEvents: (own) => inBusinessAfter(own, own.event),
  revealSsn: (own) => inBusiness(own, { ownerId: own.owner }, {}),
  revealEin: (own) => inBusiness(own, {}, {}),
  revealBankAccountNumber: (own) => inBusiness(own, { bankAccountId: own.checking }, {}),
  getOwnerConflict: (own) => inBusiness(own),
  resolveOwnerConflict: (own) => inBusiness(own, {}, { primaryOwnerId: own.claimant }),
  inviteUser: (own) => inBusiness(own, { userId: own.operator }, { kind: "CONNECT_DIRECT", locale: "en" }),
  resetUserStepUp: (own) => inBusiness(own, { userId: own.operator }, {}),
  getStoppedChange: (own) => onTask(own.stoppedChange),
  decideStoppedChange: (own) => ({
    ...onTask(own.stoppedChange, { outcome: "KEPT_BLOCKED" }),
    arrange: claimed(own.stoppedChange),
  }),
  listTasks: (own) => ({ query: { after: own.contested } }),
  claimTask: (own) => onTask(own.contested),
  releaseTask: (own) => ({ ...onTask(own.contested), arrange: claimed(own.contested) }),
  resolveTask: (own) => ({ ...onTask(own.failedPayment, {}), arrange: claimed(own.failedPayment) }),
  listRequests: (own) => ({ query: { after: own.request.id } }),
  getRequest: (own) => ({ params: { requestId: own.request.id } }),
  approveRequest: decision,
  rejectRequest: decision,
  approvePaymentOrders: (own) => inBusiness(own, {}, { paymentOrderIds: [own.orders.waiting] }),
  rejectPaymentOrders: (own) => inBusiness(own, {}, { paymentOrderIds: [own.orders.waiting] }),
  retryPaymentOrder: (own) =>
    onOrder(own, own.orders.failed, { bankAccountId: own.secondChecking, isCauseCorrected: true }),
  releaseUnusualPayment: (own) => onOrder(own, own.orders.unusual),
  cancelUnusualPayment: (own) => onOrder(own, own.orders.unusual),
  reversePaymentOrder: (own) => onOrder(own, own.orders.taken),
  dishonorReturn: (own) => onOrder(own, own.orders.returned, { dishonorCode: "R68" }),
  releaseDebits: (own) => onTask(own.alarm, {}),
  getUnidentifiedLine: (own) => onTask(own.receipt),
  identifyBankLine: (own) => onTask(own.receipt, { paymentOrderId: own.orders.submitted }),
  identifyBankCharge: (own) => onTask(own.withdrawal, {}),
  requestBankReturn: (own) => onTask(own.receipt, {}),
  transferBetweenBooks: () => ({ body: { fromBook: "EQUITY", toBook: "OPCO", ...amount, reason } }),
  callCapital: () => ({ body: { book: "OPCO", ...amount, reason } }),
  collectSettlement: (own) => onPlatform(own, {}, { book: "OPCO", ...amount }),
  payRevenueShare: (own) => onPlatform(own, {}, amount),
  savePlatformAccount: (own) =>
    onPlatform(
      own,
      {},
      {
        holderName: "Harbor Software Inc",
        accountType: "CHECKING",
        accountNumber: "700012345678",
        routingNumber: "021000021",
      },
    ),
  verifyPlatformAccount: (own) => ({
    ...onPlatform(own, {}, { outcome: "VERIFIED" }),
    arrange: async (ground): Promise<undefined> => {
      const pending = { verification: sql<string>`'PENDING'` };
      await within(
        ground,
        (tx) => tx.updateTable("bank_account").set(pending).where("party", "=", "PLATFORM").execute(),
        "whole platform",
      );
    },
  }),
  blockBankItem: (own) => inBusiness(own, { bankItemId: own.bankItem }, {}),
  unblockBankItem: (own) => inBusiness(own, { bankItemId: own.blockedItem }, {}),
  unblockBankAccount: (own) => inBusiness(own, { bankAccountId: own.blocked }, {}),
  closeAccountCorrection: (own) => inBusiness(own, { accountCorrectionId: own.correction }, {}),
  verifyBankAccount: (own) => inBusiness(own, { bankAccountId: own.typed }, { outcome: "VERIFIED" }),
  askCoOwnerAgain: (own) => onTask(own.unverified, {}),
  waiveCoOwnerVerification: (own) => onTask(own.unverified, {}),
  allowIdentityInquiry: (own) => onTask(own.failedInquiry, {}),
  pullReportAgain: (own) => onTask(own.inconclusive, {}),
  acceptReport: (own) => onTask(own.inconclusive, {}),
  listScreenings: (own) => inBusiness(own),
  clearScreening: (own) => inBusiness(own, { businessId: own.otherBusiness, screeningId: own.screening }, {}),
  confirmScreening: (own) => inBusiness(own, { businessId: own.otherBusiness, screeningId: own.screening }, {}),
  listPlatformScreenings: (own) => onPlatform(own),
  clearPlatformScreening: (own) => onPlatform(own, { screeningId: own.platformScreening }, {}),
  confirmPlatformScreening: (own) => onPlatform(own, { screeningId: own.platformScreening }, {}),
  listAdditionalInputs: (own) => inBusiness(own),
  raiseAdditionalInput: (own) => ({
    ...inBusiness(own, {}, { subStep: "VERIFY_BUSINESS_INFORMATION" }),
    arrange: consented,
  }),
  releaseAdditionalInput: (own) =>
    inBusiness(own, { additionalInputId: own.inputs["RECOLLECT_TAX_RETURNS"] ?? "" }, {}),
  listCorrections: (own) => inBusiness(own),
  listAppeals: (own) => inBusiness(own, { businessId: own.otherBusiness }),
  answerAppeal: (own) =>
    inBusiness(
      own,
      { businessId: own.otherBusiness, appealId: own.appeal },
      { outcome: "UPHELD", message: "It stands." },
    ),
  answerCorrection: (own) => inBusiness(own, { correctionId: own.askedCorrection }, { message: "Corrected." }),
  reopenOnboarding: (own) => inBusiness(own, {}, {}),
  proposePolicy: () => ({ body: { policy: { ...firstPolicy, version: "2026-12-31.1" }, reason } }),
  getPolicy: (own) => ({ params: { version: own.policy.version } }),
  runShadowPolicy: (own) => ({ params: { version: own.policy.version }, body: { reason } }),
  getShadowRun: (own) => ({ params: { shadowRunId: own.policy.shadowRun } }),
  activatePolicy: (own) => ({ params: { version: own.policy.version }, body: { reason } }),
  listApplicationsToDecide: (own) => ({ query: { after: own.toDecide.applicationId } }),
  getApplicationCase: (own) => onApplication(own, own.toDecide),
  printCaseFile: (own) => onApplication(own, own.toDecide),
  getOfferDisclosure: (own) => inBusiness(own, { businessId: own.otherBusiness, offerId: own.offer }),
  replayDecision: (own) => onApplication(own, own.toDecide, { decisionId: own.toDecide.decisionId }),
  ruleOnApplication: (own) => onApplication(own, own.toDecide, {}, { kind: "DENIAL_CONFIRMED" }),
  confirmRefresh: (own) => {
    const { otherBusiness: businessId, unassigned } = own;
    return {
      ...inBusiness(own, { businessId, applicationId: unassigned.applicationId }, {}),
      arrange: async (ground) => {
        await within(
          ground,
          (tx) =>
            tx
              .updateTable("loan_application")
              .set({ status: "WAITING_FOR_ACCEPTANCE", offer_step: "OFFERS_EXPIRED" })
              .where("id", "=", unassigned.applicationId)
              .execute(),
          businessId,
        );
        return undefined;
      },
    };
  },
  assignCapital: (own) => onApplication(own, own.unassigned, {}, { capitalProviderId: null }),
  getClosingChecklist: (own) => inClosing(own),
  runClosingChecks: (own) => inClosing(own),
  confirmClosingCheck: (own) => inClosing(own, { check: "TAX_ID_MATCHED" }),
  listPayoffLetters: (own) => ({ ...inBusiness(own, { applicationId: own.refinancing }), arrange: refinances }),
  recordPayoffLetter: (own) => ({
    ...inBusiness(own, { applicationId: own.refinancing }, { ...payoffLetter, bankAccountId: own.creditorAccount }),
    arrange: refinances,
  }),
  fundLoan: (own) => ({ ...inClosing(own, {}), arrange: checksPassed }),
  decideSignerChange: (own) => ({
    ...inBusiness(own, { ownerId: own.signingCoOwner }, { outcome: "REFUSE" }),
    arrange: coOwnerRemoved,
  }),
  failClosing: (own) => inClosing(own, { outcome: "DECLINE", reasons: ["CASH_FLOW_INSUFFICIENT"] }),
  fundAgain: (own) => onUnpaidProduct(own, {}),
  getLienFiling: (own) => onUnpaidProduct(own),
  printLienFiling: (own) => onUnpaidProduct(own),
  recordLienFiling: (own) => onUnpaidProduct(own, { filedOn: "2026-01-05", filingNumber: "OH-1" }),
  getProductServicing: (own) => onServicedLoan(own),
  defaultProduct: (own) =>
    onServicedLoan(own, { scraCheckedOn: easternTime(new Date()).date, scraCertificate: "SCRA-1" }),
  writeOffProduct: (own) => ({ ...onServicedLoan(own, { cause: "BANKRUPTCY" }), arrange: inDefault }),
  suspendLine: (own) => inBusiness(own, { issuedProductId: own.currentLine }, { suspensionReason: "RISK_REVIEW" }),
  reinstateLine: (own) => ({ ...inBusiness(own, { issuedProductId: own.currentLine }, {}), arrange: lineSuspended }),
  previewLimitChange: (own) => ({
    ...inBusiness(own, { issuedProductId: own.currentLine }),
    query: { limitCents: 1_000_000, limitReason: "PERFORMANCE" },
  }),
  changeLimit: (own) =>
    inBusiness(own, { issuedProductId: own.currentLine }, { limitCents: 1_000_000, limitReason: "PERFORMANCE" }),
  reinstateProduct: (own) => ({ ...onServicedLoan(own, {}), arrange: inDefaultWithoutArrears }),
  previewBusinessClosure: (own) => inBusiness(own, { issuedProductId: own.idleAdvance }),
  closeBusiness: (own) =>
    inBusiness(own, { issuedProductId: own.idleAdvance }, { closedOn: "2026-01-05", evidence: "dissolved" }),
  previewSalesRecord: (own) => ({ ...onPeriod(own), body: ofDocument(own) }),
  recordSales: (own) => onPeriod(own, ofDocument(own)),
  previewRevocation: (own) => inBusiness(own, { bankAccountId: own.checking }),
  revokeAuthorization: (own) => inBusiness(own, { bankAccountId: own.checking }, {}),
  quoteLatePayoff: (own) => ({ ...onServicedLoan(own), query: { effectiveOn: nextDebitDay() } }),
  approveDraw: (own) => inBusiness(own, { drawId: own.waitingDraw }, {}),
  rejectDraw: (own) => inBusiness(own, { drawId: own.waitingDraw }, {}),
  answerPayoffRequest: (own) => onServicedLoan(own, { effectiveOn: nextDebitDay() }),
  waiveFee: (own) =>
    inBusiness(
      own,
      { businessId: own.otherBusiness, issuedProductId: own.servicedLoan, obligationId: own.servicedFee },
      {},
    ),
  previewFeeWaiver: (own) =>
    inBusiness(own, {
      businessId: own.otherBusiness,
      issuedProductId: own.servicedLoan,
      obligationId: own.servicedFee,
    }),
  previewPutOff: (own) => ({ ...onServicedLoan(own), body: putOff(own) }),
  putOffPayments: (own) => onServicedLoan(own, putOff(own)),
  previewOutsidePayment: (own) => ({ ...onServicedLoan(own), query: outsidePayment(own) }),
  recordOutsidePayment: (own) => onServicedLoan(own, outsidePayment(own)),
  previewReturnedPayment: (own) => ({
    params: ofReturnedReceipt(own),
    query: { vendorLineId: own.returnedReceipt.vendorLineId },
  }),
  returnOutsidePayment: (own) => ({
    params: ofReturnedReceipt(own),
    body: { vendorLineId: own.returnedReceipt.vendorLineId, reason },
  }),
  previewAnnouncedPayment: (own) => ({
    ...onServicedLoan(own),
    query: { amountCents: 100, expectedOn: easternTime(new Date()).date },
  }),
  announceOutsidePayment: (own) => onServicedLoan(own, { amountCents: 100, expectedOn: easternTime(new Date()).date }),
  previewPilotImport: (own) => ({ params: { businessId: own.business }, body: { rows: [aPilotRow()] } }),
  approveInvoice: (own) => inBusiness(own, { invoiceId: own.reviewedInvoice }, {}),
  rejectInvoice: (own) =>
    inBusiness(own, { invoiceId: own.reviewedInvoice }, { rejectionReason: "It cannot be read." }),
  importPilotInvoices: (own) => inBusiness(own, {}, { rows: [aPilotRow()] }),
};

/** The requests of each call, by its audience and name. A call without ids, path parameters and body needs none. */
export const cases: Record<string, MakeRequests> = Object.fromEntries(
  Object.entries({ portal, accountant, partner, staff }).flatMap(([audience, requests]) =>
    Object.entries(requests).map(([name, make]) => [`${audience}.${name}`, make]),
  ),
);
