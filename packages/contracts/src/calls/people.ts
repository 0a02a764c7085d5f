import { z } from "zod/mini";
import { business, businessRole, locale } from "../business.ts";
import { call } from "../call.ts";
import { email } from "../fields.ts";
import { uuid } from "../ids.ts";
import { ownerRequest, ownerRequestForm } from "../owner-request.ts";
import { supportHours } from "../platform-settings.ts";

// Coming in and going out.
export const exchangeConnectToken = call({
  method: "POST",
  path: "/api/v1/connect-tokens/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Turns a platform's one-use connect token into a session.",
  body: z.strictObject({ connectToken: z.string().check(z.minLength(1), z.maxLength(500)) }),
  answer: z.object({
    sessionToken: z.string(),
    expiresAt: z.iso.datetime(),
    /** The same, told so that a clock that is wrong does no harm. */
    secondsLeft: z.int(),
    userIndex: z.int(),
  }),
});

export const requestLoginCode = call({
  method: "POST",
  path: "/api/businesses/auth/v1/login-otp",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Sends a sign-in code, if the address is known; the answer does not say whether it is.",
  body: z.strictObject({
    platformDomainName: z.string().check(z.minLength(1), z.maxLength(260)),
    originUrl: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
    email,
    pkceCodeChallenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  }),
  answer: z.object({ accepted: z.literal(true) }),
  status: 202,
});

export const verifyLoginCode = call({
  method: "POST",
  path: "/api/businesses/auth/v1/login-otp/verify",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Signs a person in by the code they were sent. The session travels in a cookie that no script can read.",
  body: z.strictObject({
    email,
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code")),
    pkceCodeVerifier: z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/)),
  }),
  answer: z.object({ signedIn: z.literal(true), expiresAt: z.iso.datetime(), originUrl: z.string() }),
});

const timeLeft = z.object({
  /** From now on, whatever the browser's clock says. */
  secondsLeft: z.int(),
  /** Off when the session has come as far as any may: then only signing in again helps. */
  canExtend: z.boolean(),
});

export const getSession = call({
  method: "GET",
  path: "/api/v1/session",
  audience: "portal",
  slice: "people",
  action: "session.view",
  summary: "How long the session still lasts.",
  answer: timeLeft,
});

export const extendSession = call({
  method: "POST",
  path: "/api/v1/session/extend",
  audience: "portal",
  slice: "people",
  action: "session.extend",
  summary: "Lets the session of a direct sign-in last longer, up to a day. One that has ended stays ended.",
  answer: timeLeft,
});

export const logout = call({
  method: "POST",
  path: "/api/businesses/auth/v2/logout",
  audience: "portal",
  slice: "people",
  action: "session.close",
  summary: "Ends the session.",
  answer: z.object({ signedOut: z.literal(true) }),
});

// The invitation itself travels in the InviteToken header, which no foreign page can send. The session travels in the cookie.
const invited = z.object({ signedIn: z.literal(true), expiresAt: z.iso.datetime(), userIndex: z.int() });

export const exchangeBusinessInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/businesses/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Turns an invitation to a business into a session.",
  answer: invited,
});

export const exchangeCoOwnerInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/secondary-owners/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Turns a co-owner's invitation into a session.",
  answer: invited,
});

export const declineCoOwnerInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/secondary-owners/decline",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary:
    "Says that whoever was named a co-owner is none. The invitation is over, and the primary owner is asked to look again.",
  answer: z.object({ declined: z.literal(true) }),
});

export const declineOwnership = call({
  method: "POST",
  path: "/api/secondary-owners/v2/decline",
  audience: "portal",
  slice: "people",
  action: "co-owner.decline",
  summary:
    "Says that a co-owner who has come, and has not gone on yet, is none. They are nobody's co-owner any more, and the primary owner is asked to look again.",
  answer: z.object({ declined: z.literal(true) }),
});

export const getHelp = call({
  method: "GET",
  path: "/api/v1/help",
  audience: "portal",
  slice: "people",
  action: "support.ask",
  summary: "Whom to ask for help, and the number to mention.",
  answer: z.object({
    /** Short enough to be read out; our staff find the business by it. */
    reference: z.string(),
    supportEmail: z.string(),
    supportPhone: z.nullable(z.string()),
    supportHours: z.nullable(supportHours),
    lenderName: z.string(),
    licenseLine: z.string(),
    /** The script of the help window; null where the platform has none. */
    helpWindowScriptUrl: z.nullable(z.string()),
  }),
});

export const getSupportToken = call({
  method: "GET",
  path: "/api/v1/zendesk-token",
  audience: "portal",
  slice: "people",
  action: "support.ask",
  summary: "A token for the help window.",
  answer: z.object({ token: z.string() }),
});

// The business and the person's place in it.
export const getBusiness = call({
  method: "GET",
  path: "/api/v1/business",
  audience: "portal",
  slice: "people",
  action: "self.view",
  summary: "The business, the person's roles in it, and the other businesses they belong to.",
  answer: business,
});

export const updateBusiness = call({
  method: "PATCH",
  path: "/api/v1/businesses",
  audience: "portal",
  slice: "people",
  action: "business.choose-look",
  summary: "Chooses the look of the business's pages; null is the default look.",
  body: z.strictObject({ customInitializationId: z.nullable(uuid) }),
  answer: business,
});

const noRoleMessage = "Must select an option";

export const upsertUserRoles = call({
  method: "PUT",
  path: "/api/v1/users/roles",
  audience: "portal",
  slice: "people",
  action: "role.claim",
  summary: "Keeps what the person says they are to the business.",
  body: z.strictObject({
    userRoles: z.array(businessRole, noRoleMessage).check(z.minLength(1, noRoleMessage), z.maxLength(4)),
  }),
  answer: business,
});

export const chooseLocale = call({
  method: "PUT",
  path: "/api/v1/users/locale",
  audience: "portal",
  slice: "people",
  action: "self.choose-locale",
  summary: "Keeps the language that the person wants to read us in.",
  body: z.strictObject({ locale }),
  answer: z.object({ locale }),
});

// An employee cannot apply; an owner can, and may not know that somebody waits.
export const getOwnerRequest = call({
  method: "GET",
  path: "/api/v1/owner-request",
  audience: "portal",
  slice: "people",
  action: "owner.ask",
  summary: "Which owner applies, and whether an employee has had us write to one.",
  answer: ownerRequest,
});

export const askOwner = call({
  method: "POST",
  path: "/api/v1/owner-request",
  audience: "portal",
  slice: "people",
  action: "owner.ask",
  summary: "Writes to the owner who applies, or, while nobody does, to the address that is given.",
  body: ownerRequestForm,
  answer: ownerRequest,
});
