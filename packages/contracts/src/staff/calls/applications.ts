import { loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { policyExceptionCodes } from "@inlay/lending/underwriting/exceptions.ts";
import { riskRatings } from "@inlay/lending/underwriting/rules/rating.ts";
import { z } from "zod/mini";
import { appeal, appealOutcomes } from "../../decline.ts";
import { fileAnswer } from "../../file-answer.ts";
import { uuid } from "../../ids.ts";
import { applicationCase, capitalProvider, decisionOutcome, review } from "../application-case.ts";
import { outcome, reason } from "../shapes.ts";
import { businessParams, page, staffCall } from "./staff-call.ts";

const time = z.iso.datetime();
const inApplication = "/api/staff/v1/businesses/:businessId/applications/:applicationId";
const applicationParams = z.object({ businessId: uuid, applicationId: uuid });

const toDecide = z.object({
  applicationId: uuid,
  businessId: uuid,
  businessName: z.nullable(z.string()),
  reference: z.string(),
  platformId: uuid,
  platformName: z.string(),
  product: z.enum(productTypes),
  status: z.enum(loanApplicationLifecycle.states),
  amountRequestedCents: z.nullable(z.int()),
  receivedAt: time,
  completedAt: time,
  promisedAt: time,
  decideBy: time,
  /** The latest run; null before the first. */
  lastDecision: z.nullable(z.object({ id: uuid, outcome: decisionOutcome, review, decidedAt: time })),
});
export type ApplicationToDecide = z.output<typeof toDecide>;

/** The run that the member of staff has read. A ruling about another one is refused. */
const aboutDecision = { decisionId: uuid, reason };
/** Where the provider's written consent is kept. */
const providerConsent = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "Please name the written consent", abort: true }), z.maxLength(200));

const appealMessage = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "Please write an answer for the owner", abort: true }), z.maxLength(2000));

/** Applications that wait for a decision: the queue, the case of one application, and what staff decide about it. */
export const applications = {
  listAppeals: staffCall("/api/staff/v1/businesses/:businessId/appeals", {
    method: "GET",
    action: "staff.appeal.view",
    summary: "Lists what the primary owner of a business asked to have looked at again, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, appeals: z.array(appeal) }),
  }),
  answerAppeal: staffCall("/api/staff/v1/businesses/:businessId/appeals/:appealId/answer", {
    method: "POST",
    action: "staff.appeal.answer",
    summary:
      "Answers an owner who asked for a declined application to be looked at again, by an email. UPHELD: the decision stands. RECONSIDERED: the owner may apply again at once, and the new application is decided and ruled about as any other.",
    params: z.object({ businessId: uuid, appealId: uuid }),
    body: z.strictObject({ outcome: z.enum(appealOutcomes), message: appealMessage, reason }),
    answer: outcome,
  }),
  listApplicationsToDecide: staffCall("/api/staff/v1/applications", {
    method: "GET",
    action: "staff.application.view",
    summary: "Lists the applications of all tenants that wait for a decision or for capital, the oldest promise first.",
    query: z.strictObject(page),
    answer: z.object({ applications: z.array(toDecide), hasMore: z.boolean() }),
  }),
  getApplicationCase: staffCall(inApplication, {
    method: "GET",
    action: "staff.application.view",
    summary:
      "Reads an application with its latest decision: facts, rules, points, sizes, offers, exceptions, rulings, documents and owners.",
    params: applicationParams,
    answer: applicationCase,
  }),
  printCaseFile: staffCall(`${inApplication}/case-file`, {
    method: "POST",
    action: "staff.application.view",
    summary: "Prints the case of an application as a PDF. Each print is recorded.",
    params: applicationParams,
    answer: fileAnswer,
    file: "application/pdf",
  }),
  getOfferDisclosure: staffCall("/api/staff/v1/businesses/:businessId/offers/:offerId/disclosure", {
    method: "GET",
    action: "staff.application.view",
    summary: "Renders the disclosure form that the state requires for an offer at its largest amount, as a PDF.",
    params: z.object({ businessId: uuid, offerId: uuid }),
    answer: fileAnswer,
    file: "application/pdf",
  }),
  replayDecision: staffCall(`${inApplication}/decisions/:decisionId/replay`, {
    method: "GET",
    action: "staff.application.view",
    summary:
      "Repeats a decision from its snapshot, its policy and the rulings of then, and says whether the bytes are the same.",
    params: z.object({ businessId: uuid, applicationId: uuid, decisionId: uuid }),
    answer: z.object({ decisionId: uuid, result: z.enum(["SAME", "DIFFERENT", "DESTROYED"]) }),
  }),
  ruleOnApplication: staffCall(`${inApplication}/rulings`, {
    method: "POST",
    action: "staff.application.rule",
    summary:
      "Passes a rule, approves an exception, sets another rating or confirms a denial; where it takes two people, a second person approves. The application is then decided again.",
    params: applicationParams,
    body: z.discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("EXCEPTION"),
        code: z.enum(policyExceptionCodes),
        /** With TPE_5 only. */
        capitalProviderId: z.optional(capitalProvider),
        providerConsent: z.optional(providerConsent),
        ...aboutDecision,
      }),
      z.strictObject({
        kind: z.literal("RULE_PASSED"),
        code: z.string().check(z.regex(/^[A-Z_]{1,60}$/)),
        ...aboutDecision,
      }),
      z.strictObject({ kind: z.literal("RESULT_OVERRIDE"), code: z.enum(riskRatings), ...aboutDecision }),
      z.strictObject({ kind: z.literal("DENIAL_CONFIRMED"), ...aboutDecision }),
    ]),
    answer: outcome,
  }),
  assignCapital: staffCall(`${inApplication}/capital`, {
    method: "POST",
    action: "staff.application.assign-capital",
    summary:
      "Reserves capital for an application that found none, with one provider or with the first that has room, and creates its offers.",
    params: applicationParams,
    body: z.strictObject({ capitalProviderId: z.nullable(capitalProvider), ...aboutDecision }),
    answer: outcome,
  }),
  confirmRefresh: staffCall(`${inApplication}/refresh`, {
    method: "POST",
    action: "staff.application.refresh-offers",
    summary:
      "Replaces the expired offers of an application by what the rules offer today, also if that is less than before, or ends the application without offers.",
    params: applicationParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};
