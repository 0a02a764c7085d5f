import { staffRoles } from "@inlay/lending/access/staff-roles.ts";
import { z } from "zod/mini";
import { taskKinds } from "../staff/task-kinds.ts";
import { count, type EventDefinitions, id } from "./event.ts";

const member = z.strictObject({ memberId: id });
const roles = z.array(z.enum(staffRoles));
const staffAction = z.string().check(z.regex(/^[a-z-]+\.[a-z-]+$/));
const decision = z.strictObject({ staffRequestId: id, staffAction, subjectId: id, makerId: id });
const policyVersion = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\d+$/));
const shadowRun = z.strictObject({ shadowRunId: id, policyVersion });
const emailBody = z.strictObject({ emailId: id, key: z.string().check(z.regex(/^[a-z-]+(\/[0-9a-f-]+)+$/)) });
const task = z.strictObject({ taskId: id, task: z.enum(taskKinds) });

/** Staff members and their sign-ins, tasks, approval requests, credit policies, and emails that came back. */
export const staffEvents = {
  "email.refused": {
    when: "the mail server refused an email, whose key names the slice that ordered it",
    object: "email",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: emailBody,
  },
  "email.sent": {
    when: "the mail server accepted the email of a legal notice, whose key names it",
    object: "email",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: emailBody,
  },
  "notification_batch.sent": {
    when: "the hour came at which a person is told by email what happened to the financing of their business",
    object: "notification_batch",
    version: 1,
    visibility: "internal",
    webhook: null,
    body: z.strictObject({ notificationBatchId: id }),
  },
  "policy.activated": {
    when: "a second person approved that a policy decides from now on",
    object: "policy",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: shadowRun,
  },
  "policy.proposed": {
    when: "a staff member proposed a version of the credit policy",
    object: "policy",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ policyId: id, policyVersion }),
  },
  "shadow_run.ended": {
    when: "a policy was tried on past decisions, or could not be",
    object: "shadow_run",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ shadowRunId: id, policyVersion, state: z.enum(["DONE", "FAILED"]), decisions: count }),
  },
  "shadow_run.requested": {
    when: "a staff member requested that a policy is tried on past decisions",
    object: "shadow_run",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: shadowRun,
  },
  "staff.code_sent": {
    when: "a sign-in code was sent to a staff member",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: member,
  },
  "staff.enrolled": {
    when: "a staff member set up a TOTP device",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: member,
  },
  "staff.factors_revoked": {
    when: "the sign-in methods and sessions of a staff member were revoked",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: member,
  },
  "staff.member_admitted": {
    when: "a staff member was admitted",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ memberId: id, roles }),
  },
  "staff.member_changed": {
    when: "the roles of a staff member changed, or the member was deactivated",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ memberId: id, roles, isActive: z.boolean() }),
  },
  "staff.member_invited": {
    when: "a staff member got an invitation to set up a TOTP device",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: member,
  },
  "staff.passkey_added": {
    when: "a staff member added a passkey",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ memberId: id, passkeyId: id }),
  },
  "staff.sign_in_refused": {
    when: "an attempt to sign in to the staff console was refused, also of somebody who is no member",
    object: "staff_sign_in",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ memberId: z.nullable(id) }),
  },
  "staff.signed_in": {
    when: "a staff member signed in",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ memberId: id, method: z.enum(["CODE", "PASSKEY"]) }),
  },
  "staff.signed_out": {
    when: "a staff member signed out",
    object: "staff_member",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: member,
  },
  "staff_request.approved": {
    when: "a second person approved a staff action",
    object: "staff_request",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: decision,
  },
  "staff_request.made": {
    when: "a staff action was requested",
    object: "staff_request",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ staffRequestId: id, staffAction, subjectId: id, people: count }),
  },
  "staff_request.rejected": {
    when: "a second person rejected a staff action",
    object: "staff_request",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: decision,
  },
  "task.claimed": {
    when: "a staff member took a task",
    object: "task",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: task,
  },
  "task.resolved": {
    when: "a staff member looked into what a task reports and closed it",
    object: "task",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: task,
  },
  "task.released": {
    when: "a task has no assignee any more",
    object: "task",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: task,
  },
} as const satisfies EventDefinitions;
