import { denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { unlawfullyOffered } from "@inlay/lending/underwriting/policy/apr-caps.ts";
import { type Policy, policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import { z } from "zod/mini";
import { wholeNumber } from "../../fields/query.ts";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const version = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\d+$/, "A version is a date and a number: 2026-11-17.1"));
const versionParams = z.object({ version });

/** A whole policy. Each message names its field, because a policy has more than a hundred. */
const policy = z.pipe(
  z.unknown(),
  z.transform((sent: unknown, context): Policy => {
    const result = z.safeParse(policySchema, sent);
    const unlawful = result.success ? unlawfullyOffered(result.data) : [];
    if (result.success && unlawful.length === 0) return result.data;
    if (unlawful.length > 0) {
      const message = `aprCaps: not available by the state-product matrix: ${unlawful.join(", ")}`;
      context.issues.push({ code: "custom", path: ["aprCaps"], message, input: sent });
    }
    for (const issue of result.error?.issues ?? []) {
      const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
      const message = `${path.join(".") || "policy"}: ${issue.message}`;
      context.issues.push({ code: "custom", path, message, input: sent });
    }
    return z.NEVER;
  }),
);

const policySummary = z.object({
  version,
  /** Null for the policy that is part of the program. */
  proposedBy: z.nullable(uuid),
  proposedAt: z.nullable(z.iso.datetime()),
  /** When it was activated last. */
  activatedAt: z.nullable(z.iso.datetime()),
  isCurrent: z.boolean(),
});
export type PolicySummary = z.infer<typeof policySummary>;

const amount = z.int();
const rate = z.nullable(z.number());
const side = z.object({ approved: z.int(), referred: z.int(), offeredCents: amount });
const rates = { approveRateBefore: rate, approveRateAfter: rate };
const figures = {
  decisions: z.int(),
  before: side,
  after: side,
  newlyApproved: z.int(),
  noLongerApproved: z.int(),
  offeredMore: z.int(),
  offeredLess: z.int(),
  losses: z.object({ known: z.int(), lostCents: amount, avoidedCents: amount }),
  ...rates,
};
const segments = z.array(z.object({ value: z.string(), ...figures }));
const fourFifths = z.object({ ratio: rate, isBelowFourFifths: z.boolean() });

/** What a shadow run found: counts and sums, and nothing about a single business. */
const shadowReport = z.object({
  /** Decisions whose facts cannot be read any more. */
  destroyed: z.int(),
  /** Decisions whose facts were taken in a form that today's rules do not know. */
  unreadable: z.int(),
  total: z.object(figures),
  reasons: z.array(
    z.object({
      reason: z.enum(Object.keys(denialReasons) as (keyof typeof denialReasons)[]),
      before: z.int(),
      after: z.int(),
    }),
  ),
  segments: z.object({
    product: segments,
    platform: segments,
    state: segments,
    industry: segments,
    rating: segments,
    ageBand: segments,
  }),
  /** No protected attribute is collected, so the groups are made up. They show that the check works and nothing about anybody. */
  fourFifths: z.object({
    areGroupsMadeUp: z.literal(true),
    before: fourFifths,
    after: fourFifths,
    groups: z.array(
      z.object({
        group: z.string(),
        decisions: z.int(),
        approvedBefore: z.int(),
        approvedAfter: z.int(),
        ...rates,
      }),
    ),
  }),
});

const shadowRunFields = {
  id: uuid,
  version,
  days: z.int(),
  state: z.enum(["RUNNING", "DONE", "FAILED"]),
  /** There were more decisions than one run compares; the newest were compared. */
  isCut: z.boolean(),
  requestedBy: uuid,
  requestedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
};
const shadowRun = z.object(shadowRunFields);
export type ShadowRun = z.infer<typeof shadowRun>;

/** Credit policies: proposed by one person, tried on past decisions, activated by two people. */
export const policies = {
  proposePolicy: staffCall("/api/staff/v1/policies", {
    method: "POST",
    action: "staff.policy.propose",
    summary:
      "Proposes a version of the credit policy. A version is never changed and decides nothing until it is activated.",
    body: z.strictObject({ policy, reason }),
    answer: policySummary,
    status: 201,
  }),
  listPolicies: staffCall("/api/staff/v1/policies", {
    method: "GET",
    action: "staff.policy.view",
    summary: "Lists the versions of the credit policy, newest first.",
    query: z.strictObject({
      /** The version of the last row of the previous page. */
      after: z.optional(version),
      limit: z._default(wholeNumber(1, 100), 50),
    }),
    answer: z.object({ policies: z.array(policySummary), hasMore: z.boolean() }),
  }),
  getPolicy: staffCall("/api/staff/v1/policies/:version", {
    method: "GET",
    action: "staff.policy.view",
    summary: "Reads a version of the credit policy, with its last shadow runs.",
    params: versionParams,
    answer: z.object({ ...policySummary.shape, policy: policySchema, shadowRuns: z.array(shadowRun) }),
  }),
  runShadowPolicy: staffCall("/api/staff/v1/policies/:version/shadow-runs", {
    method: "POST",
    action: "staff.policy.try",
    summary:
      "Decides past applications again with this policy, to show who would be decided otherwise. Changes no decision.",
    params: versionParams,
    body: z.strictObject({ days: z._default(z.int().check(z.minimum(1), z.maximum(365)), 90), reason }),
    answer: shadowRun,
    status: 201,
  }),
  getShadowRun: staffCall("/api/staff/v1/shadow-runs/:shadowRunId", {
    method: "GET",
    action: "staff.policy.view",
    summary: "Reads a shadow run with its report: approve rates, amounts, reasons and losses, in all and by segment.",
    params: z.object({ shadowRunId: uuid }),
    answer: z.object({ ...shadowRunFields, report: z.nullable(shadowReport) }),
  }),
  activatePolicy: staffCall("/api/staff/v1/policies/:version/activate", {
    method: "POST",
    action: "staff.policy.activate",
    summary:
      "Requests that a policy decides from now on; a second person approves. Needs a finished shadow run of the version.",
    params: versionParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};
