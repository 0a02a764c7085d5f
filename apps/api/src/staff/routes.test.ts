import { randomUUID } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { mayDo, whoMay } from "@inlay/lending/access/permissions.ts";
import { type StaffRole, staffRoles } from "@inlay/lending/access/staff-roles.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { revenueShareAccrued } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { emptyTally } from "@inlay/lending/underwriting/shadow-report.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeTask, openTask } from "../approvals/tasks.ts";
import { anOwnedBusiness, changeEmails, pressStop, tokenIn, typing } from "../banking/account-change.fixture.ts";
import { requestedRemoval } from "../closing/unanswered-signer.fixture.ts";
import { inScope, staffScope } from "../db/scope.ts";
import { readyDocument } from "../documents/documents.fixture.ts";
import { issuedProductOf, returnPayout } from "../funding/payout.fixture.ts";
import { closers, creditorAccount, fund, passChecks, payingOffAnother, signedLoan } from "../funding/signed.fixture.ts";
import { narrowToTenant } from "../http/callers.ts";
import { staffCookie } from "../http/public.ts";
import { type Answered, type TestServer, testServer } from "../http/server.fixture.ts";
import { post } from "../ledger/public.ts";
import { waitingForMarkup } from "../offers/markup.fixture.ts";
import { conflictTask } from "../onboarding/staff/owner-conflict.ts";
import { aDebtor } from "../payments/payments.fixture.ts";
import { createOrder } from "../payments/public.ts";
import { claimRoles } from "../people/public.ts";
import { saveSettings } from "../platforms/settings.ts";
import { invoiceObjects } from "../servicing/invoices/invoices.fixture.ts";
import {
  aCurrentAdvance,
  aCurrentLine,
  aPeriodWithoutSales,
  aReceipt,
  aReturnedReceipt,
  aWaitingDraw,
  endSales,
  inServicing,
  nextDebitDay,
  payoffRequested,
} from "../servicing/serviced.fixture.ts";
import { aPilotRow } from "../servicing/sessions/pilot-row.fixture.ts";
import { decidedApplication } from "../underwriting/decisions/decided.fixture.ts";
import { deniedWithNotice, keepFilesInMemory } from "../underwriting/notices/notice.fixture.ts";
import { screenName } from "../underwriting/public.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { softAuthenticator } from "./authenticator.fixture.ts";
import { businessWithNumbers } from "./businesses/numbers.fixture.ts";
import { browser, contestedBusiness, newMember, signedInMember, staffUrl, type TestMember } from "./staff.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const pathOf = (call: Call) => call.path.slice(staffUrl.length);
const calls: [keyof typeof staffCalls, Call][] = Object.entries(staffCalls) as [keyof typeof staffCalls, Call][];
const kept = calls.filter(([, call]) => !whoMay(call.action).includes("ANYONE"));
const reason = "seen the deed of sale";
const aLetter = { existingDebtId: "other", amountCents: 1_250_000, perDiemCents: 0, goodThrough: "2026-12-31", reason };

/** An owner conflict with the task that its event opens. */
async function conflict() {
  const contested = await contestedBusiness(server.database);
  const { platformId } = contested;
  const write = await conflictTask(server.app, contested);
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, write);
  return contested;
}
async function taskOf(subjectId: string): Promise<string> {
  const { rows } = await server.database.admin.query<{ id: string }>("select id from app.task where subject_id = $1", [
    subjectId,
  ]);
  return rows[0]?.id ?? "";
}
/** A task about a payment that failed. */
async function failedPaymentTask(): Promise<string> {
  const { platformId, businessId } = await aDebtor(server);
  const subjectId = randomUUID();
  const failed = { kind: "PAYMENT_FAILED", subjectId, platformId, businessId, dueAt: new Date() } as const;
  await inScope(server.app.pool, { platformId, businessId }, (tx) => openTask(tx, failed));
  return taskOf(subjectId);
}
/** A task about a change of accounts that an owner stopped. */
async function stoppedChangeTask(): Promise<string> {
  const business = await anOwnedBusiness(server, "2026-11-16T15:00:00Z");
  await business.within(await typing(server, business, "700000006789"));
  await handleEvents(server, business.businessId);
  const [email] = await changeEmails(server, business.businessId);
  if (email) await pressStop(server, tokenIn(email));
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.account_change where business_id = $1",
    [business.businessId],
  );
  return taskOf(rows[0]?.id ?? "");
}
const aFiling = { filedOn: "2026-11-20", filingNumber: "OH-2026-000417" };
/** The path of the financing statement about a funded loan. */
async function filingPath(): Promise<string> {
  const loan = await signedLoan(server);
  await fund(await closers(server), loan);
  return `/businesses/${loan.businessId}/issued-products/${await issuedProductOf(server, loan)}/lien-filing`;
}
async function invoicePath(): Promise<string> {
  const { platformId, businessId } = await aDebtor(server);
  const { inReview } = await invoiceObjects(server.database.admin, { platformId, businessId });
  return `/businesses/${businessId}/invoices/${inReview}`;
}

async function servicedPath(status: LoanStatus = "LATE"): Promise<string> {
  const debtor = await aDebtor(server);
  await inServicing(server.database.admin, debtor, status);
  return `/businesses/${debtor.businessId}/issued-products/${debtor.issuedProductId}`;
}
/** The path of an advance whose business has had no sales for long. */
async function idleAdvancePath(): Promise<string> {
  const { platformId, businessId } = await aDebtor(server);
  const id = await aCurrentAdvance(server.database.admin, { platformId, businessId });
  await endSales(server.database.admin, id);
  return `/businesses/${businessId}/issued-products/${id}`;
}
async function revocationPath(): Promise<string> {
  const { businessId, bankAccountId } = await aDebtor(server);
  return `/businesses/${businessId}/bank-accounts/${bankAccountId}/revocation`;
}
/** The sales of a period, with a document of the business. */
async function periodSales() {
  const { platformId, businessId } = await aDebtor(server);
  const id = await aCurrentAdvance(server.database.admin, { platformId, businessId });
  const { periodId, documentId } = await aPeriodWithoutSales(server.database.admin, id);
  return {
    path: `/businesses/${businessId}/issued-products/${id}/periods/${periodId}/sales`,
    salesCents: 500_000,
    documentId,
  };
}
/** The path to return a payment that came without the processor, and the line of its return. */
async function receivedPayment(): Promise<{ path: string; vendorLineId: string }> {
  const debtor = await aDebtor(server);
  await inServicing(server.database.admin, debtor);
  const { paymentOrderId, vendorLineId } = await aReturnedReceipt(server.database.admin, debtor);
  const { businessId, issuedProductId } = debtor;
  const product = `/businesses/${businessId}/issued-products/${issuedProductId}`;
  return { path: `${product}/outside-payments/${paymentOrderId}/return`, vendorLineId };
}
/** The payment of the newest loan, and a day to which it can be put off. */
async function firstPayment(): Promise<{ obligationId: string; dueOn: string }> {
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.obligation where number = 1 and fee_type is null order by id desc limit 1",
  );
  return { obligationId: rows[0]?.id ?? "", dueOn: nextDebitDay() };
}
async function payoffRequestPath(): Promise<string> {
  const debtor = await aDebtor(server);
  await inServicing(server.database.admin, debtor);
  await payoffRequested(server.database.admin, debtor);
  return `/businesses/${debtor.businessId}/issued-products/${debtor.issuedProductId}/payoff-request`;
}
async function linePath(): Promise<string> {
  const debtor = await aDebtor(server);
  return `/businesses/${debtor.businessId}/issued-products/${await aCurrentLine(server.database.admin, debtor)}`;
}
async function drawPath(): Promise<string> {
  const debtor = await aDebtor(server);
  const draw = await aWaitingDraw(server.database.admin, await aCurrentLine(server.database.admin, debtor));
  return `/businesses/${debtor.businessId}/draws/${draw}`;
}
/** Somebody of the staff has stopped new draws on a line. */
const suspended = (line: string) =>
  server.database.admin.query(
    `insert into app.line_suspension (platform_id, business_id, issued_product_id, reason, suspended_by, suspended_at)
     select platform_id, business_id, id, 'RISK_REVIEW', (select id from app.staff_member limit 1), now() from app.issued_product where id = $1`,
    [line],
  );
const inClosing = (businessId: string) => `/businesses/${businessId}/applications/${randomUUID()}/closing`;
const resolve = (by: TestMember, businessId: string, primaryOwnerId: string): Promise<Answered> =>
  by.as("POST", `/businesses/${businessId}/owner-conflict/resolve`, { primaryOwnerId, reason });
