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

/** A call at the staff door. It is described like any other, and in no public document. */
const staffCall = <const P extends Path, const C extends Described>(path: P, description: C) =>
  call({ ...description, path, audience: "staff", slice: "staff" });

const code = z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code"));
const signedIn = z.object({ member, expiresAt: z.iso.datetime() });
const page = {
  /** The last one of the page before. */
  after: z.optional(uuid),
  limit: z._default(wholeNumber(1, 100), 50),
};

// Coming in and going out.
const router = {
  requestStaffCode: staffCall("/api/staff/v1/sign-in/code", {
    method: "POST",
    action: "session.open",
    summary: "Sends a sign-in code, if the address is one of ours; the answer does not say whether it is.",
    body: z.strictObject({ email }),
    answer: z.object({ signInId: uuid }),
    status: 202,
  }),
  enrollStaff: staffCall("/api/staff/v1/sign-in/enroll", {
    method: "POST",
    action: "session.open",
    summary: "Turns an invitation and a code into the secret of a device, told once.",
    body: z.strictObject({ signInId: uuid, code, invitation: z.string().check(z.minLength(1), z.maxLength(200)) }),
    answer: z.object({ totpUri: z.string() }),
  }),
  signInStaff: staffCall("/api/staff/v1/sign-in", {
    method: "POST",
    action: "session.open",
    summary: "Signs in by the code of the e-mail and the code of the device.",
    body: z.strictObject({ signInId: uuid, code, totp: code }),
    answer: signedIn,
  }),
  askPasskey: staffCall("/api/staff/v1/sign-in/passkey/options", {
    method: "POST",
    action: "session.open",
    summary: "What a passkey is to sign for a sign-in.",
    body: z.strictObject({}),
    answer: passkeyQuestion,
  }),
  signInByPasskey: staffCall("/api/staff/v1/sign-in/passkey", {
    method: "POST",
    action: "session.open",
    summary: "Signs in by a passkey that knew its holder.",
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

// The people.
const people = {
  getSelf: staffCall("/api/staff/v1/me", {
    method: "GET",
    action: "staff.self.view",
    summary: "Who is signed in.",
    answer: member,
  }),
  askNewPasskey: staffCall("/api/staff/v1/passkeys/options", {
    method: "POST",
    action: "staff.passkey.add",
    summary: "What a new passkey is to sign.",
    body: z.strictObject({}),
    answer: passkeyQuestion,
  }),
  addPasskey: staffCall("/api/staff/v1/passkeys", {
    method: "POST",
    action: "staff.passkey.add",
    summary: "Adds a passkey to sign in by, soon after signing in.",
    body: z.strictObject({ challengeId: uuid, response: passkeyMade }),
    answer: z.object({ passkeyId: uuid }),
    status: 201,
  }),
  listMembers: staffCall("/api/staff/v1/members", {
    method: "GET",
    action: "staff.member.view",
    summary: "All of our people.",
    answer: z.object({ members: z.array(member) }),
  }),
  admitMember: staffCall("/api/staff/v1/members", {
    method: "POST",
    action: "staff.member.admit",
    summary: "Asks for a new member of staff; a second person agrees.",
    body: z.strictObject({ email, name: requiredText("Name is required"), roles, reason }),
    answer: outcome,
    status: 202,
  }),
  changeMember: staffCall("/api/staff/v1/members/:memberId", {
    method: "PUT",
    action: "staff.member.change",
    summary: "Changes what a member may do. Shutting somebody out takes one person, anything else two.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ roles, isActive: z.boolean(), reason }),
    answer: outcome,
    status: 202,
  }),
  inviteMember: staffCall("/api/staff/v1/members/:memberId/invitation", {
    method: "POST",
    action: "staff.member.invite",
    summary: "Makes an invitation by which a member sets up a device; what they had before ends.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ reason }),
    answer: z.object({ invitation: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
  }),
};

// Whose business it is that somebody asks about.
const lookUps = {
  findBusinesses: staffCall("/api/staff/v1/businesses", {
    method: "GET",
    action: "staff.business.find",
    summary: "The businesses with the reference number that a person reads out; as a rule one.",
    query: z.strictObject({ reference: spokenReference }),
    answer: z.object({ businesses: z.array(z.object({ businessId: uuid, platformId: uuid })) }),
  }),
};

// What waits.
const taskParams = z.object({ taskId: uuid });
const tasks = {
  listTasks: staffCall("/api/staff/v1/tasks", {
    method: "GET",
    action: "staff.task.view",
    summary: "Open tasks of all tenants, the most urgent first.",
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
    summary: "Takes a task that nobody has.",
    params: taskParams,
    answer: task,
  }),
  releaseTask: staffCall("/api/staff/v1/tasks/:taskId/release", {
    method: "POST",
    action: "staff.task.release",
    summary: "Gives a task back.",
    params: taskParams,
    answer: task,
  }),
};

// What was asked for.
const requestParams = z.object({ requestId: uuid });
const decision = z.strictObject({ payloadHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason });
const requests = {
  listRequests: staffCall("/api/staff/v1/requests", {
    method: "GET",
    action: "staff.request.view",
    summary: "What was asked for in all tenants, the oldest first.",
    query: z.strictObject({ ...page, state: z.optional(z.enum(requestStates)) }),
    answer: z.object({ requests: z.array(requestSummary), hasMore: z.boolean() }),
  }),
  getRequest: staffCall("/api/staff/v1/requests/:requestId", {
    method: "GET",
    action: "staff.request.view",
    summary: "One request, with what exactly is asked for and why.",
    params: requestParams,
    answer: staffRequest,
  }),
  approveRequest: staffCall("/api/staff/v1/requests/:requestId/approve", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Agrees to what somebody else asked for, and does it.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
  rejectRequest: staffCall("/api/staff/v1/requests/:requestId/reject", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Turns down what somebody else asked for.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
};

// Two people who claim one business.
const businessParams = z.object({ businessId: uuid });
const ownerConflicts = {
  getOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict", {
    method: "GET",
    action: "staff.owner-conflict.view",
    summary: "Who claims to be the primary owner of a business.",
    params: businessParams,
    answer: z.object({ businessId: uuid, claimants: z.array(claimant) }),
  }),
  resolveOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict/resolve", {
    method: "POST",
    action: "staff.owner-conflict.resolve",
    summary: "Asks to make one of the claimants the primary owner; a second person agrees.",
    params: businessParams,
    body: z.strictObject({ primaryOwnerId: uuid, reason }),
    answer: outcome,
    status: 202,
  }),
};

// Money that waits or failed, and banks that are stopped.
const orderIds = z.strictObject({ paymentOrderIds: z.array(uuid).check(z.minLength(1), z.maxLength(100)), reason });
const decided = z.object({ outcomes: z.array(z.extend(outcome, { paymentOrderId: uuid })) });
const bankItemParams = z.object({ businessId: uuid, bankItemId: uuid });
const money = {
  approvePaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/approve", {
    method: "POST",
    action: "staff.payment.approve",
    summary: "Lets payments go. Large ones wait for a second person.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  rejectPaymentOrders: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/reject", {
    method: "POST",
    action: "staff.payment.reject",
    summary: "Stops payments that nobody has let go yet.",
    params: businessParams,
    body: orderIds,
    answer: decided,
  }),
  retryPaymentOrder: staffCall("/api/staff/v1/businesses/:businessId/payment-orders/:paymentOrderId/retry", {
    method: "POST",
    action: "staff.payment.retry",
    summary: "Tries a failed debit again, inside the network's limits.",
    params: z.object({ businessId: uuid, paymentOrderId: uuid }),
    body: z.strictObject({ bankAccountId: z.optional(uuid), isCauseCorrected: z.boolean(), reason }),
    answer: outcome,
  }),
  releaseDebits: staffCall("/api/staff/v1/tasks/:taskId/release-debits", {
    method: "POST",
    action: "staff.debits.release",
    summary: "Asks to let debits go out again that wait because too many came back; a second person agrees.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  blockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/block", {
    method: "POST",
    action: "staff.bank-item.block",
    summary: "Stops all money from and to a linked bank.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  unblockBankItem: staffCall("/api/staff/v1/businesses/:businessId/bank-items/:bankItemId/unblock", {
    method: "POST",
    action: "staff.bank-item.unblock",
    summary: "Asks to let money from and to a linked bank again; a second person agrees.",
    params: bankItemParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  verifyBankAccount: staffCall("/api/staff/v1/businesses/:businessId/bank-accounts/:bankAccountId/verify", {
    method: "POST",
    action: "staff.bank-account.verify",
    summary: "Notes whether an account that the platform brought is the business's own.",
    params: z.object({ businessId: uuid, bankAccountId: uuid }),
    body: z.strictObject({ outcome: z.enum(["VERIFIED", "FAILED"]), reason }),
    answer: outcome,
  }),
};

// People of a business.
const visitors = {
  inviteUser: staffCall("/api/staff/v1/businesses/:businessId/users/:userId/invitation", {
    method: "POST",
    action: "staff.user.invite",
    summary: "Sends a user of the business a link that signs them in once: to the business's pages, or to an offer.",
    params: z.object({ businessId: uuid, userId: uuid }),
    body: z.strictObject({ kind: z.enum(["CONNECT_DIRECT", "OFFER"]), locale, reason }),
    answer: outcome,
  }),
};

// Names that may be on the sanctions list.
const screeningParams = z.object({ businessId: uuid, screeningId: uuid });
const sanctions = {
  listScreenings: staffCall("/api/staff/v1/businesses/:businessId/sanctions", {
    method: "GET",
    action: "staff.sanctions.view",
    summary: "Everybody of a business who was held against the sanctions list, and what came of it, the newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, screenings: z.array(screening) }),
  }),
  clearScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/clear", {
    method: "POST",
    action: "staff.sanctions.clear",
    summary: "Asks to say that somebody is not the one on the list; a second person agrees.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  confirmScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/confirm", {
    method: "POST",
    action: "staff.sanctions.confirm",
    summary: "Says that somebody is the one on the list: no money goes out to the business.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};

// What is still asked of the owner. Papers are asked for in words, and nothing else is.
type Asked = { subStep?: (typeof additionalInputs)[number] | undefined; request?: string | undefined };
const isSaid = z.refine<Asked>(
  ({ subStep, request }) => subStep !== "ADDITIONAL_DOCUMENTS_UPLOAD" || request !== undefined,
  {
    error: "Please say what the owner is to send",
    path: ["request"],
  },
);
const isOnlySaidOfDocuments = z.refine<Asked>(
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
    summary: "What was asked of the owners of a business after consent, and what came of it, the newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, additionalInputs: z.array(additionalInput) }),
  }),
  raiseAdditionalInput: staffCall("/api/staff/v1/businesses/:businessId/additional-inputs", {
    method: "POST",
    action: "staff.additional-input.raise",
    summary: "Asks the primary owner for something more, or holds the application. Asked already, it changes nothing.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.enum(additionalInputs), request: z.optional(inputRequest), reason })
      .check(isSaid, isOnlySaidOfDocuments),
    answer: outcome,
  }),
  releaseAdditionalInput: staffCall(
    "/api/staff/v1/businesses/:businessId/additional-inputs/:additionalInputId/release",
    {
      method: "POST",
      action: "staff.additional-input.release",
      summary: "Takes back what was asked, or lets a held application go on.",
      params: z.object({ businessId: uuid, additionalInputId: uuid }),
      body: z.strictObject({ reason }),
      answer: outcome,
    },
  ),
};

// A business that was stopped.
const stops = {
  reopenOnboarding: staffCall("/api/staff/v1/businesses/:businessId/onboarding/reopen", {
    method: "POST",
    action: "staff.onboarding.reopen",
    summary:
      "Asks to let a stopped business go on, to waiting or to something that its owner is asked for; a second person agrees. A match with a sanctions list has to be cleared first.",
    params: businessParams,
    body: z
      .strictObject({ subStep: z.optional(z.enum(additionalInputs)), request: z.optional(inputRequest), reason })
      .check(isSaid, isOnlySaidOfDocuments),
    answer: outcome,
    status: 202,
  }),
};

export const staffCalls = {
  ...router,
  ...people,
  ...lookUps,
  ...tasks,
  ...requests,
  ...ownerConflicts,
  ...money,
  ...visitors,
  ...sanctions,
  ...additionalInputCalls,
  ...stops,
};
