import { staffRoles } from "@inlay/lending/access/staff-roles.ts";
import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { additionalInputs, coOwnerAdditionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { screenedKind, screeningResult, screeningVerdict } from "../screening.ts";
import { taskKinds } from "./task-kinds.ts";

/** The staff member's reason as free text. It is stored with the action and never in an event. */
export const reason = z
  .string("Please give a reason")
  .check(
    z.trim(),
    z.minLength(1, { error: "Please give a reason", abort: true }),
    z.maxLength(500, "Please use at most 500 characters"),
  );

/** A business's reference number as written down on the phone: in any case, with or without the dash, with O for 0 and I or L for 1. */
export const spokenReference = z.pipe(
  z.pipe(
    z.string(),
    z.transform((written: string) =>
      written
        .toUpperCase()
        .replaceAll(/[\s-]/g, "")
        .replaceAll("O", "0")
        .replaceAll(/[IL]/g, "1")
        .replace(/^(.{4})/, "$1-"),
    ),
  ),
  z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/, "8 letters and digits, such as 7K3M-Q9XD")),
);

export const roles = z.array(z.enum(staffRoles)).check(
  z.minLength(1),
  z.refine((list: string[]) => new Set(list).size === list.length, "must not repeat"),
);

export const member = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(staffRoles)),
  isActive: z.boolean(),
});

/** A staff task. It shows the kind and the age, and no personal data. */
export const task = z.object({
  id: uuid,
  kind: z.enum(taskKinds),
  platformId: uuid,
  businessId: z.nullable(uuid),
  subjectId: uuid,
  assigneeId: z.nullable(uuid),
  openedAt: z.iso.datetime(),
  ageSeconds: z.int(),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
});
export type Task = z.infer<typeof task>;

export const requestStates = ["PENDING", "APPROVED", "REJECTED"] as const;

const requestFields = {
  id: uuid,
  kind: z.string(),
  platformId: uuid,
  businessId: z.nullable(uuid),
  subjectId: uuid,
  people: z.int(),
  makerId: uuid,
  checkerId: z.nullable(uuid),
  state: z.enum(requestStates),
  madeAt: z.iso.datetime(),
  decidedAt: z.nullable(z.iso.datetime()),
};
export const requestSummary = z.object(requestFields);
export type RequestSummary = z.infer<typeof requestSummary>;

/** An approval request in full. A decision must send `payloadHash`, so that it applies to exactly this payload. */
export const staffRequest = z.object({
  ...requestFields,
  payload: z.record(z.string(), z.unknown()),
  payloadHash: z.string(),
  makerReason: z.string(),
  checkerReason: z.nullable(z.string()),
});
export type StaffRequest = z.infer<typeof staffRequest>;

/** The outcome of a staff action: executed at once, or waiting for a second person's approval. */
export const outcome = z.object({ requestId: uuid, state: z.enum(requestStates) });
export type Outcome = z.infer<typeof outcome>;

export const claimant = z.object({
  userId: uuid,
  role: z.enum(businessRoles),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  claimedAt: z.iso.datetime(),
});

/** What staff found out about an account. */
export const verificationOutcome = z.enum(["VERIFIED", "FAILED"]);

/** One sanctions screening: the subject, the list, the possible matches and the staff verdict. */
export const screening = z.object({
  id: uuid,
  subjectKind: screenedKind,
  subjectId: uuid,
  name: z.string(),
  result: screeningResult,
  score: z.nullable(z.number()),
  matches: z.array(
    z.object({
      entryId: z.string(),
      name: z.string(),
      kind: z.enum(["PERSON", "ORGANIZATION", "VESSEL"]),
      programs: z.array(z.string()),
      remarks: z.nullable(z.string()),
      score: z.number(),
    }),
  ),
  listSha256: z.string(),
  listPublishedAt: z.iso.datetime(),
  screenedAt: z.iso.datetime(),
  verdict: z.nullable(screeningVerdict),
  decidedAt: z.nullable(z.iso.datetime()),
  decidedBy: z.nullable(uuid),
});
export type Screening = z.infer<typeof screening>;

/** The text that the owner reads. */
export const inputRequest = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "Please say what the owner is to send", abort: true }), z.maxLength(500));

/** An additional input requested of an owner. */
export const additionalInput = z.object({
  id: uuid,
  subStep: z.enum([...additionalInputs, ...coOwnerAdditionalInputs]),
  /** The co-owner who must answer; null for the primary owner. */
  ownerId: z.nullable(uuid),
  raisedBy: z.enum(["SYSTEM", "STAFF"]),
  raisedAt: z.iso.datetime(),
  state: z.enum(["OPEN", "DONE", "RELEASED"]),
});
export type AdditionalInputRow = z.infer<typeof additionalInput>;
