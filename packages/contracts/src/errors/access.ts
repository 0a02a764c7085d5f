import { contactUs, fix, type RefusalEntry } from "./entry.ts";

const serverKey = fix("Call from your server with a key that may do this.");
const wrongUse = "This key may not be used this way.";

/** Partner API keys, sessions, sign-in and invitations. */
export const access = {
  UNAUTHENTICATED: { status: 401, message: "This key is not valid here.", next: fix("Check the key and the host.") },
  WRONG_ENVIRONMENT: { status: 401, message: "This key is not valid here.", next: fix("Use context.baseUrl.") },
  SCOPE_MISSING: { status: 403, message: "This key lacks {scope}.", next: fix("Widen the key, or use another.") },
  PUBLISHABLE_KEY_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  BROWSER_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  IP_NOT_ALLOWED: { status: 403, message: wrongUse, next: serverKey },
  BUSINESS_NOT_IN_KEY: { status: 403, message: wrongUse, next: serverKey },
  NOT_SIGNED_IN: { status: 401, message: "Please sign in again.", next: fix("Open a new session.") },
  // The token of an embedded session names data and signs nobody in. With 401 the person's own session would count as ended.
  INVALID_SESSION_TOKEN: {
    status: 400,
    message: "The provided session token is invalid.",
    errorCode: "InvalidSessionTokenException",
    next: fix("Ask for a new session token."),
  },
  CONNECT_TOKEN_INVALID: {
    status: 401,
    message: "This connect token was used before or has expired.",
    next: fix("Make a new connect token; each works once."),
  },
  INVITATION_INVALID: {
    status: 401,
    message:
      "This invitation no longer works. If you have used it before, sign in with your email; otherwise ask for a new one.",
    next: fix("Sign in, or ask whoever invited you for a new invitation."),
  },
  INVITED_TOO_OFTEN: {
    status: 429,
    message: "This person was invited several times today. Please try again tomorrow.",
    next: { kind: "RETRY_LATER", message: "Try again tomorrow." },
  },
  NOT_ALLOWED: {
    status: 403,
    message: "You do not have access to do that.",
    next: { kind: "ASK_BORROWER", message: "Ask someone at the business who may do it." },
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: "This page is not one that the platform has listed.",
    next: fix("List the exact origin in the platform's settings."),
  },
  SIGN_OUT_BY_POST: {
    status: 405,
    message: "Sign out with POST, so that no link or picture can end a session.",
    next: fix("Send the same request with POST."),
  },
  DIRECT_USER_EMAIL_NOT_UNIQUE: {
    status: 409,
    message: "Several users share this email, so it cannot be used to sign in here.",
    errorCode: "DirectUserEmailNotUniqueException",
    next: contactUs,
  },
  OPEN_ENROLLMENT_DISABLED: {
    status: 403,
    message: "This program is open by invitation only.",
    errorCode: "OpenEnrollmentDisabledException",
    next: contactUs,
  },
  INVALID_OTP_CODE: {
    status: 400,
    message: "That code is not right or has expired.",
    errorCode: "InvalidOTPCodeException",
    next: fix("Enter the newest code, or ask for another."),
  },
  TOO_MANY_OTP_ATTEMPTS: {
    status: 429,
    message: "Too many attempts. Please ask for a new code later.",
    errorCode: "TooManyOTPAttemptsException",
    next: { kind: "RETRY_LATER", message: "Ask for a new code later." },
  },
  STEP_UP_REQUIRED: {
    status: 403,
    message: "Please confirm that it is you before you go on.",
    next: fix("Pass a step-up in this session, then send the same request again."),
  },
  STEP_UP_METHOD_NOT_ALLOWED: {
    status: 409,
    message: "This way to confirm is not available to you. Please use another one.",
    next: fix("Use one of the methods that the step-up lists."),
  },
  NO_STEP_UP_METHOD: {
    status: 409,
    message: "We have no email address to send you a code. Please enter your personal details first, or contact us.",
    next: { kind: "CONTACT_US", message: "Enter the personal details with an email address first, or contact us." },
  },
  NO_PHONE_ON_FILE: {
    status: 409,
    message: "We have no phone number of yours. Please enter your personal details first.",
    next: fix("Enter the personal details with a phone number first."),
  },
  PASSKEY_NOT_ACCEPTED: {
    status: 400,
    message: "That passkey could not be used here. Please try again, or use another way.",
    next: fix("Ask for a new challenge, or use another method."),
  },
} as const satisfies Record<string, RefusalEntry>;
