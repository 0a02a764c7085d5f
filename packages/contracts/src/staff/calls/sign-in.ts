import { z } from "zod/mini";
import { email } from "../../fields/fields.ts";
import { uuid } from "../../ids.ts";
import { passkeyQuestion, passkeyUsed } from "../../passkey.ts";
import { member } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const code = z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code"));
const signedIn = z.object({ member, expiresAt: z.iso.datetime() });

/** Sign-in and sign-out. */
export const signIn = {
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
