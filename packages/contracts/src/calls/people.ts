import { z } from "zod/mini";
import { business, businessRole, locale } from "../business.ts";
import { call } from "../call.ts";
import { email } from "../fields/fields.ts";
import { uuid } from "../ids.ts";

// Sign-in, session and sign-out.
export const exchangeConnectToken = call({
  method: "POST",
  path: "/api/v1/connect-tokens/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Exchanges a platform's one-time connect token for a session.",
  body: z.strictObject({ connectToken: z.string().check(z.minLength(1), z.maxLength(500)) }),
  answer: z.object({
    sessionToken: z.string(),
    expiresAt: z.iso.datetime(),
    /** The same as a duration, so that a wrong client clock does not matter. */
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
  summary: "Sends a sign-in code if the address is known. The answer does not reveal whether it is.",
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
  summary: "Signs a person in with the emailed code. The session is stored in an HttpOnly cookie.",
  body: z.strictObject({
    email,
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/, "Please enter the 6-digit code")),
    pkceCodeVerifier: z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/)),
  }),
  answer: z.object({ signedIn: z.literal(true), expiresAt: z.iso.datetime(), originUrl: z.string() }),
});

const timeLeft = z.object({
  /** Counted from the response, independent of the browser's clock. */
  secondsLeft: z.int(),
  /** False when the session has reached its maximum length; the person must sign in again. */
  canExtend: z.boolean(),
});

export const getSession = call({
  method: "GET",
  path: "/api/v1/session",
  audience: "portal",
  slice: "people",
  action: "session.view",
  summary: "Reads how long the session still lasts.",
  answer: timeLeft,
});

export const extendSession = call({
  method: "POST",
  path: "/api/v1/session/extend",
  audience: "portal",
  slice: "people",
  action: "session.extend",
  summary: "Extends the session of a direct sign-in, up to one day in total. An expired session cannot be extended.",
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

// The business and the person's roles in it.
export const getBusiness = call({
  method: "GET",
  path: "/api/v1/business",
  audience: "portal",
  slice: "people",
  action: "self.view",
  summary: "Reads the business, the person's roles in it, and the person's other businesses.",
  answer: business,
});

export const updateBusiness = call({
  method: "PATCH",
  path: "/api/v1/businesses",
  audience: "portal",
  slice: "people",
  action: "business.choose-theme",
  summary: "Chooses the theme of the business's pages; null is the default theme.",
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
  summary: "Saves the roles that the person claims in the business.",
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
  summary: "Saves the person's language.",
  body: z.strictObject({ locale }),
  answer: z.object({ locale }),
});
