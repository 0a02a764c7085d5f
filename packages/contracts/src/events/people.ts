import { stepUpMethods } from "@inlay/lending/access/step-up.ts";
import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { coOwnerAdditionalInputs, onboardingSteps } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { integrationTypes } from "../platform-settings.ts";
import { type EventDefinitions, fieldNames, id } from "./event.ts";

const owner = z.strictObject({ ownerId: id });
const ownerStep = z.strictObject({ ownerId: id, step: z.enum(onboardingSteps) });
const invitationKind = z.enum(["CONNECT_DIRECT", "OFFER", "SECONDARY_OWNER"]);
const invitation = z.strictObject({ invitationId: id, invitation: invitationKind, subjectId: id });
const claim = z.strictObject({ userId: id, role: z.enum(businessRoles) });

/** Users, their roles and sessions, invitations and co-owners. */
export const peopleEvents = {
  "co_owner.corrected": {
    when: "the primary owner corrected a co-owner's details",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: owner,
  },
  "co_owner.declined": {
    when: "an invited person said that they are not a co-owner",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    // Null when the co-owner was removed after the invitation.
    body: z.strictObject({ ownerId: z.nullable(id), invitationId: id }),
  },
  "co_owner.input_answered": {
    when: "a co-owner answered an additional input",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ ownerId: id, subStep: z.enum(coOwnerAdditionalInputs), additionalInputId: id }),
  },
  "co_owner.named": {
    when: "the primary owner named a co-owner",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: owner,
  },
  "co_owner.onboarding_completed": {
    when: "nothing more is needed from a co-owner",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: owner,
  },
  "co_owner.removed": {
    when: "the primary owner removed a co-owner",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: owner,
  },
  "co_owner.step_completed": {
    when: "a co-owner completed a step",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: ownerStep,
  },
  "co_owner.step_edited": {
    when: "a co-owner changed the answer to a completed step",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: ownerStep,
  },
  "co_owner.stopped": {
    when: "the onboarding of one co-owner stopped until staff have reviewed it",
    object: "co_owner",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: owner,
  },
  "connect_token.created": {
    when: "a partner created a connect token",
    object: "connect_token",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id }),
  },
  "invitation.accepted": {
    when: "a person exchanged an invitation for a session",
    object: "invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ invitationId: id, invitation: invitationKind, userId: id }),
  },
  "invitation.bounced": {
    when: "the mail server refused the email of an invitation",
    object: "invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: invitation,
  },
  "invitation.made": {
    when: "a person was invited; a handler sends the email",
    object: "invitation",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: invitation,
  },
  "session.opened": {
    when: "a person signed in",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id, mode: z.enum(integrationTypes) }),
  },
  "user.conflict_raised": {
    when: "a second person claimed to be the primary owner",
    object: "user",
    version: 1,
    visibility: "partner",
    webhook: "user.conflict_raised",
    body: claim,
  },
  "user.conflict_resolved": {
    when: "one claimant became the primary owner, and the others became operators",
    object: "user",
    version: 1,
    visibility: "partner",
    webhook: "user.conflict_resolved",
    body: z.strictObject({ primaryOwnerId: id, operatorIds: z.array(id) }),
  },
  "user.created": {
    when: "a user of a business was created",
    object: "user",
    version: 1,
    visibility: "partner",
    webhook: "user.created",
    body: z.strictObject({ userId: id }),
  },
  "user.passkey_added": {
    when: "a user added a passkey",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id, passkeyId: id }),
  },
  "user.passkey_removed": {
    when: "a user removed a passkey",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id, passkeyId: id }),
  },
  "user.phone_verified": {
    when: "a user confirmed a code that was sent to their phone",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id }),
  },
  "user.role_claimed": {
    when: "a user got a role in the business",
    object: "user",
    version: 1,
    visibility: "partner",
    webhook: "user.roles_changed",
    body: claim,
  },
  "user.step_up_methods_removed": {
    when: "staff removed a user's passkeys and the verification of their phone; a handler tells the user and every owner",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id }),
  },
  "user.stepped_up": {
    when: "a user confirmed in a session that it is them",
    object: "user",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ userId: id, method: z.enum(stepUpMethods) }),
  },
  "user.updated": {
    when: "fields of a user changed",
    object: "user",
    version: 1,
    visibility: "partner",
    webhook: "user.updated",
    body: z.strictObject({ userId: id, changed: fieldNames }),
  },
} as const satisfies EventDefinitions;
