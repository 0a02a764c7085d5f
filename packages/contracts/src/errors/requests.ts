import { apology, fix, fixRequest, type NextAction, type RefusalEntry, retry } from "./entry.ts";

const newKey = fix("Send the request with a new Idempotency-Key.");
const sendOneReference = fix("Send exactly one of the two ids.");
const retrySameKey: NextAction = {
  kind: "RETRY_LATER",
  message: "Send the same request again later, with the same Idempotency-Key.",
};
const unreadable = "The request could not be read: {what}.";
const doingItNow = "The same thing is being done right now.";
const madeEarlier = "This key made {objectId} earlier.";

/** Malformed requests, idempotency, concurrency, rate limits and internal errors. */
export const requests = {
  VALIDATION_FAILED: { status: 400, message: "Some fields need attention.", next: fix("Correct the fields listed.") },
  MALFORMED_JSON: { status: 400, message: unreadable, next: fixRequest },
  INVALID_ID: { status: 400, message: unreadable, next: fixRequest },
  UNKNOWN_PARAMETER: { status: 400, message: unreadable, next: fixRequest },
  INVALID_CURSOR: { status: 400, message: unreadable, next: fix("Start again without a cursor.") },
  CURSOR_MISMATCH: { status: 400, message: unreadable, next: fix("Keep the filters that the cursor was made with.") },
  UNKNOWN_VERSION: { status: 400, message: unreadable, next: fix("Send a version that exists, or none.") },
  REFERENCE_REQUIRED: {
    status: 400,
    message: "Either platformBusinessId or businessId must be provided as a string.",
    next: sendOneReference,
  },
  REFERENCE_AMBIGUOUS: { status: 400, message: "Send our id or yours, not both.", next: sendOneReference },
  SENSITIVE_VALUE: {
    status: 400,
    message: "metadata must not hold personal or account numbers.",
    next: fix("Remove the value."),
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: "Every POST needs an Idempotency-Key.",
    next: fix("Add the Idempotency-Key header."),
  },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not answer that method.", next: fixRequest },
  TOO_LARGE: { status: 413, message: "The request is too large.", next: fixRequest },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send application/json.", next: fixRequest },
  IF_MATCH_REQUIRED: {
    status: 428,
    message: "Send If-Match with the version you read.",
    next: fix("Add the If-Match header."),
  },
  VERSION_MISMATCH: { status: 412, message: "It changed since you looked.", next: fix("Read it again.") },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: doingItNow, next: retry },
  BUSY: { status: 409, message: doingItNow, next: retry },
  IDEMPOTENCY_KEY_SPENT: { status: 409, message: madeEarlier, next: newKey },
  SECRET_NOT_REPLAYABLE: { status: 409, message: madeEarlier, next: newKey },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: "This key was used for a different request.", next: newKey },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests of class {class}.",
    portalMessage: "Too many requests. Please wait a moment and try again.",
    next: { kind: "RETRY_LATER", message: "Wait for the seconds that Retry-After says." },
  },
  INTERNAL: { status: 500, message: apology, next: retrySameKey },
  UNAVAILABLE: { status: 503, message: apology, next: retrySameKey },
} as const satisfies Record<string, RefusalEntry>;
