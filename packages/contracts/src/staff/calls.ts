import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { locale } from "../business.ts";
import { type Call, call } from "../call.ts";
import { email, requiredText } from "../fields.ts";
import { uuid } from "../ids.ts";
import { wholeNumber } from "../query.ts";
import {
  additionalInput,
  claimant,
  inputRequest,
  member,
  outcome,
  passkeyMade,
  passkeyQuestion,
  passkeyUsed,
  reason,
  requestStates,
  requestSummary,
  roles,
  screening,
  spokenReference,
  staffRequest,
  task,
} from "./shapes.ts";
import { taskKinds } from "./task-kinds.ts";

type Described = Omit<Call, "audience" | "slice" | "path">;
type Path = `/api/staff/v1/${string}`;

/** A staff call. It is described like any other call and is not part of a public API document. */
const staffCall = <const P extends Path, const C extends Described>(path: P, description: C) =>
  call({ ...description, path, audience: "staff", slice: "staff" });

const code = z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code"));
const signedIn = z.object({ member, expiresAt: z.iso.datetime() });
const page = {
  /** The id of the last row of the previous page. */
  after: z.optional(uuid),
  limit: z._default(wholeNumber(1, 100), 50),
};

// Sign-in and sign-out.
const signIn = {
  requestStaffCode: staffCall("/api/staff/v1/sign-in/code", {
    method: "POST",
    action: "session.open",
    summary:
      "Sends a sign-in code if the address belongs to a staff member. The answer does not reveal whether it does.",
    body: z.strictObject({ email }),
    answer: z.object({ signInId: uuid }),
    status: 202,
  }),
  enrollStaff: staffCall("/api/staff/v1/sign-in/enroll", {
    method: "POST",
    action: "session.open",
    summary: "Exchanges an invitation and an emailed code for a TOTP secret, which is shown once.",
    body: z.strictObject({ signInId: uuid, code, invitation: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answer: z.object({ totpUri: z.string() }),
  }),
  signInStaff: staffCall("/api/staff/v1/sign-in", {
    method: "POST",
    action: "session.open",
    summary: "Signs in with the emailed code and the TOTP code.",
    body: z.strictObject({ signInId: uuid, code, totp: code }),
    answer: signedIn,
  }),
  askPasskey: staffCall("/api/staff/v1/sign-in/passkey/options", {
    method: "POST",
    action: "session.open",
    summary: "Creates a passkey challenge for sign-in.",
    body: z.strictObject({}),
    answer: passkeyQuestion,
  }),
  signInByPasskey: staffCall("/api/staff/v1/sign-in/passkey", {
    method: "POST",
    action: "session.open",
    summary: "Signs in with a passkey that verified its user.",
    body: z.strictObject({ challengeId: uuid, response: passkeyUsed }),
    answer: signedIn,
  }),
  signOutStaff: staffCall("/api/staff/v1/sign-out", {
    method: "POST",
    action: "session.close",
    summary: "Ends the session.",
    answer: z.object({ signedOut: z.literal(true) }),
  }),
};

// Staff members.
const people = {
  getSelf: staffCall("/api/staff/v1/me", {
    method: "GET",
    action: "staff.self.view",
    summary: "Reads the signed-in staff member.",
    answer: member,
  }),
  askNewPasskey: staffCall("/api/staff/v1/passkeys/options", {
    method: "POST",
    action: "staff.passkey.add",
    summary: "Creates a challenge for a new passkey.",
    body: z.strictObject({}),
    answer: passkeyQuestion,
  }),
  addPasskey: staffCall("/api/staff/v1/passkeys", {
    method: "POST",
    action: "staff.passkey.add",
    summary: "Adds a passkey for sign-in. The sign-in must be recent.",
    body: z.strictObject({ challengeId: uuid, response: passkeyMade }),
    answer: z.object({ passkeyId: uuid }),
    status: 201,
  }),
  listMembers: staffCall("/api/staff/v1/members", {
    method: "GET",
    action: "staff.member.view",
    summary: "Lists all staff members.",
    answer: z.object({ members: z.array(member) }),
  }),
  admitMember: staffCall("/api/staff/v1/members", {
    method: "POST",
    action: "staff.member.admit",
    summary: "Requests a new staff member; a second person approves.",
    body: z.strictObject({ email, name: requiredText("Name is required"), roles, reason }),
    answer: outcome,
    status: 202,
  }),
  changeMember: staffCall("/api/staff/v1/members/:memberId", {
    method: "PUT",
    action: "staff.member.change",
    summary:
      "Changes a staff member's roles or access. Deactivation needs one person; any other change needs a second person's approval.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ roles, isActive: z.boolean(), reason }),
    answer: outcome,
    status: 202,
  }),
  inviteMember: staffCall("/api/staff/v1/members/:memberId/invitation", {
    method: "POST",
    action: "staff.member.invite",
    summary:
      "Creates an invitation with which a staff member sets up a device. The member's sign-in methods and sessions are revoked.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ reason }),
    answer: z.object({ invitation: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
  }),
};

// Finding a business.
const lookUps = {
  findBusinesses: staffCall("/api/staff/v1/businesses", {
    method: "GET",
    action: "staff.business.find",
    summary: "Finds businesses by the reference number that a caller reads out; usually one.",
    query: z.strictObject({ reference: spokenReference }),
    answer: z.object({ businesses: z.array(z.object({ businessId: uuid, platformId: uuid })) }),
  }),
};

// Tasks.
const taskParams = z.object({ taskId: uuid });
const tasks = {
  listTasks: staffCall("/api/staff/v1/tasks", {
    method: "GET",
    action: "staff.task.view",
    summary: "Lists open tasks of all tenants, most urgent first.",
    query: z.strictObject({
      ...page,
      kind: z.optional(z.enum(taskKinds)),
      assignee: z.optional(z.enum(["me", "nobody"])),
    }),
    answer: z.object({ tasks: z.array(task), hasMore: z.boolean() }),
  }),
  claimTask: staffCall("/api/staff/v1/tasks/:taskId/claim", {
    method: "POST",
    action: "staff.task.claim",
    summary: "Assigns an unassigned task to the caller.",
    params: taskParams,
    answer: task,
  }),
  releaseTask: staffCall("/api/staff/v1/tasks/:taskId/release", {
    method: "POST",
    action: "staff.task.release",
    summary: "Returns a task to the unassigned tasks.",
    params: taskParams,
    answer: task,
  }),
};

// Approval requests.
const requestParams = z.object({ requestId: uuid });
const decision = z.strictObject({ payloadHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason });
const requests = {
  listRequests: staffCall("/api/staff/v1/requests", {
    method: "GET",
    action: "staff.request.view",
    summary: "Lists approval requests of all tenants, oldest first.",
    query: z.strictObject({ ...page, state: z.optional(z.enum(requestStates)) }),
    answer: z.object({ requests: z.array(requestSummary), hasMore: z.boolean() }),
  }),
  getRequest: staffCall("/api/staff/v1/requests/:requestId", {
    method: "GET",
    action: "staff.request.view",
    summary: "Reads one approval request with its payload and reason.",
    params: requestParams,
    answer: staffRequest,
  }),
  approveRequest: staffCall("/api/staff/v1/requests/:requestId/approve", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Approves another person's request and executes it.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
  rejectRequest: staffCall("/api/staff/v1/requests/:requestId/reject", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Rejects another person's request.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
};

// Conflicting claims of primary ownership.
const businessParams = z.object({ businessId: uuid });
const ownerConflicts = {
  getOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict", {
    method: "GET",
    action: "staff.owner-conflict.view",
    summary: "Lists the persons who claim to be the primary owner of a business.",
    params: businessParams,
    answer: z.object({ businessId: uuid, claimants: z.array(claimant) }),
  }),
  resolveOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict/resolve", {
    method: "POST",
    action: "staff.owner-conflict.resolve",
    summary: "Requests that one of the claimants becomes the primary owner; a second person approves.",
    params: businessParams,
    body: z.strictObject({ primaryOwnerId: uuid, reason }),
    answer: outcome,
    status: 202,
  }),
};

// Payments that wait or failed, and blocked banks.
const orderIds = z.strictObject({ paymentOrderIds: z.array(uuid).check(z.minLength(1), z.maxLength(100)), reason });
const decided = z.object({ outcomes: z.array(z.extend(outcome, { paymentOrderId: uuid })) });
const bankItemParams = z.object({ businessId: uuid, bankItemId: uuid });
const money = {
  approvePaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/approve", {
    method: "POST",
    action: "staff.payment.approve",
    summary: "Approves payments. Large payments wait for a second person's approval.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  rejectPaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/reject", {
    method: "POST",
    action: "staff.payment.reject",
    summary: "Rejects payments that are not approved yet.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  retryPaymentOrder: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/retry", {
    method: "POST",
    action: "staff.payment.retry",
    summary: "Retries a failed debit within the limits of the ACH network.",
    params: z.object({ businessId: uuid, paymentOrderId: uuid }),
    body: z.strictObject({ bankAccountId: z.optional(uuid), isCauseCorrected: z.boolean(), reason }),
    answer: outcome,
  }),
  releaseDebits: staffCall("/api/staff/v1/tasks/:taskId/release-debits", {
    method: "POST",
    action: "staff.debits.release",
    summary: "Requests the release of debits that are held because of a high return rate; a second person approves.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  blockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/block", {
    method: "POST",
    action: "staff.bank-item.block",
    summary: "Blocks all payments from and to a linked bank.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  unblockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/unblock", {
    method: "POST",
    action: "staff.bank-item.unblock",
    summary: "Requests that payments from and to a linked bank are unblocked; a second person approves.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  verifyBankAccount: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/verify", {
    method: "POST",
    action: "staff.bank-account.verify",
    summary: "Records whether a platform-provided account belongs to the business.",
    params: z.object({ businessId: uuid, bankAccountId: uuid }),
    body: z.strictObject({ outcome: z.enum(["VERIFIED", "FAILED"]), reason }),
    answer: outcome,
  }),
};

// Users of a business.
const businessUsers = {
  inviteUser: staffCall("/api/staff/v1/businesses/:businessId/users/:userId/invitation", {
    method: "POST",
    action: "staff.user.invite",
    summary: "Sends a user of the business a one-time sign-in link to the business's pages or to an offer.",
    params: z.object({ businessId: uuid, userId: uuid }),
    body: z.strictObject({ kind: z.enum(["CONNECT_DIRECT", "OFFER"]), locale, reason }),
    answer: outcome,
  }),
};

// Sanctions screening.
const screeningParams = z.object({ businessId: uuid, screeningId: uuid });
const sanctions = {
  listScreenings: staffCall("/api/staff/v1/businesses/:businessId/sanctions", {
    method: "GET",
    action: "staff.sanctions.view",
    summary: "Lists the sanctions screenings of a business with their results, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, screenings: z.array(screening) }),
  }),
  clearScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/clear", {
    method: "POST",
    action: "staff.sanctions.clear",
    summary: "Requests that a possible match is cleared as a false positive; a second person approves.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  confirmScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/confirm", {
    method: "POST",
    action: "staff.sanctions.confirm",
    summary: "Confirms a match with the sanctions list. The business receives no more payments.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};

// Additional inputs. A request for documents has a text that says which ones; no other request has a text.
type InputRequest = { subStep?: (typeof additionalInputs)[number] | undefined; request?: string | undefined };
const documentsHaveText = z.refine<InputRequest>(
  ({ subStep, request }) => subStep !== "ADDITIONAL_DOCUMENTS_UPLOAD" || request !== undefined,
  {
    error: "Please say what the owner is to send",
    path: ["request"],
  },
);
const onlyDocumentsHaveText = z.refine<InputRequest>(
  ({ subStep, request }) => subStep === "ADDITIONAL_DOCUMENTS_UPLOAD" || request === undefined,
  {
    error: "Only documents are asked for in words",
    path: ["request"],
  },
);
const additionalInputCalls = {
  listAdditionalInputs: staffCall("/api/staff/v1/businesses/:businessId/additional-inputs", {
    method: "GET",
    action: "staff.additional-input.view",
    summary: "Lists the additional inputs requested of a business's owners after consent, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, additionalInputs: z.array(additionalInput) }),
  }),
  raiseAdditionalInput: staffCall("/api/staff/v1/businesses/:businessId/additional-inputs", {
    method: "POST",
    action: "staff.additional-input.raise",
    summary:
      "Requests an additional input from the primary owner, or holds the application. An open request stays unchanged.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.enum(additionalInputs), request: z.optional(inputRequest), reason })
      .check(documentsHaveText, onlyDocumentsHaveText),
    answer: outcome,
  }),
  releaseAdditionalInput: staffCall(
    "/api/staff/v1/businesses/:businessId/additional-inputs/:additionalInputId/release",
    {
      method: "POST",
      action: "staff.additional-input.release",
      summary: "Withdraws a requested input, or releases a held application.",
      params: z.object({ businessId: uuid, additionalInputId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
};

// Stopped applications.
const stops = {
  reopenOnboarding: staffCall("/api/staff/v1/businesses/:businessId/onboarding/reopen", {
    method: "POST",
    action: "staff.onboarding.reopen",
    summary:
      "Requests that a stopped application is reopened, either waiting for offers or with an additional input for its owner; a second person approves. A sanctions match must be cleared first.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.optional(z.enum(additionalInputs)), request: z.optional(inputRequest), reason })
      .check(documentsHaveText, onlyDocumentsHaveText),
    answer: outcome,
    status: 202,
  }),
};

export const staffCalls = {
  ...signIn,
  ...people,
  ...lookUps,
  ...tasks,
  ...requests,
  ...ownerConflicts,
  ...money,
  ...businessUsers,
  ...sanctions,
  ...additionalInputCalls,
  ...stops,
};
