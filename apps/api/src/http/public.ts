export {
  type Accountant,
  accountantCookie,
  hasSteppedUp,
  namesOf,
  type Person,
  type PlatformKey,
  pageOrigin,
  type Staff,
  sessionCookie,
  staffCookie,
} from "./callers.ts";
export { fingerprintOf } from "./idempotency.ts";
export { refuseOtherVersion, tryOut } from "./partner-write.ts";
export { repeated } from "./repeated.ts";
export type { HttpPart, PermittedInput, RequestContext, Router } from "./router.ts";
export type { WebhookHandler } from "./vendor-webhooks.ts";
