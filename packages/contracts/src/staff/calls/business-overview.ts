import { loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { bankItemLifecycle } from "@inlay/lending/banking/bank-item.ts";
import {
  documentLifecycle,
  documentSources,
  documentTypes,
  uploadRejections,
} from "@inlay/lending/documents/document.ts";
import { coSignerChanges } from "@inlay/lending/offers/co-signer-change.ts";
import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { onboardingSteps } from "@inlay/lending/onboarding/steps.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { notificationTopics } from "@inlay/lending/servicing/notifications.ts";
import { z } from "zod/mini";
import { bankAccountRoles, bankAccountVerifications } from "../../bank.ts";
import { locale } from "../../business.ts";
import { keptAddress } from "../../fields/fields.ts";
import { uuid } from "../../ids.ts";
import { onboardingAnswers } from "../onboarding-answers.ts";
import { additionalInput, reason, task } from "../shapes.ts";
import { businessParams, page, staffCall } from "./staff-call.ts";

const text = z.nullable(z.string());
const time = z.iso.datetime();
const maybeTime = z.nullable(time);

/** The most rows of each list in the overview, newest first. */
export const overviewRows = 100;
const rows = <S extends z.core.$ZodType>(row: S) => z.array(row).check(z.maxLength(overviewRows));

const user = z.object({
  id: uuid,
  platformUserId: text,
  email: text,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  roles: z.array(z.enum(businessRoles)),
  /** The topics about which they chose to get no email. */
  topicsTurnedOff: z.array(z.enum(notificationTopics)),
  lastSeenAt: maybeTime,
  deactivatedAt: maybeTime,
});

const owner = z.object({
  id: uuid,
  userId: z.nullable(uuid),
  isPrimary: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: text,
  address: z.nullable(keptAddress),
  ownershipPercentage: z.nullable(z.number()),
  ssnLast4: text,
  /** The step of a co-owner's own flow; null for the primary owner. */
  currentStep: z.nullable(z.enum(onboardingSteps)),
  stoppedAt: maybeTime,
  onboardedAt: maybeTime,
  /** When staff confirmed that a co-owner is no owner any more, or that somebody else signs for them. */
  removedAt: maybeTime,
  /** A change of who signs an agreement that waits for staff: somebody else signs, or nobody does, because they own less than what is named. */
  signerChange: z.nullable(
    z.object({
      change: z.enum(coSignerChanges),
      remainingPercentage: z.nullable(z.number()),
      replacement: z.nullable(
        z.object({
          firstName: z.string(),
          lastName: z.string(),
          email: z.string(),
          ownershipPercentage: z.number(),
        }),
      ),
      decideBy: z.iso.datetime(),
    }),
  ),
});

const onboarding = z.object({
  currentStep: z.enum(onboardingSteps),
  stoppedAt: maybeTime,
  /** The steps of this business in order, and steps that it completed and that apply no longer. */
  steps: z.array(
    z.object({
      step: z.enum(onboardingSteps),
      applies: z.boolean(),
      completedAt: maybeTime,
      completedBy: z.nullable(uuid),
    }),
  ),
  /** The answers to the completed steps. */
  answers: z.partial(z.object(onboardingAnswers)),
  additionalInputs: rows(additionalInput),
  /** The last day on which the primary owner can answer; null before the notice of incompleteness. */
  answerBy: z.nullable(z.iso.date()),
});
export type OnboardingOverview = z.output<typeof onboarding>;

const bankItem = z.object({ id: uuid, status: z.enum(bankItemLifecycle.states), institutionName: text });
const bankAccount = z.object({
  id: uuid,
  bankItemId: z.nullable(uuid),
  party: z.string(),
  holderName: text,
  institutionName: text,
  accountName: z.string(),
  accountNumberLast4: z.string(),
  isAccountNumberTokenized: z.boolean(),
  createdMethod: z.string(),
  verification: z.enum(bankAccountVerifications),
  roles: z.array(z.enum(bankAccountRoles)),
  heldUntilAt: maybeTime,
  blockedAt: maybeTime,
  frozenAt: maybeTime,
  stoppedAt: maybeTime,
  removedAt: maybeTime,
});

const report = z.object({
  id: uuid,
  source: z.string(),
  subjectKind: z.enum(["OWNER", "BUSINESS"]),
  subjectId: uuid,
  attempt: z.int(),
  /** Null until the vendor has answered. */
  outcome: text,
  /** Figures, dates and codes. Names and numbers are only in the encrypted report. */
  summary: z.nullable(z.record(z.string(), z.unknown())),
  requestedAt: time,
  pulledAt: maybeTime,
  /** When two members of staff accepted an inconclusive report as it is. */
  acceptedAt: maybeTime,
  askAgainAt: maybeTime,
});

const application = z.object({
  id: uuid,
  product: z.enum(productTypes),
  status: z.enum(loanApplicationLifecycle.states),
  receivedAt: time,
  completedAt: maybeTime,
});

const overview = z.object({
  id: uuid,
  platformId: uuid,
  platformBusinessId: text,
  reference: z.string(),
  name: text,
  isTest: z.boolean(),
  einLast4: text,
  createdAt: time,
  users: rows(user),
  owners: rows(owner),
  onboarding,
  bankItems: rows(bankItem),
  bankAccounts: rows(bankAccount),
  reports: rows(report),
  applications: rows(application),
  tasks: rows(z.extend(task, { closedAt: maybeTime })),
});
export type BusinessOverview = z.output<typeof overview>;

const document = z.object({
  id: uuid,
  documentType: z.enum(documentTypes),
  source: z.enum(documentSources),
  status: z.enum(documentLifecycle.states),
  rejectionReason: z.nullable(z.enum(uploadRejections)),
  /** The exact finding of the scan. The uploader is never told, who could use it to evade the scan. */
  finding: text,
  fileName: z.string(),
  bytes: z.nullable(z.int()),
  uploadedBy: z.nullable(uuid),
  isFromAccountant: z.boolean(),
  /** A completed step or answer includes the document. */
  isCounted: z.boolean(),
  createdAt: time,
});

/** An email without its contents, which may hold a code or a link that only the recipient may use. */
const email = z.object({
  id: uuid,
  template: z.string(),
  locale,
  recipient: z.string(),
  state: z.enum(["WAITING", "SENT", "REFUSED"]),
  createdAt: time,
  sentAt: maybeTime,
});

const event = z.object({
  id: uuid,
  sequence: z.int(),
  kind: z.string(),
  body: z.record(z.string(), z.unknown()),
  actorKind: z.string(),
  actorId: z.nullable(uuid),
  /** Business time; `recordedAt` is wall-clock time. */
  happenedAt: time,
  recordedAt: time,
});

const inBusiness = "/api/staff/v1/businesses/:businessId";
const listQuery = z.strictObject(page);
const revealed = { requestId: uuid };

/** One business as staff see it: what it answered, and what happened since. */
export const businessOverview = {
  getBusinessOverview: staffCall(inBusiness, {
    method: "GET",
    action: "staff.business.view",
    summary:
      "Reads a business: its people, its answers, its accounts, reports, applications and tasks. Of private numbers only the last digits.",
    params: businessParams,
    answer: overview,
  }),
  listBusinessDocuments: staffCall(`${inBusiness}/documents`, {
    method: "GET",
    action: "staff.business.view",
    summary: "Lists the documents of a business, newest first.",
    params: businessParams,
    query: listQuery,
    answer: z.object({ documents: z.array(document), hasMore: z.boolean() }),
  }),
  openBusinessDocument: staffCall(`${inBusiness}/documents/:documentId/read-file-url`, {
    method: "POST",
    action: "staff.document.open",
    summary: "Creates a download URL for a document of a business, valid for five minutes. Each is recorded.",
    params: z.object({ businessId: uuid, documentId: uuid }),
    answer: z.object({ url: z.string(), expiresAt: time }),
  }),
  listBusinessEmails: staffCall(`${inBusiness}/emails`, {
    method: "GET",
    action: "staff.business.view",
    summary: "Lists the emails to people of a business, newest first, without their contents.",
    params: businessParams,
    query: listQuery,
    answer: z.object({ emails: z.array(email), hasMore: z.boolean() }),
  }),
  listBusinessEvents: staffCall(`${inBusiness}/events`, {
    method: "GET",
    action: "staff.business.view",
    summary: "Lists what happened in a business, newest first.",
    params: businessParams,
    query: listQuery,
    answer: z.object({ events: z.array(event), hasMore: z.boolean() }),
  }),
  revealSsn: staffCall(`${inBusiness}/owners/:ownerId/ssn/reveal`, {
    method: "POST",
    action: "staff.tax-number.reveal",
    summary: "Shows an owner's SSN. The reason is recorded.",
    params: z.object({ businessId: uuid, ownerId: uuid }),
    body: z.strictObject({ reason }),
    answer: z.object({ ...revealed, ssn: z.string() }),
  }),
  revealEin: staffCall(`${inBusiness}/ein/reveal`, {
    method: "POST",
    action: "staff.tax-number.reveal",
    summary: "Shows the EIN of a business. The reason is recorded.",
    params: businessParams,
    body: z.strictObject({ reason }),
    answer: z.object({ ...revealed, ein: z.string() }),
  }),
  revealBankAccountNumber: staffCall(`${inBusiness}/bank-accounts/:bankAccountId/number/reveal`, {
    method: "POST",
    action: "staff.account-number.reveal",
    summary: "Shows the account number and the routing number of a bank account. The reason is recorded.",
    params: z.object({ businessId: uuid, bankAccountId: uuid }),
    body: z.strictObject({ reason }),
    answer: z.object({ ...revealed, accountNumber: z.string(), routingNumber: z.string() }),
  }),
};