async function say(by: TestMember, word: "approve" | "reject", requestId: unknown): Promise<Answered> {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/${word}`, { payloadHash: body["payloadHash"], reason });
}

/** The path and payload with which a call succeeds for a permitted caller. */
type Success = { path: string; payload?: object };
const successes: Record<string, (by: TestMember) => Promise<Success>> = {
  getSelf: async () => ({ path: "/me" }),
  findBusinesses: async () => ({ path: "/businesses?reference=7K3M-Q9XD" }),
  askNewPasskey: async () => ({ path: "/passkeys/options", payload: {} }),
  addPasskey: async (by) => {
    const { body } = await by.as("POST", "/passkeys/options", {});
    const { challengeId, options } = body as { challengeId: string; options: { challenge: string } };
    const response = softAuthenticator(new URL(server.app.config.CONSOLE_URL).origin).make(options);
    return { path: "/passkeys", payload: { challengeId, response } };
  },
  listMembers: async () => ({ path: "/members" }),
  admitMember: async () => ({
    path: "/members",
    payload: { email: `${randomUUID()}@inlay.test`, name: "New", roles: ["TREASURY"], reason },
  }),
  changeMember: async () => ({
    path: `/members/${(await newMember(server.database, ["TREASURY"])).id}`,
    payload: { roles: ["TREASURY"], isActive: true, reason },
  }),
  inviteMember: async () => ({
    path: `/members/${(await newMember(server.database, ["TREASURY"])).id}/invitation`,
    payload: { reason },
  }),
  resetMember: async () => ({
    path: `/members/${(await newMember(server.database, ["TREASURY"])).id}/reset`,
    payload: { reason },
  }),
  resetUserStepUp: async () => {
    const { businessId, first } = await conflict();
    return { path: `/businesses/${businessId}/users/${first}/step-up/reset`, payload: { reason } };
  },
  listTasks: async () => ({ path: "/tasks" }),
  claimTask: async () => ({ path: `/tasks/${await taskOf((await conflict()).businessId)}/claim` }),
  releaseTask: async (by) => {
    const id = await taskOf((await conflict()).businessId);
    await by.as("POST", `/tasks/${id}/claim`);
    return { path: `/tasks/${id}/release` };
  },
  resolveTask: async (by) => {
    const id = await failedPaymentTask();
    await by.as("POST", `/tasks/${id}/claim`);
    return { path: `/tasks/${id}/resolve`, payload: { reason } };
  },
  listRequests: async () => ({ path: "/requests" }),
  getRequest: async () => ({ path: `/requests/${await pendingRequest()}` }),
  approveRequest: (by) => decision(by, "approve"),
  rejectRequest: (by) => decision(by, "reject"),
  getBusinessOverview: async () => ({ path: `/businesses/${(await businessWithNumbers(server)).businessId}` }),
  listBusinessDocuments: async () => ({ path: `/businesses/${(await conflict()).businessId}/documents` }),
  openBusinessDocument: async () => {
    const { businessId } = await conflict();
    const id = await readyDocument(server, publicId("business", businessId));
    return { path: `/businesses/${businessId}/documents/${id}/read-file-url` };
  },
  listBusinessEmails: async () => ({ path: `/businesses/${(await conflict()).businessId}/emails` }),
  listBusinessEvents: async () => ({ path: `/businesses/${(await conflict()).businessId}/events` }),
  revealSsn: async () => {
    const { businessId, ownerId } = await businessWithNumbers(server);
    return { path: `/businesses/${businessId}/owners/${ownerId}/ssn/reveal`, payload: { reason } };
  },
  revealEin: async () => ({
    path: `/businesses/${(await businessWithNumbers(server)).businessId}/ein/reveal`,
    payload: { reason },
  }),
  revealBankAccountNumber: async () => {
    const { businessId, bankAccountId } = await businessWithNumbers(server);
    return { path: `/businesses/${businessId}/bank-accounts/${bankAccountId}/number/reveal`, payload: { reason } };
  },
  getOwnerConflict: async () => ({ path: `/businesses/${(await conflict()).businessId}/owner-conflict` }),
  resolveOwnerConflict: async () => {
    const { businessId, second } = await conflict();
    return {
      path: `/businesses/${businessId}/owner-conflict/resolve`,
      payload: { primaryOwnerId: second, reason },
    };
  },
  approvePaymentOrders: () => waitingPayment("approve"),
  rejectPaymentOrders: () => waitingPayment("reject"),
  retryPaymentOrder: async () => {
    const { businessId, within, debit } = await aDebtor(server);
    const id = await within((tx) => createOrder(tx, debit(), { actor: { kind: "SYSTEM", id: null }, requestId: null }));
    await server.database.admin.query(
      `update app.payment_order set status = 'FAILED_PAYMENT', failure_reason = 'insufficient_funds', next_action_at = null,
         effective_on = current_date - 14, first_settled_on = current_date - 14 where id = $1`,
      [id],
    );
    return {
      path: `/businesses/${businessId}/payment-orders/${id}/retry`,
      payload: { isCauseCorrected: false, reason },
    };
  },
  releaseDebits: async () => {
    const { platformId } = await aDebtor(server);
    await server.database.admin.query("insert into app.debit_hold (platform_id, held_at) values ($1, now())", [
      platformId,
    ]);
    const alarm = { kind: "RETURN_RATE_ALARM", subjectId: platformId, platformId, businessId: null } as const;
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) =>
      openTask(tx, { ...alarm, dueAt: new Date() }),
    );
    return { path: `/tasks/${await taskOf(platformId)}/release-debits`, payload: { reason } };
  },
  listLedgerChecks: async () => ({ path: "/ledger-checks" }),
  getUnidentifiedLine: async () => ({ path: `/tasks/${await lineTask("IN")}/bank-line` }),
  identifyBankLine: async () => {
    const { within, debit } = await aDebtor(server);
    const id = await within((tx) => createOrder(tx, debit(), { actor: { kind: "SYSTEM", id: null }, requestId: null }));
    await server.database.admin.query("update app.payment_order set status = 'SUBMITTED' where id = $1", [id]);
    return { path: `/tasks/${await lineTask("IN")}/bank-line/identify`, payload: { paymentOrderId: id, reason } };
  },
  identifyBankCharge: async () => ({
    path: `/tasks/${await lineTask("OUT")}/bank-line/bank-charge`,
    payload: { reason },
  }),
  requestBankReturn: async () => ({
    path: `/tasks/${await lineTask("IN")}/bank-line/request-return`,
    payload: { reason },
  }),
  transferBetweenBooks: async () => ({
    path: "/books/transfers",
    payload: { fromBook: "EQUITY", toBook: "OPCO", amountCents: 100, reason },
  }),
  callCapital: async () => ({ path: "/books/capital-calls", payload: { book: "OPCO", amountCents: 100, reason } }),
  collectSettlement: async () => ({
    path: `/platforms/${await platformOwed()}/settlements`,
    payload: { book: "OPCO", amountCents: 100, reason },
  }),
  payRevenueShare: async () => ({
    path: `/platforms/${await platformOwed()}/revenue-share-payments`,
    payload: { amountCents: 100, reason },
  }),
  savePlatformAccount: async () => ({
    path: `/platforms/${(await aDebtor(server)).platformId}/bank-account`,
    payload: {
      holderName: "Harbor Software Inc",
      accountType: "CHECKING",
      accountNumber: "700012345678",
      routingNumber: "021000021",
      reason,
    },
  }),
  verifyPlatformAccount: async () => ({
    path: `/platforms/${await platformOwed("PENDING")}/bank-account/verify`,
    payload: { outcome: "VERIFIED", reason },
  }),
  inviteUser: async () => {
    const { businessId, second } = await conflict();
    const payload = { kind: "CONNECT_DIRECT", locale: "en", reason };
    return { path: `/businesses/${businessId}/users/${second}/invitation`, payload };
  },
  blockBankItem: () => linkedBank("CONNECTED", "block"),
  unblockBankItem: () => linkedBank("KANMON_BLOCKED", "unblock"),
  verifyBankAccount: async () => {
    const { businessId, bankAccountId } = await aDebtor(server);
    await server.database.admin.query(
      "update app.bank_account set created_method = 'PLATFORM', provided_fingerprint = 'x', verification = 'PENDING' where id = $1",
      [bankAccountId],
    );
    const payload = { outcome: "VERIFIED", reason };
    return { path: `/businesses/${businessId}/bank-accounts/${bankAccountId}/verify`, payload };
  },
  unblockBankAccount: async () => {
    const { businessId, bankAccountId } = await aDebtor(server);
    await server.database.admin.query(
      "update app.bank_account set blocked_at = now(), frozen_at = now() where id = $1",
      [bankAccountId],
    );
    return { path: `/businesses/${businessId}/bank-accounts/${bankAccountId}/unblock`, payload: { reason } };
  },
  reversePaymentOrder: async () => {
    const { path } = await debitWith("status = 'SUCCESSFUL_PAYMENT', effective_on = current_date");
    return { path: `${path}/reverse`, payload: { reason } };
  },
  dishonorReturn: async () => {
    const { path } = await debitWith("status = 'FAILED_PAYMENT', return_code = 'R01'");
    return { path: `${path}/dishonor-return`, payload: { dishonorCode: "R68", reason } };
  },
  releaseUnusualPayment: () => unusualPayment("release-unusual"),
  cancelUnusualPayment: () => unusualPayment("cancel-unusual"),
  closeAccountCorrection: async () => {
    const { platformId, businessId, bankAccountId } = await aDebtor(server);
    const { rows } = await server.database.admin.query<{ id: string }>(
      `insert into app.account_correction (platform_id, business_id, bank_account_id, processor_correction_id, change_code, received_at, apply_by)
       values ($1, $2, $3, gen_random_uuid(), 'C01', now(), now()) returning id`,
      [platformId, businessId, bankAccountId],
    );
    return { path: `/businesses/${businessId}/account-corrections/${rows[0]?.id}/close`, payload: { reason } };
  },
  getStoppedChange: async () => ({ path: `/tasks/${await stoppedChangeTask()}/account-change` }),
  decideStoppedChange: async () => ({
    path: `/tasks/${await stoppedChangeTask()}/account-change/decide`,
    payload: { outcome: "KEPT_BLOCKED", reason },
  }),
  askCoOwnerAgain: () => verificationTask("CO_OWNER_UNVERIFIED", "co-owner/ask-again"),
  waiveCoOwnerVerification: () => verificationTask("CO_OWNER_UNVERIFIED", "co-owner/waive"),
  allowIdentityInquiry: failedInquiry,
  pullReportAgain: () => verificationTask("REPORT_INCONCLUSIVE", "report/pull-again"),
  acceptReport: () => verificationTask("REPORT_INCONCLUSIVE", "report/accept"),
  listScreenings: async () => ({ path: `/businesses/${(await possiblyListed()).businessId}/sanctions` }),
  clearScreening: async () => {
    const { businessId, screeningId } = await possiblyListed();
    return { path: `/businesses/${businessId}/sanctions/${screeningId}/clear`, payload: { reason } };
  },
  confirmScreening: async () => {
    const { businessId, screeningId } = await possiblyListed();
    return { path: `/businesses/${businessId}/sanctions/${screeningId}/confirm`, payload: { reason } };
  },
  listPlatformScreenings: async () => ({ path: `/platforms/${(await possiblyListedPlatform()).platformId}/sanctions` }),
  clearPlatformScreening: async () => {
    const { platformId, screeningId } = await possiblyListedPlatform();
    return { path: `/platforms/${platformId}/sanctions/${screeningId}/clear`, payload: { reason } };
  },
  confirmPlatformScreening: async () => {
    const { platformId, screeningId } = await possiblyListedPlatform();
    return { path: `/platforms/${platformId}/sanctions/${screeningId}/confirm`, payload: { reason } };
  },
  listAdditionalInputs: async () => ({ path: `/businesses/${(await askedOwner()).businessId}/additional-inputs` }),
  raiseAdditionalInput: async () => ({
    path: `/businesses/${(await askedOwner()).businessId}/additional-inputs`,
    payload: { subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", request: "The lease of your shop", reason },
  }),
  releaseAdditionalInput: async () => {
    const { businessId, inputId } = await askedOwner();
    return { path: `/businesses/${businessId}/additional-inputs/${inputId}/release`, payload: { reason } };
  },
  listCorrections: async () => ({ path: `/businesses/${(await correctingOwner()).businessId}/corrections` }),
  listAppeals: async () => ({ path: `/businesses/${(await appealingOwner()).businessId}/appeals` }),
  answerAppeal: async () => {
    const { businessId, appealId } = await appealingOwner();
    return {
      path: `/businesses/${businessId}/appeals/${appealId}/answer`,
      payload: { outcome: "UPHELD", message: "It stands.", reason },
    };
  },
  answerCorrection: async () => {
    const { businessId, correctionId } = await correctingOwner();
    return {
      path: `/businesses/${businessId}/corrections/${correctionId}/answer`,
      payload: { message: "We have corrected it.", reason },
    };
  },
  reopenOnboarding: async () => ({
    path: `/businesses/${(await askedOwner()).businessId}/onboarding/reopen`,
    payload: { reason },
  }),
  proposePolicy: async () => ({ path: "/policies", payload: { policy: policyOf(newVersion()), reason } }),
  listPolicies: async () => ({ path: "/policies" }),
  getPolicy: async () => ({ path: `/policies/${firstPolicy.version}` }),
  runShadowPolicy: async () => ({
    path: `/policies/${(await triedPolicy()).version}/shadow-runs`,
    payload: { days: 30, reason },
  }),
  getShadowRun: async () => ({ path: `/shadow-runs/${(await triedPolicy()).shadowRunId}` }),
  activatePolicy: async () => ({ path: `/policies/${(await triedPolicy()).version}/activate`, payload: { reason } }),
  listApplicationsToDecide: async () => ({ path: "/applications" }),
  getApplicationCase: async () => ({ path: (await toDecide("ASSIGN_TO_CAPITAL_PROVIDER")).path }),
  printCaseFile: async () => ({ path: `${(await toDecide("ASSIGN_TO_CAPITAL_PROVIDER")).path}/case-file` }),
  getOfferDisclosure: async () => {
    const { platformId, businessId } = await contestedBusiness(server.database);
    const whole = { platformId, businessId: "whole platform" } as const;
    await inScope(server.app.pool, whole, (tx) => saveSettings(tx, platformId, defaultSettings()));
    const { offer } = await waitingForMarkup(server.database.admin, platformId, businessId);
    return { path: `/businesses/${businessId}/offers/${offer}/disclosure` };
  },
  replayDecision: async () => {
    const { path, decisionId } = await toDecide("ASSIGN_TO_CAPITAL_PROVIDER");
    return { path: `${path}/decisions/${decisionId}/replay` };
  },
  ruleOnApplication: async () => {
    const { path, decisionId } = await toDecide("ASSIGN_TO_CAPITAL_PROVIDER");
    return { path: `${path}/rulings`, payload: { kind: "DENIAL_CONFIRMED", decisionId, reason } };
  },
  assignCapital: async () => {
    const { path, decisionId } = await toDecide("UNASSIGNED");
    return { path: `${path}/capital`, payload: { capitalProviderId: null, decisionId, reason } };
  },
  confirmRefresh: async () => {
    const { path } = await toDecide("UNASSIGNED");
    await server.database.admin.query(
      "update app.loan_application set status = 'WAITING_FOR_ACCEPTANCE', offer_step = 'OFFERS_EXPIRED' where id = $1",
      [path.split("/").at(-1)],
    );
    return { path: `${path}/refresh`, payload: { reason } };
  },
  getClosingChecklist: async () => ({ path: (await signedLoan(server)).path }),
  runClosingChecks: async () => ({ path: `${(await signedLoan(server)).path}/checks` }),
  confirmClosingCheck: async () => ({
    path: `${(await signedLoan(server)).path}/confirmations`,
    payload: { check: "TAX_ID_MATCHED", reason },
  }),
  listPayoffLetters: async () => ({
    path: `${(await signedLoan(server, { terms: payingOffAnother() })).path}/payoff-letters`,
  }),
  recordPayoffLetter: async () => {
    const loan = await signedLoan(server, { terms: payingOffAnother() });
    const bankAccountId = await creditorAccount(server, loan);
    return { path: `${loan.path}/payoff-letters`, payload: { ...aLetter, bankAccountId } };
  },
  fundLoan: async () => {
    const loan = await signedLoan(server);
    await passChecks(await signedInMember(server, ["OPERATIONS"]), loan);
    return { path: `${loan.path}/fund`, payload: { reason } };
  },
  fundAgain: async () => {
    const loan = await signedLoan(server);
    await fund(await closers(server), loan);
    return { path: await returnPayout(server, loan), payload: { reason } };
  },
  getLienFiling: async () => ({ path: await filingPath() }),
  printLienFiling: async () => ({ path: `${await filingPath()}/file` }),
  recordLienFiling: async () => ({ path: `${await filingPath()}/record`, payload: { ...aFiling, reason } }),
  getProductServicing: async () => ({ path: `${await servicedPath()}/servicing` }),
  defaultProduct: async () => ({
    path: `${await servicedPath()}/default`,
    payload: { scraCheckedOn: easternTime(new Date()).date, scraCertificate: "SCRA-1", reason },
  }),
  writeOffProduct: async () => ({
    path: `${await servicedPath("DEFAULTED")}/write-off`,
    payload: { cause: "BANKRUPTCY", reason },
  }),
  previewBusinessClosure: async () => ({ path: `${await idleAdvancePath()}/business-closure` }),
  closeBusiness: async () => ({
    path: `${await idleAdvancePath()}/business-closure`,
    payload: { closedOn: "2026-01-05", evidence: "dissolved, entry 118", reason },
  }),
  previewSalesRecord: async () => {
    const { path, ...payload } = await periodSales();
    return { path: `${path}/preview`, payload };
  },
  recordSales: async () => {
    const { path, ...payload } = await periodSales();
    return { path, payload: { ...payload, reason } };
  },
  previewRevocation: async () => ({ path: await revocationPath() }),
  revokeAuthorization: async () => ({ path: await revocationPath(), payload: { reason } }),
  quoteLatePayoff: async () => ({ path: `${await payoffRequestPath()}?effectiveOn=${nextDebitDay()}` }),
  answerPayoffRequest: async () => ({
    path: `${await payoffRequestPath()}/answer`,
    payload: { effectiveOn: nextDebitDay(), reason },
  }),
  approveDraw: async () => ({ path: `${await drawPath()}/approve`, payload: { reason } }),
  rejectDraw: async () => ({ path: `${await drawPath()}/reject`, payload: { reason } }),
  waiveFee: async () => {
    const debtor = await aDebtor(server);
    const fee = await inServicing(server.database.admin, debtor);
    return {
      path: `/businesses/${debtor.businessId}/issued-products/${debtor.issuedProductId}/fees/${fee}/waive`,
      payload: { reason },
    };
  },
  suspendLine: async () => ({
    path: `${await linePath()}/suspend`,
    payload: { suspensionReason: "RISK_REVIEW", reason },
  }),
  reinstateLine: async () => {
    const path = await linePath();
    await suspended(path.split("/").at(-1) ?? "");
    return { path: `${path}/reinstate-line`, payload: { reason } };
  },
  previewLimitChange: async () => ({ path: `${await linePath()}/limit?limitCents=1000000&limitReason=PERFORMANCE` }),
  changeLimit: async () => ({
    path: `${await linePath()}/limit`,
    payload: { limitCents: 1_000_000, limitReason: "PERFORMANCE", reason },
  }),
  reinstateProduct: async () => {
    const path = await servicedPath("DEFAULTED");
    await server.database.admin.query(
      "update app.obligation set paid_principal_cents = owed_principal_cents where issued_product_id = $1",
      [path.split("/").at(-1)],
    );
    return { path: `${path}/reinstate`, payload: { reason } };
  },
  previewFeeWaiver: async () => {
    const debtor = await aDebtor(server);
    const fee = await inServicing(server.database.admin, debtor);
    return {
      path: `/businesses/${debtor.businessId}/issued-products/${debtor.issuedProductId}/fees/${fee}/waiver`,
    };
  },
  previewPutOff: async () => ({
    path: `${await servicedPath()}/hardship-plan/preview`,
    payload: { payments: [await firstPayment()] },
  }),
  putOffPayments: async () => ({
    path: `${await servicedPath()}/hardship-plan`,
    payload: { payments: [await firstPayment()], reason },
  }),
  previewOutsidePayment: async () => {
    const payment = await aReceipt(server.database.admin);
    const query = new URLSearchParams({ ...payment, amountCents: String(payment.amountCents) });
    return { path: `${await servicedPath()}/outside-payments?${query}` };
  },
  recordOutsidePayment: async () => ({
    path: `${await servicedPath()}/outside-payments`,
    payload: { ...(await aReceipt(server.database.admin)), reason },
  }),
  previewReturnedPayment: async () => {
    const { path, vendorLineId } = await receivedPayment();
    return { path: `${path}?vendorLineId=${vendorLineId}` };
  },
  returnOutsidePayment: async () => {
    const { path, vendorLineId } = await receivedPayment();
    return { path, payload: { vendorLineId, reason } };
  },
  previewAnnouncedPayment: async () => ({
    path: `${await servicedPath()}/announced-payments?amountCents=100&expectedOn=${easternTime(new Date()).date}`,
  }),
  announceOutsidePayment: async () => ({
    path: `${await servicedPath()}/announced-payments`,
    payload: { amountCents: 100, expectedOn: easternTime(new Date()).date, reason },
  }),
  previewPilotImport: async () => ({
    path: `/businesses/${(await aDebtor(server)).businessId}/pilot-invoices/preview`,
    payload: { rows: [aPilotRow()] },
  }),
  importPilotInvoices: async () => ({
    path: `/businesses/${(await aDebtor(server)).businessId}/pilot-invoices`,
    payload: { rows: [aPilotRow()], reason },
  }),
  approveInvoice: async () => ({ path: `${await invoicePath()}/approve`, payload: { reason } }),
  rejectInvoice: async () => ({
    path: `${await invoicePath()}/reject`,
    payload: { rejectionReason: "It cannot be read.", reason },
  }),
  decideSignerChange: async () => {
    const { platformId, businessId, first } = await contestedBusiness(server.database);
    const ownerId = await requestedRemoval(server.database.admin, { platformId, businessId }, first);
    return {
      path: `/businesses/${businessId}/owners/${ownerId}/signer-change`,
      payload: { outcome: "REFUSE", reason },
    };
  },
  failClosing: async () => ({
    path: `${(await signedLoan(server)).path}/fail`,
    payload: { outcome: "DECLINE", reasons: ["CASH_FLOW_INSUFFICIENT"], reason },
  }),
  listBusinessNotices: async () => ({ path: `/businesses/${(await conflict()).businessId}/notices` }),
  printNotice: async () => {
    const { platformId, businessId } = await contestedBusiness(server.database);
    const whole = { platformId, businessId: "whole platform" } as const;
    await inScope(server.app.pool, whole, (tx) => saveSettings(tx, platformId, defaultSettings()));
    keepFilesInMemory(server.app);
    const { noticeId } = await deniedWithNotice(server.app, { platformId, businessId });
    return { path: `/businesses/${businessId}/notices/${noticeId}/print` };
  },
};
let versions = 0;
const newVersion = () => `2026-12-01.${++versions}`;
const policyOf = (version: string) => ({ ...firstPolicy, version });
/** A policy with a finished shadow run. */
async function triedPolicy(): Promise<{ version: string; shadowRunId: string }> {
  const version = newVersion();
  const { id } = await newMember(server.database, ["UNDERWRITER"]);
  await server.database.admin.query("insert into app.policy (version, body, proposed_by) values ($1, $2, $3)", [
    version,
    JSON.stringify(policyOf(version)),
    id,
  ]);
  const { rows } = await server.database.admin.query<{ id: string }>(
    `insert into app.shadow_run (policy_version, days, state, tally, requested_by, ended_at) values ($1, 90, 'DONE', $2, $3, now())
     returning id`,
    [version, JSON.stringify(emptyTally()), id],
  );
  return { version, shadowRunId: rows[0]?.id ?? "" };
}
/** An application that waits for a decision or for capital. */
async function toDecide(status: "ASSIGN_TO_CAPITAL_PROVIDER" | "UNASSIGNED") {
  const { platformId, businessId } = await contestedBusiness(server.database);
  const whole = { platformId, businessId: "whole platform" } as const;
  await inScope(server.app.pool, whole, (tx) => saveSettings(tx, platformId, defaultSettings()));
  const { applicationId, decisionId } = await decidedApplication(server.app, { platformId, businessId }, status);
  return { path: `/businesses/${businessId}/applications/${applicationId}`, decisionId };
}
/** A task about a co-owner or a report that could not be verified. */
async function verificationTask(kind: "CO_OWNER_UNVERIFIED" | "REPORT_INCONCLUSIVE", step: string): Promise<Success> {
  const { platformId, businessId, first } = await contestedBusiness(server.database);
  const { rows } = await server.database.admin.query<{ id: string }>(
    kind === "CO_OWNER_UNVERIFIED"
      ? `insert into app.business_owner (platform_id, business_id, user_id, is_primary, first_name, last_name, email, current_step)
         values ($1, $2, $3, false, 'Luis', 'Ortega', 'luis@contested.test', 'WAITING_FOR_OFFERS') returning id`
      : `insert into app.report (id, platform_id, business_id, round_id, source, subject_kind, subject_id, attempt, outcome)
         values (coalesce($3::uuid, $2), $1, $2, $2, 'BUSINESS_VERIFICATION', 'BUSINESS', $2, 1, 'NOT_FOUND') returning id`,
    [platformId, businessId, first],
  );
  const subjectId = rows[0]?.id ?? "";
  await inScope(server.app.pool, { platformId, businessId }, (tx) =>
    openTask(tx, { kind, subjectId, platformId, businessId, dueAt: new Date() }),
  );
  return { path: `/tasks/${await taskOf(subjectId)}/${step}`, payload: { reason } };
}
/** The task about an owner whose identity verification failed. */
async function failedInquiry(): Promise<Success> {
  const { platformId, businessId, first } = await contestedBusiness(server.database);
  const { rows } = await server.database.admin.query<{ id: string }>(
    `with owner as (
       insert into app.business_owner (platform_id, business_id, user_id, is_primary, first_name, last_name, email)
       values ($1, $2, $3, true, 'Rosa', 'Marín', 'rosa@contested.test') returning id)
     insert into app.identity_inquiry (platform_id, business_id, owner_id, attempt, vendor_inquiry_id, status)
     select $1, $2, id, 1, id::text, 'FAILED' from owner returning id`,
    [platformId, businessId, first],
  );
  const subjectId = rows[0]?.id ?? "";
  await inScope(server.app.pool, { platformId, businessId }, (tx) =>
    openTask(tx, { kind: "IDENTITY_UNVERIFIED", subjectId, platformId, businessId, dueAt: new Date() }),
  );
  return { path: `/tasks/${await taskOf(subjectId)}/identity-inquiry/allow-retry`, payload: { reason } };
}
/** A manual payment that another member requested. */
async function debitWith(change: string) {
  const { businessId, within, debit } = await aDebtor(server);
  const id = await within((tx) => createOrder(tx, debit(), { actor: { kind: "SYSTEM", id: null }, requestId: null }));
  await server.database.admin.query(`update app.payment_order set ${change}, next_action_at = null where id = $1`, [
    id,
  ]);
  return { path: `/businesses/${businessId}/payment-orders/${id}` };
}

async function unusualPayment(step: string) {
  const { businessId, within, payout } = await aDebtor(server);
  const id = await within((tx) => createOrder(tx, payout(), { actor: { kind: "SYSTEM", id: null }, requestId: null }));
  await server.database.admin.query(
    "update app.payment_order set unusual_reasons = array['VELOCITY'], next_action_at = null where id = $1",
    [id],
  );
  return { path: `/businesses/${businessId}/payment-orders/${id}/${step}`, payload: { reason } };
}

async function waitingPayment(word: string): Promise<Success> {
  const { businessId, within, payout } = await aDebtor(server);
  const by = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: null };
  const id = await within((tx) => createOrder(tx, payout({ isManual: true }), by));
  return { path: `/businesses/${businessId}/payment-orders/${word}`, payload: { paymentOrderIds: [id], reason } };
}
/** The task about a line of our bank that belongs to no order. */
async function lineTask(direction: "IN" | "OUT"): Promise<string> {
  const { rows } = await server.database.admin.query<{ id: string }>(
    `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
     values (gen_random_uuid()::text, 'EQUITY', current_date, $1, 45840, 'UNEXPLAINED', 'UNKNOWN_PAYMENT') returning id`,
    [direction],
  );
  const subjectId = rows[0]?.id ?? "";
  const { platformId } = staffScope;
  await inScope(server.app.pool, staffScope, (tx) =>
    openTask(tx, { kind: "RECONCILIATION_FAULT", subjectId, platformId, businessId: null, dueAt: new Date() }),
  );
  return taskOf(subjectId);
}
async function linkedBank(status: string, word: string): Promise<Success> {
  const { platformId, businessId } = await aDebtor(server);
  const { rows } = await server.database.admin.query<{ id: string }>(
    `insert into app.bank_item (platform_id, business_id, vendor_item_id, institution_id, institution_name, status)
     values ($1, $2, gen_random_uuid()::text, 'ins_1', 'First Bank', $3) returning id`,
    [platformId, businessId, status],
  );
  return { path: `/businesses/${businessId}/bank-items/${rows[0]?.id}/${word}`, payload: { reason } };
}
/** A platform with a bank account, which we owe a share and which owes us a settlement. */
async function platformOwed(verification = "VERIFIED"): Promise<string> {
  const { platformId } = await aDebtor(server);
  await server.database.admin.query(
    `with account as (
       insert into app.bank_account (platform_id, party, holder_name, account_name, account_number_last4, account_subtype, holder,
         created_method, entered_by, verification, added_on)
       values ($1, 'PLATFORM', 'Harbor Software Inc', 'Platform account', '5678', 'checking', 'BUSINESS', 'STAFF', $2, $3, '2026-01-02')
       returning id)
     insert into app.ach_authorization (platform_id, bank_account_id, text_hash, text_version) select $1, id, 'x', '1' from account`,
    [platformId, (await newMember(server.database, ["TREASURY"])).id, verification],
  );
  const owed = [
    revenueShareAccrued(cents(100)),
    entry("WITHHELD", "OPCO", [debit("PLATFORM_SETTLEMENT_RECEIVABLE", cents(100)), credit("CLEARING_IN", cents(100))]),
  ];
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
    for (const one of owed)
      await post(tx, one, {
        key: randomUUID(),
        occurredOn: businessDate("2026-11-16"),
        source: { type: "payment order", id: randomUUID() },
        subjects: { platformId, businessId: null, paymentOrderId: randomUUID() },
      });
  });
  return platformId;
}

async function possiblyListedPlatform(): Promise<{ platformId: string; screeningId: string }> {
  const { platformId } = await aDebtor(server);
  const name = { name: "Aleksandr Vorshenko", kind: "PERSON" } as const;
  const subject = { platformId, businessId: null, kind: "PLATFORM", id: randomUUID(), name } as const;
  const write = await screenName(server.app, subject, { actor: { kind: "SYSTEM", id: null }, requestId: null });
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, write);
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.sanctions_screening where platform_id = $1 and business_id is null",
    [platformId],
  );
  return { platformId, screeningId: rows[0]?.id ?? "" };
}

/** A business with an owner whose name matches the sanctions list. */
async function possiblyListed(): Promise<{ businessId: string; screeningId: string }> {
  const { platformId, businessId, first } = await contestedBusiness(server.database);
  const name = { name: "Aleksandr Vorshenko", kind: "PERSON" } as const;
  const subject = { platformId, businessId, kind: "PERSON", id: first, name } as const;
  const write = await screenName(server.app, subject, { actor: { kind: "SYSTEM", id: null }, requestId: null });
  await inScope(server.app.pool, { platformId, businessId }, write);
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.sanctions_screening where business_id = $1",
    [businessId],
  );
  return { businessId, screeningId: rows[0]?.id ?? "" };
}
/** A business whose owner has consented and has an open additional input. */
async function askedOwner(): Promise<{ businessId: string; inputId: string }> {
  const { platformId, businessId } = await contestedBusiness(server.database);
  await server.database.admin.query(
    `insert into app.onboarding_step (platform_id, business_id, step, answer_hash, completed_at)
     values ($1, $2, 'COLLECT_CONSENT', '\\x00', now())`,
    [platformId, businessId],
  );
  const { rows } = await server.database.admin.query<{ id: string }>(
    `insert into app.additional_input (platform_id, business_id, sub_step, raised_by, raised_at)
     values ($1, $2, 'MANUAL_OVERRIDE', 'SYSTEM', now()) returning id`,
    [platformId, businessId],
  );
  return { businessId, inputId: rows[0]?.id ?? "" };
}
/** A business whose owner asked for a correction. */
async function correctingOwner(): Promise<{ businessId: string; correctionId: string }> {
  const { platformId, businessId, first } = await contestedBusiness(server.database);
  const { rows } = await server.database.admin.query<{ id: string }>(
    `insert into app.correction (platform_id, business_id, user_id, topic, text, requested_at, answer_by)
     values ($1, $2, $3, 'OTHER', 'My shop moved', now(), '2027-03-03') returning id`,
    [platformId, businessId, first],
  );
  return { businessId, correctionId: rows[0]?.id ?? "" };
}
/** A business whose owner asked for a declined application to be looked at again. */
async function appealingOwner(): Promise<{ businessId: string; appealId: string }> {
  const { platformId, businessId, first } = await contestedBusiness(server.database);
  const { rows } = await server.database.admin.query<{ id: string }>(
    `with declined as (
       insert into app.loan_application (platform_id, business_id, product, status, offer_step, denial_reasons, received_at, declined_at)
       values ($1, $2, 'MCA', 'NO_OFFERS', 'NO_OFFERS_EXTENDED', '{TIME_IN_BUSINESS}', now(), now()) returning id
     )
     insert into app.appeal (platform_id, business_id, application_id, user_id, text, requested_at, answer_by)
     select $1, $2, id, $3, 'Please look at July again', now(), '2027-03-03' from declined returning id`,
    [platformId, businessId, first],
  );
  return { businessId, appealId: rows[0]?.id ?? "" };
}
async function pendingRequest(): Promise<string> {
  const { businessId, second } = await conflict();
  const asked = await resolve(await signedInMember(server, ["OPERATIONS"]), businessId, second);
  return String(asked.body["requestId"]);
}
async function decision(by: TestMember, word: string): Promise<Success> {
  const id = await pendingRequest();
  const { body } = await by.as("GET", `/requests/${id}`);
  return { path: `/requests/${id}/${word}`, payload: { payloadHash: body["payloadHash"], reason } };
}

describe("every staff call", () => {
  it("has a route under the staff path and is absent from the public OpenAPI document", async () => {
    const published = (await server.fastify.inject({ method: "GET", url: "/openapi.json" })).body;
    for (const [name, { method, path, audience }] of calls) {
      expect({ name, audience, routed: server.fastify.hasRoute({ method, url: path }) }).toEqual({
        name,
        audience: "staff",
        routed: true,
      });
      expect(path.startsWith(`${staffUrl}/`)).toBe(true);
    }
    expect(published).not.toContain("staff");
  });

  it("answers 401 without a session", async () => {
    for (const token of [null, "made-up"]) {
      for (const [name, call] of kept) {
        const path = pathOf(call).replaceAll(/:\w+/g, randomUUID());
        const answer = await browser(server, token)(call.method as "GET", path);
        expect({ name, status: answer.status }).toEqual({ name, status: 401 });
      }
    }
    expect(kept.length).toBeGreaterThanOrEqual(16);
  });

  it("is allowed for exactly the roles in the permission table and answers 403 to others", async () => {
    for (const role of staffRoles) {
      for (const [name, call] of kept) {
        const by = await signedInMember(server, [role]);
        const success = await successes[name]?.(by);
        if (!success) throw new Error(`${name}: no example of a success`);
        const answer = await by.as(call.method as "GET", success.path, success.payload);
        // A decision also requires the permission for the requested action.
        const decides = call.action === "staff.request.decide" && !mayDo([role], "staff.owner-conflict.resolve");
        const expected = mayDo(["STAFF", role], call.action) && !decides ? (call.status ?? 200) : 403;
        expect({ name, role, status: answer.status }).toEqual({ name, role, status: expected });
      }
    }
  });

  it("answers 400 to an invalid request", async () => {
    const by = await signedInMember(server, [...staffRoles]);
    const member = (await newMember(server.database, ["TREASURY"])).id;
    const { businessId } = await conflict();
    const request = await pendingRequest();
    const hash = "0".repeat(64);
    const tooLong = "x".repeat(501);
    const unreadable: [string, "GET" | "POST" | "PUT", string, object?][] = [
      ["requestStaffCode", "POST", "/sign-in/code", { email: "nobody" }],
      ["enrollStaff", "POST", "/sign-in/enroll", { signInId: randomUUID(), code: "12345", invitation: "x" }],
      ["signInStaff", "POST", "/sign-in", { signInId: "x", code: "123456", totp: "123456" }],
      ["askPasskey", "POST", "/sign-in/passkey/options", { more: 1 }],
      ["signInByPasskey", "POST", "/sign-in/passkey", { challengeId: randomUUID(), response: { id: "?" } }],
      ["askNewPasskey", "POST", "/passkeys/options", { more: 1 }],
      ["addPasskey", "POST", "/passkeys", { challengeId: randomUUID(), response: {} }],
      ["admitMember", "POST", "/members", { email: "a@b.test", name: "N", roles: ["KING"], reason }],
      ["admitMember", "POST", "/members", { email: "a@b.test", name: "N", roles: ["ADMIN"] }],
      ["changeMember", "PUT", `/members/${member}`, { roles: [], isActive: true, reason }],
      ["changeMember", "PUT", "/members/somebody", { roles: ["ADMIN"], isActive: true, reason }],
      ["inviteMember", "POST", `/members/${member}/invitation`, { reason: "  " }],
      ["requestBankReturn", "POST", "/tasks/1/bank-line/request-return", { reason }],
      [
        "transferBetweenBooks",
        "POST",
        "/books/transfers",
        { fromBook: "OPCO", toBook: "OPCO", amountCents: 1, reason },
      ],
      ["callCapital", "POST", "/books/capital-calls", { book: "OPCO", amountCents: 0, reason }],
      ["collectSettlement", "POST", "/platforms/1/settlements", { book: "OPCO", amountCents: 1, reason }],
      ["payRevenueShare", "POST", "/platforms/1/revenue-share-payments", { amountCents: 1, reason }],
      ["savePlatformAccount", "POST", `/platforms/${randomUUID()}/bank-account`, { accountNumber: "12", reason }],
      ["verifyPlatformAccount", "POST", `/platforms/${randomUUID()}/bank-account/verify`, { outcome: "MAYBE", reason }],
      ["listPlatformScreenings", "GET", "/platforms/1/sanctions"],
      ["clearPlatformScreening", "POST", "/platforms/1/sanctions/1/clear", { reason }],
      ["confirmPlatformScreening", "POST", "/platforms/1/sanctions/1/confirm", { reason }],
      ["resetMember", "POST", `/members/${member}/reset`, {}],
      ["listTasks", "GET", "/tasks?kind=CHORE"],
      ["listTasks", "GET", "/tasks?limit=101"],
      ["claimTask", "POST", "/tasks/1/claim"],
      ["releaseTask", "POST", "/tasks/1/release"],
      ["resolveTask", "POST", `/tasks/${randomUUID()}/resolve`, { reason: "" }],
      ["listRequests", "GET", "/requests?state=MAYBE"],
      ["getRequest", "GET", "/requests/1"],
      ["approveRequest", "POST", `/requests/${request}/approve`, { payloadHash: hash, reason: tooLong }],
      ["approveRequest", "POST", `/requests/${request}/approve`, { payloadHash: hash }],
      ["rejectRequest", "POST", `/requests/${request}/reject`, { payloadHash: "short", reason }],
      ["getBusinessOverview", "GET", "/businesses/1"],
      ["listBusinessDocuments", "GET", `/businesses/${businessId}/documents?limit=101`],
      ["openBusinessDocument", "POST", `/businesses/${businessId}/documents/1/read-file-url`],
      ["listBusinessEmails", "GET", `/businesses/${businessId}/emails?after=1`],
      ["listBusinessEvents", "GET", `/businesses/${businessId}/events?kind=payment.failed`],
      ["revealSsn", "POST", `/businesses/${businessId}/owners/${randomUUID()}/ssn/reveal`, {}],
      ["revealEin", "POST", `/businesses/${businessId}/ein/reveal`, { reason: " " }],
      ["revealBankAccountNumber", "POST", `/businesses/${businessId}/bank-accounts/1/number/reveal`, { reason }],
      ["getOwnerConflict", "GET", "/businesses/1/owner-conflict"],
      ["resolveOwnerConflict", "POST", `/businesses/${businessId}/owner-conflict/resolve`, { reason }],
      [
        ...(["resolveOwnerConflict", "POST", `/businesses/${businessId}/owner-conflict/resolve`] as const),
        { primaryOwnerId: randomUUID(), reason: "" },
      ],
      [
        "approvePaymentOrders",
        "POST",
        `/businesses/${businessId}/payment-orders/approve`,
        { paymentOrderIds: [], reason },
      ],
      [
        "rejectPaymentOrders",
        "POST",
        `/businesses/${businessId}/payment-orders/reject`,
        { paymentOrderIds: ["1"], reason },
      ],
      [
        "retryPaymentOrder",
        "POST",
        `/businesses/${businessId}/payment-orders/1/retry`,
        { isCauseCorrected: true, reason },
      ],
      ["releaseDebits", "POST", "/tasks/1/release-debits", { reason }],
      ["proposePolicy", "POST", "/policies", { policy: { version: "2026-12-01.1" }, reason }],
      ["listPolicies", "GET", "/policies?after=1"],
      ["getPolicy", "GET", "/policies/newest"],
      ["runShadowPolicy", "POST", `/policies/${firstPolicy.version}/shadow-runs`, { days: 366, reason }],
      ["getShadowRun", "GET", "/shadow-runs/1"],
      ["activatePolicy", "POST", `/policies/${firstPolicy.version}/activate`, {}],
      ["getUnidentifiedLine", "GET", "/tasks/1/bank-line"],
      ["identifyBankLine", "POST", `/tasks/${randomUUID()}/bank-line/identify`, { paymentOrderId: "1", reason }],
      ["identifyBankCharge", "POST", `/tasks/${randomUUID()}/bank-line/bank-charge`, {}],
      ["findBusinesses", "GET", "/businesses?reference=7K3M"],
      ["resetUserStepUp", "POST", `/businesses/${businessId}/users/${randomUUID()}/step-up/reset`, {}],
      ["inviteUser", "POST", `/businesses/${businessId}/users/${randomUUID()}/invitation`, { kind: "NO", reason }],
      ["blockBankItem", "POST", `/businesses/${businessId}/bank-items/${randomUUID()}/block`, {}],
      ["unblockBankItem", "POST", `/businesses/${businessId}/bank-items/1/unblock`, { reason }],
      ["unblockBankAccount", "POST", `/businesses/${businessId}/bank-accounts/1/unblock`, { reason }],
      ["reversePaymentOrder", "POST", `/businesses/${businessId}/payment-orders/${randomUUID()}/reverse`, {}],
      [
        "dishonorReturn",
        "POST",
        `/businesses/${businessId}/payment-orders/${randomUUID()}/dishonor-return`,
        { reason },
      ],
      ["releaseUnusualPayment", "POST", `/businesses/${businessId}/payment-orders/1/release-unusual`, { reason }],
      ["cancelUnusualPayment", "POST", `/businesses/${businessId}/payment-orders/1/cancel-unusual`, { reason }],
      ["closeAccountCorrection", "POST", `/businesses/${businessId}/account-corrections/1/close`, { reason }],
      ["getStoppedChange", "GET", "/tasks/1/account-change"],
      ["decideStoppedChange", "POST", `/tasks/${randomUUID()}/account-change/decide`, { outcome: "MAYBE", reason }],
      ["verifyBankAccount", "POST", `/businesses/${businessId}/bank-accounts/${randomUUID()}/verify`, { reason }],
      ["askCoOwnerAgain", "POST", "/tasks/1/co-owner/ask-again", { reason }],
      ["waiveCoOwnerVerification", "POST", `/tasks/${randomUUID()}/co-owner/waive`, {}],
      ["allowIdentityInquiry", "POST", "/tasks/1/identity-inquiry/allow-retry", { reason }],
      ["pullReportAgain", "POST", `/tasks/${randomUUID()}/report/pull-again`, { reason: " " }],
      ["acceptReport", "POST", "/tasks/1/report/accept", { reason }],
      ["listScreenings", "GET", "/businesses/1/sanctions"],
      ["clearScreening", "POST", `/businesses/${businessId}/sanctions/${randomUUID()}/clear`, {}],
      ["confirmScreening", "POST", `/businesses/${businessId}/sanctions/1/confirm`, { reason }],
      ["listAdditionalInputs", "GET", "/businesses/1/additional-inputs"],
      ["raiseAdditionalInput", "POST", `/businesses/${businessId}/additional-inputs`, { subStep: "PETS", reason }],
      ["reopenOnboarding", "POST", `/businesses/${businessId}/onboarding/reopen`, { subStep: "PETS", reason }],
      [
        ...(["raiseAdditionalInput", "POST", `/businesses/${businessId}/additional-inputs`] as const),
        { subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", reason },
      ],
      [
        ...(["raiseAdditionalInput", "POST", `/businesses/${businessId}/additional-inputs`] as const),
        { subStep: "RECOLLECT_PLAID", request: "Your bank", reason },
      ],
      ["releaseAdditionalInput", "POST", `/businesses/${businessId}/additional-inputs/1/release`, { reason }],
      ["listAppeals", "GET", "/businesses/1/appeals"],
      ["answerAppeal", "POST", `/businesses/${businessId}/appeals/${randomUUID()}/answer`, { reason }],
      ["listCorrections", "GET", "/businesses/1/corrections"],
      ["answerCorrection", "POST", `/businesses/${businessId}/corrections/${randomUUID()}/answer`, { reason }],
      ["listApplicationsToDecide", "GET", "/applications?limit=101"],
      ["getApplicationCase", "GET", `/businesses/${businessId}/applications/1`],
      ["printCaseFile", "POST", `/businesses/${businessId}/applications/1/case-file`],
      ["getOfferDisclosure", "GET", `/businesses/${businessId}/offers/1/disclosure`],
      ["listBusinessNotices", "GET", "/businesses/1/notices"],
      ["printNotice", "POST", `/businesses/${businessId}/notices/1/print`],
      ["replayDecision", "GET", `/businesses/${businessId}/applications/${randomUUID()}/decisions/1/replay`],
      [
        ...(["ruleOnApplication", "POST", `/businesses/${businessId}/applications/${randomUUID()}/rulings`] as const),
        { kind: "RESULT_OVERRIDE", code: "FAIL", decisionId: randomUUID(), reason },
      ],
      ["getClosingChecklist", "GET", `/businesses/${businessId}/applications/1/closing`],
      ["runClosingChecks", "POST", `/businesses/${businessId}/applications/1/closing/checks`],
      [
        ...(["confirmClosingCheck", "POST", `${inClosing(businessId)}/confirmations`] as const),
        { check: "LUNAR_PHASE", reason },
      ],
      ["listPayoffLetters", "GET", `/businesses/${businessId}/applications/1/closing/payoff-letters`],
      [...(["recordPayoffLetter", "POST", `${inClosing(businessId)}/payoff-letters`] as const), aLetter],
      [...(["fundLoan", "POST", `${inClosing(businessId)}/fund`] as const), { reason: "" }],
      ["getLienFiling", "GET", `/businesses/${businessId}/issued-products/1/lien-filing`],
      ["printLienFiling", "POST", `/businesses/${businessId}/issued-products/1/lien-filing/file`],
      [
        ...([
          "recordLienFiling",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/lien-filing/record`,
        ] as const),
        { ...aFiling, filingNumber: " ", reason },
      ],
      ["getProductServicing", "GET", `/businesses/${businessId}/issued-products/1/servicing`],
      [
        ...(["defaultProduct", "POST", `/businesses/${businessId}/issued-products/${randomUUID()}/default`] as const),
        { scraCheckedOn: "2026-01-05", scraCertificate: " ", reason },
      ],
      [
        ...([
          "writeOffProduct",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/write-off`,
        ] as const),
        { cause: "OTHER", reason },
      ],
      ["previewBusinessClosure", "GET", `/businesses/${businessId}/issued-products/1/business-closure`],
      [
        ...([
          "closeBusiness",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/business-closure`,
        ] as const),
        { closedOn: "2026-01-05", evidence: " ", reason },
      ],
      [
        ...([
          "previewSalesRecord",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/periods/${randomUUID()}/sales/preview`,
        ] as const),
        { salesCents: -1, documentId: randomUUID() },
      ],
      [
        ...([
          "recordSales",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/periods/${randomUUID()}/sales`,
        ] as const),
        { salesCents: 1, documentId: "terminal.pdf", reason },
      ],
      ["previewRevocation", "GET", `/businesses/${businessId}/bank-accounts/1/revocation`],
      [
        ...([
          "revokeAuthorization",
          "POST",
          `/businesses/${businessId}/bank-accounts/${randomUUID()}/revocation`,
        ] as const),
        { reason: "" },
      ],
      [
        ...([
          "quoteLatePayoff",
          "GET",
          `/businesses/${businessId}/issued-products/${randomUUID()}/payoff-request`,
        ] as const),
      ],
      [
        ...([
          "answerPayoffRequest",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/payoff-request/answer`,
        ] as const),
        { effectiveOn: "soon", reason },
      ],
      [
        ...(["approveDraw", "POST", `/businesses/${businessId}/draws/${randomUUID()}/approve`] as const),
        { reason: "" },
      ],
      [...(["rejectDraw", "POST", `/businesses/${businessId}/draws/${randomUUID()}/reject`] as const), { reason: "" }],
      [
        ...(["waiveFee", "POST", `/businesses/${businessId}/issued-products/${randomUUID()}/fees/1/waive`] as const),
        { reason },
      ],
      [
        ...([
          "reinstateProduct",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/reinstate`,
        ] as const),
        { reason: "" },
      ],
      [
        ...(["suspendLine", "POST", `/businesses/${businessId}/issued-products/${randomUUID()}/suspend`] as const),
        { reason },
      ],
      [
        ...([
          "reinstateLine",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/reinstate-line`,
        ] as const),
        { reason: "" },
      ],
      ["previewLimitChange", "GET", `/businesses/${businessId}/issued-products/${randomUUID()}/limit?limitCents=x`],
      [
        ...(["changeLimit", "POST", `/businesses/${businessId}/issued-products/${randomUUID()}/limit`] as const),
        { reason },
      ],
      ["previewFeeWaiver", "GET", `/businesses/${businessId}/issued-products/${randomUUID()}/fees/1/waiver`],
      [
        ...([
          "previewPutOff",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/hardship-plan/preview`,
        ] as const),
        { payments: [] },
      ],
      [
        ...([
          "putOffPayments",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/hardship-plan`,
        ] as const),
        { payments: [{ obligationId: randomUUID(), dueOn: "soon" }], reason },
      ],
      [
        "previewOutsidePayment",
        "GET",
        `/businesses/${businessId}/issued-products/${randomUUID()}/outside-payments?amountCents=0.5`,
      ],
      [
        ...([
          "recordOutsidePayment",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/outside-payments`,
        ] as const),
        { vendorLineId: "W1", amountCents: 0, receivedOn: "2026-01-05", kind: "LUMP_SUM", reason },
      ],
      [
        "previewReturnedPayment",
        "GET",
        `/businesses/${businessId}/issued-products/${randomUUID()}/outside-payments/${randomUUID()}/return`,
      ],
      [
        ...([
          "returnOutsidePayment",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/outside-payments/${randomUUID()}/return`,
        ] as const),
        { vendorLineId: "", reason },
      ],
      [
        "previewAnnouncedPayment",
        "GET",
        `/businesses/${businessId}/issued-products/${randomUUID()}/announced-payments?amountCents=0`,
      ],
      [
        ...([
          "announceOutsidePayment",
          "POST",
          `/businesses/${businessId}/issued-products/${randomUUID()}/announced-payments`,
        ] as const),
        { amountCents: 100, expectedOn: "soon", reason },
      ],
      [...(["previewPilotImport", "POST", `/businesses/${businessId}/pilot-invoices/preview`] as const), { rows: [] }],
      [
        ...(["importPilotInvoices", "POST", `/businesses/${businessId}/pilot-invoices`] as const),
        { rows: [{ component: "invoice_session", invoice: {} }], reason },
      ],
      ["approveInvoice", "POST", `/businesses/${businessId}/invoices/1/approve`, { reason }],
      [
        "rejectInvoice",
        "POST",
        `/businesses/${businessId}/invoices/${randomUUID()}/reject`,
        { rejectionReason: " ", reason },
      ],
      [...(["fundAgain", "POST", `/businesses/${businessId}/issued-products/1/fund`] as const), { reason }],
      [
        ...(["decideSignerChange", "POST", `/businesses/${businessId}/owners/${randomUUID()}/signer-change`] as const),
        { outcome: "WAIT", reason },
      ],
      [
        ...(["failClosing", "POST", `${inClosing(businessId)}/fail`] as const),
        { outcome: "DECLINE", reasons: [], reason },
      ],
      [
        ...(["confirmRefresh", "POST", `/businesses/${businessId}/applications/${randomUUID()}/refresh`] as const),
        { reason: "" },
      ],
      [
        ...(["assignCapital", "POST", `/businesses/${businessId}/applications/${randomUUID()}/capital`] as const),
        { capitalProviderId: "OPCO", decisionId: randomUUID(), reason },
      ],
    ];
    for (const [name, method, path, payload] of unreadable) {
      const answer = await by.as(method, path, payload);
      expect({ name, path, status: answer.status }).toEqual({ name, path, status: 400 });
    }
    const covered = new Set<string>(unreadable.map(([name]) => name));
    const nothingToSay = ["signOutStaff", "getSelf", "listMembers", "listLedgerChecks"];
    expect(calls.map(([name]) => name).filter((name) => !covered.has(name))).toEqual(nothingToSay);
  });

  it("answers 404 to an unknown id", async () => {
    const by = await signedInMember(server, [...staffRoles]);
    for (const [name, call] of kept) {
      if (!call.path.includes(":")) continue;
      const success = await successes[name]?.(by);
      const [, query = ""] = success?.path?.split("?") ?? [];
      const path = `${pathOf(call).replace(":version", "2099-01-01.1").replaceAll(/:\w+/g, randomUUID())}?${query}`;
      const answer = await by.as(call.method as "GET", path, success?.payload);
      expect({ name, status: answer.status }).toEqual({ name, status: 404 });
    }
  });
});

describe("tenant data in staff calls", () => {
  /** The rows visible to a staff transaction after it is narrowed to the tenant of the path. */
  const seenAt = (params: object) =>
    inScope(server.app.pool, staffScope, async (tx) => {
      const { caller } = await newMember(server.database, ["OPERATIONS"]);
      await narrowToTenant(tx, caller, params);
      const idsIn = async (table: "business" | "task" | "staff_request" | "staff_member") =>
        (await tx.selectFrom(table).select("id").execute()).map(({ id }) => id);
      return {
        businesses: await idsIn("business"),
        tasks: await idsIn("task"),
        requests: await idsIn("staff_request"),
        members: (await idsIn("staff_member")).length > 0,
      };
    });

  it("are limited to the tenant of the business, task or request in the path", async () => {
    const { platformId, businessId, second } = await conflict();
    await conflict();
    // Another business on the same platform, with a task of its own.
    const neighbor = randomUUID();
    await server.database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [
      ...[neighbor, platformId],
    ]);
    await inScope(server.app.pool, { platformId, businessId: neighbor }, (tx) =>
      openTask(tx, {
        kind: "PRIMARY_OWNER_CONFLICT",
        subjectId: neighbor,
        platformId,
        businessId: neighbor,
        dueAt: new Date(),
      }),
    );
    const asked = await resolve(await signedInMember(server, ["OPERATIONS"]), businessId, second);
    const requestId = String(asked.body["requestId"]);
    const taskId = await taskOf(businessId);
    const own = { businesses: [businessId], tasks: [taskId], requests: [requestId], members: false };
    for (const params of [{ businessId }, { taskId }, { requestId }]) expect(await seenAt(params)).toEqual(own);
    const inStaffScope = await seenAt({});
    expect(inStaffScope.tasks).not.toContain(taskId);
    expect(inStaffScope).toMatchObject({ businesses: [], members: true });
    expect(inStaffScope.requests).not.toContain(requestId);
  });

  it("are not visible in another tenant's scope, nor are staff lists and members", async () => {
    const [mine, theirs] = [await conflict(), await conflict()];
    const { platformId } = theirs;
    const found = await inScope(server.app.pool, { platformId, businessId: "whole platform" }, async (tx) => [
      (await sql`select from app.find_tenant('business', ${mine.businessId}::uuid)`.execute(tx)).rows.length,
      (await sql`select from app.find_tenant('business', ${theirs.businessId}::uuid)`.execute(tx)).rows.length,
      (await sql`select from app.list_tasks(null, null, false, null, 100)`.execute(tx)).rows.length,
      (await sql`select from app.list_requests(null, null, 100)`.execute(tx)).rows.length,
      (await sql`select from app.staff_member`.execute(tx)).rows.length,
      (await sql`select from app.staff_session`.execute(tx)).rows.length,
    ]);
    expect(found).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("are listed across tenants by ids, kinds and times, without personal data", async () => {
    const by = await signedInMember(server, ["OPERATIONS"]);
    const { businessId, second } = await conflict();
    await resolve(by, businessId, second);
    const tasks = await by.as("GET", "/tasks?kind=PRIMARY_OWNER_CONFLICT&limit=100");
    const requests = await by.as("GET", "/requests?limit=100&state=PENDING");
    expect(tasks.text).toContain(businessId);
    expect(requests.text).toContain(businessId);
    for (const { text } of [tasks, requests])
      for (const word of ["contested.test", "Pia", reason, second]) expect(text).not.toContain(word);
    const [task] = tasks.body["tasks"] as object[];
    expect(Object.keys(task ?? {})).toEqual([
      ...["id", "kind", "platformId", "businessId", "subjectId", "assigneeId", "openedAt", "ageSeconds", "dueAt"],
      "isOverdue",
    ]);
  });
});

describe("a staff task", () => {
  const open = async (dueAt: Date) => {
    const { platformId, businessId } = await contestedBusiness(server.database);
    const task = { kind: "PAYMENT_APPROVAL", subjectId: randomUUID(), platformId, businessId, dueAt } as const;
    const write = (work: (tx: Parameters<typeof openTask>[0]) => Promise<void>) =>
      inScope(server.app.pool, { platformId, businessId }, work);
    await write((tx) => openTask(tx, task));
    return { task, id: await taskOf(task.subjectId), write };
  };
  const listed = async (by: TestMember, query: string) =>
    (await by.as("GET", `/tasks?kind=PAYMENT_APPROVAL&${query}`)).body["tasks"] as { id: string; isOverdue: boolean }[];

  it("is open once for repeated opening, closes once, and can be opened again as a new task", async () => {
    const { task, id, write } = await open(new Date(0));
    await Promise.all(Array.from({ length: 10 }, () => write((tx) => openTask(tx, task))));
    const rows = () =>
      server.database.admin.query("select id, closed_at from app.task where subject_id = $1 order by id", [
        task.subjectId,
      ]);
    expect((await rows()).rowCount).toBe(1);
    await write((tx) => closeTask(tx, task));
    await write((tx) => closeTask(tx, task));
    await write((tx) => openTask(tx, task));
    expect((await rows()).rows.map(({ closed_at }) => closed_at !== null)).toEqual([true, false]);
    const by = await signedInMember(server, ["OPERATIONS"]);
    expect((await by.as("POST", `/tasks/${id}/claim`)).status).toBe(409);
  });

  it("is listed most urgent first, page by page, with its age and whether it is overdue", async () => {
    const by = await signedInMember(server, ["OPERATIONS"]);
    const late = await open(new Date(Date.now() - 60_000));
    const soon = await open(new Date(Date.now() + 60_000));
    const calm = await open(new Date(Date.now() + 120_000));
    const ids = [late.id, soon.id, calm.id];
    const all = (await listed(by, "limit=100")).filter(({ id }) => ids.includes(id));
    expect(all.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
      [late.id, true],
      [soon.id, false],
      [calm.id, false],
    ]);
    const page = await by.as("GET", `/tasks?kind=PAYMENT_APPROVAL&limit=1&after=${late.id}`);
    expect(page.body).toMatchObject({ hasMore: true, tasks: [{ id: soon.id }] });
  });

  it("about a failed payment is resolved with a reason by the member who claimed it, and by nobody else", async () => {
    const [holder, other] = [await signedInMember(server, ["TREASURY"]), await signedInMember(server, ["TREASURY"])];
    const id = await failedPaymentTask();
    const resolveAs = (by: TestMember) => by.as("POST", `/tasks/${id}/resolve`, { reason });
    expect((await resolveAs(holder)).status).toBe(409);
    await holder.as("POST", `/tasks/${id}/claim`);
    expect((await resolveAs(other)).status).toBe(409);
    expect((await resolveAs(holder)).body).toEqual({ resolved: true });
    expect((await resolveAs(holder)).status).toBe(409);
    const { rows } = await server.database.admin.query(
      "select kind from app.event where body ->> 'taskId' = $1 order by id desc limit 1",
      [id],
    );
    expect(rows).toEqual([{ kind: "task.resolved" }]);
  });

  it("that an action closes cannot be resolved: the owner conflict stays open", async () => {
    const holder = await signedInMember(server, ["UNDERWRITER"]);
    const id = await taskOf((await conflict()).businessId);
    await holder.as("POST", `/tasks/${id}/claim`);
    expect((await holder.as("POST", `/tasks/${id}/resolve`, { reason })).status).toBe(409);
  });

  it("is claimed by exactly one of 20 concurrent members in each of 10 rounds, and recorded", async () => {
    const crew = await Promise.all(Array.from({ length: 20 }, () => signedInMember(server, ["OPERATIONS"])));
    for (let round = 0; round < 10; round++) {
      const { id } = await open(new Date());
      const answers = await Promise.all(crew.map((by) => by.as("POST", `/tasks/${id}/claim`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
      const { rowCount } = await server.database.admin.query(
        "select from app.audit where object_id = $1 and action = 'staff.task.claim'",
        [id],
      );
      expect(rowCount).toBe(1);
    }
  });

  it("is listed by assignee or as unassigned, and released by its assignee or an administrator", async () => {
    const [holder, colleague, admin] = await Promise.all(
      (["OPERATIONS", "OPERATIONS", "ADMIN"] as StaffRole[]).map((role) => signedInMember(server, [role])),
    );
    if (!holder || !colleague || !admin) throw new Error("a member is missing");
    const { id } = await open(new Date(0));
    const has = async (by: TestMember, tenant: string) =>
      (await listed(by, `assignee=${tenant}`)).some((task) => task.id === id);
    expect([await has(holder, "me"), await has(holder, "nobody")]).toEqual([false, true]);
    expect((await holder.as("POST", `/tasks/${id}/claim`)).body).toMatchObject({ assigneeId: holder.id });
    expect([await has(holder, "me"), await has(colleague, "me"), await has(holder, "nobody")]).toEqual([
      ...[true, false, false],
    ]);
    expect((await colleague.as("POST", `/tasks/${id}/release`)).status).toBe(409);
    expect((await holder.as("POST", `/tasks/${id}/release`)).body).toMatchObject({ assigneeId: null });
    await holder.as("POST", `/tasks/${id}/claim`);
    expect((await admin.as("POST", `/tasks/${id}/release`)).status).toBe(200);
  });
});

describe("an owner conflict", () => {
  const rolesIn = async (businessId: string) => {
    const { rows } = await server.database.admin.query<{ user_id: string; role: string }>(
      "select user_id, role from app.user_role where business_id = $1",
      [businessId],
    );
    return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
  };

  it("opens one task for its business, due by the end of the next banking day, and none once it is resolved", async () => {
    const contested = await conflict();
    const again = await conflictTask(server.app, contested);
    const { platformId, businessId } = contested;
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, again);
    const { rows } = await server.database.admin.query(
      "select due_at > now() as ahead from app.task where subject_id = $1",
      [businessId],
    );
    expect(rows).toEqual([{ ahead: true }]);
    const settled = await contestedBusiness(server.database);
    await server.database.admin.query(
      "delete from app.user_role where business_id = $1 and role = 'PRIMARY_OWNER_CONFLICT'",
      [settled.businessId],
    );
    const late = await conflictTask(server.app, settled);
    await inScope(server.app.pool, { platformId: settled.platformId, businessId: "whole platform" }, late);
    expect(await taskOf(settled.businessId)).toBe("");
  });

  it("is resolved by two people: one claimant becomes the primary owner, the others operators, and the task closes", async () => {
    for (const winner of ["first", "second"] as const) {
      const maker = await signedInMember(server, ["OPERATIONS"]);
      const checker = await signedInMember(server, ["UNDERWRITER"]);
      const contested = await conflict();
      const { businessId } = contested;
      const shown = await maker.as("GET", `/businesses/${businessId}/owner-conflict`);
      expect(shown.body["claimants"]).toMatchObject([
        { userId: contested.first, role: "PRIMARY_OWNER", email: "first@contested.test" },
        { userId: contested.second, role: "PRIMARY_OWNER_CONFLICT", email: "second@contested.test" },
      ]);
      const asked = await resolve(maker, businessId, contested[winner]);
      expect(asked.body["state"]).toBe("PENDING");
      expect((await say(maker, "approve", asked.body["requestId"])).status).toBe(403);
      expect((await resolve(checker, businessId, contested.first)).status).toBe(409);
      expect((await rolesIn(businessId))[contested.second]).toBe("PRIMARY_OWNER_CONFLICT");
      expect((await say(checker, "approve", asked.body["requestId"])).body["state"]).toBe("APPROVED");
      const loser = winner === "first" ? contested.second : contested.first;
      expect(await rolesIn(businessId)).toEqual({ [contested[winner]]: "PRIMARY_OWNER", [loser]: "OPERATOR" });
      const { rows } = await server.database.admin.query(
        `select (select closed_at is not null from app.task where subject_id = $1) as done,
          (select actor_id from app.event where business_id = $1 and kind = 'user.conflict_resolved') as by`,
        [businessId],
      );
      expect(rows).toEqual([{ done: true, by: checker.id }]);
    }
  });

  it("stays open after a rejection and is opened again by a new claim", async () => {
    const maker = await signedInMember(server, ["OPERATIONS"]);
    const checker = await signedInMember(server, ["UNDERWRITER"]);
    const { platformId, businessId, first, second } = await conflict();
    const refused = await resolve(maker, businessId, first);
    expect((await say(checker, "reject", refused.body["requestId"])).body["state"]).toBe("REJECTED");
    expect((await rolesIn(businessId))[second]).toBe("PRIMARY_OWNER_CONFLICT");
    const asked = await resolve(maker, businessId, first);
    await say(checker, "approve", asked.body["requestId"]);

    const { rows } = await server.database.admin.query<{ id: string }>(
      "insert into app.business_user (platform_id, business_id) values ($1, $2) returning id",
      [platformId, businessId],
    );
    const userId = rows[0]?.id ?? "";
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const actor = { kind: "USER", id: userId } as const;
      await claimRoles(tx, { platformId, businessId, userId, roles: ["PRIMARY_OWNER"], actor, requestId: "r" });
      await (await conflictTask(server.app, { platformId, businessId }))(tx);
    });
    const open = await server.database.admin.query("select from app.task where subject_id = $1 and closed_at is null", [
      businessId,
    ]);
    expect(open.rowCount).toBe(1);
  });

  it("cannot be resolved in favor of a person without a claim, or where there is no conflict", async () => {
    const maker = await signedInMember(server, ["OPERATIONS"]);
    const checker = await signedInMember(server, ["UNDERWRITER"]);
    const [mine, theirs] = [await conflict(), await conflict()];
    expect((await resolve(maker, mine.businessId, theirs.first)).status).toBe(404);
    await server.database.admin.query("delete from app.user_role where user_id = $1", [theirs.second]);
    const late = await resolve(maker, theirs.businessId, theirs.first);
    expect((await say(checker, "approve", late.body["requestId"])).status).toBe(409);
    // A failed approval leaves the request pending, so it can still be rejected.
    expect((await say(checker, "reject", late.body["requestId"])).status).toBe(200);
  });
});

describe("a request that waits for approval", () => {
  it.each(["reversePaymentOrder", "dishonorReturn", "unblockBankItem", "unblockBankAccount"])(
    "%s is refused about another business's object as about an unknown one, and keeps nobody from requesting the same",
    async (name) => {
      const by = await signedInMember(server, ["OPERATIONS"]);
      const [mine, theirs] = [await successes[name]?.(by), await successes[name]?.(by)];
      if (!mine || !theirs) throw new Error(`${name}: no example of a success`);
      const [, , business = ""] = mine.path.split("/");
      const [, , owner = "", kind, object = ""] = theirs.path.split("/");
      const ask = (path: string) => by.as("POST", path, mine.payload);
      const foreign = await ask(theirs.path.replace(owner, business));
      const unknown = await ask(mine.path.replace(new RegExp(`(?<=/${kind}/)[^/]+`), randomUUID()));
      const bare = ({ status, body: { requestId: _, ...body } }: Answered) => ({ status, body });
      expect(foreign.status).toBe(404);
      expect(bare(foreign)).toEqual(bare(unknown));
      const { rowCount } = await server.database.admin.query("select from app.staff_request where subject_id = $1", [
        object,
      ]);
      expect(rowCount).toBe(0);
      expect((await ask(theirs.path)).body).toMatchObject({ state: "PENDING" });
    },
  );
});

describe("staff members", () => {
  it("are admitted by two administrators and can then be invited", async () => {
    const [maker, checker] = [await signedInMember(server, ["ADMIN"]), await signedInMember(server, ["ADMIN"])];
    const email = `New.${randomUUID()}@inlay.test`;
    const asked = await maker.as("POST", "/members", { email, name: "New", roles: ["TREASURY"], reason });
    const known = async () =>
      ((await maker.as("GET", "/members")).body["members"] as { email: string; id: string }[]).find(
        (member) => member.email === email.toLowerCase(),
      );
    expect(await known()).toBeUndefined();
    expect((await say(maker, "approve", asked.body["requestId"])).status).toBe(403);
    expect((await say(checker, "approve", asked.body["requestId"])).status).toBe(200);
    const member = await known();
    expect(member).toMatchObject({ name: "New", roles: ["TREASURY"], isActive: true });
    const twice = await maker.as("POST", "/members", { email, name: "Again", roles: ["ADMIN"], reason });
    expect((await say(checker, "approve", twice.body["requestId"])).status).toBe(409);
    const invited = await maker.as("POST", `/members/${member?.id}/invitation`, { reason });
    expect(String(invited.body["invitation"])).toMatch(/^\S{32}$/);
    const stored = await server.database.admin.query("select to_jsonb(m)::text as row from app.staff_member m");
    for (const { row } of stored.rows) expect(row).not.toContain(invited.body["invitation"]);
  });

  it("get new roles from two administrators and are deactivated by one at once", async () => {
    const [maker, checker] = [await signedInMember(server, ["ADMIN"]), await signedInMember(server, ["ADMIN"])];
    const member = await signedInMember(server, ["OPERATIONS"]);
    const more = { roles: ["OPERATIONS", "TREASURY"], isActive: true, reason };
    const asked = await maker.as("PUT", `/members/${member.id}`, more);
    expect(asked.body["state"]).toBe("PENDING");
    expect((await member.as("GET", "/me")).body["roles"]).toEqual(["OPERATIONS"]);
    await say(checker, "approve", asked.body["requestId"]);
    expect((await member.as("GET", "/me")).status).toBe(401);

    const other = await signedInMember(server, ["OPERATIONS"]);
    const out = await maker.as("PUT", `/members/${other.id}`, { roles: ["ADMIN"], isActive: false, reason });
    expect(out.body["state"]).toBe("APPROVED");
    expect((await other.as("GET", "/me")).status).toBe(401);
    const members = (await maker.as("GET", "/members")).body["members"] as { id: string }[];
    // Deactivation does not change the roles, because new roles need two people.
    expect(members.find(({ id }) => id === other.id)).toMatchObject({ roles: ["OPERATIONS"], isActive: false });
  });
});

describe("a staff session", () => {
  it("ends at its expiry", async () => {
    const member = await signedInMember(server, ["OPERATIONS"]);
    await server.database.admin.query("update app.staff_session set expires_at = now() where member_id = $1", [
      member.id,
    ]);
    expect((await member.as("GET", "/me")).status).toBe(401);
  });

  it("can be signed out without a cookie", async () => {
    const answer = await browser(server, null)("POST", "/sign-out");
    expect({ status: answer.status, cookie: String(answer.headers["set-cookie"]) }).toMatchObject({ status: 200 });
    expect(String(answer.headers["set-cookie"])).toContain(`${staffCookie}=;`);
  });
});
