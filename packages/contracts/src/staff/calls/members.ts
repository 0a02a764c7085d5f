import { z } from "zod/mini";
import { email, requiredText } from "../../fields/fields.ts";
import { uuid } from "../../ids.ts";
import { passkeyMade, passkeyQuestion } from "../../passkey.ts";
import { member, outcome, reason, roles } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

/** Staff members and their passkeys. */
export const members = {
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
      "Creates an invitation with which a staff member without sign-in methods sets up a device. An earlier invitation ends.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ reason }),
    answer: z.object({ invitation: z.string(), expiresAt: z.iso.datetime() }),
    status: 201,
  }),
  resetMember: staffCall("/api/staff/v1/members/:memberId/reset", {
    method: "POST",
    action: "staff.member.reset",
    summary:
      "Requests that a staff member's sign-in methods and sessions are revoked, for example because a phone is lost; a second person approves, and the member is told by email.",
    params: z.object({ memberId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
    status: 202,
  }),
};
