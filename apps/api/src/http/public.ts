export {
  type Accountant,
  accountantCookie,
  namesOf,
  type Person,
  type PlatformKey,
  type Staff,
  sessionCookie,
  staffCookie,
} from "./callers.ts";
export { fingerprintOf } from "./idempotency.ts";
export { refuseOtherVersion, tryOut } from "./partner-write.ts";
export type { RequestContext, Router } from "./router.ts";
export type { SessionClaims, SessionTokens, TokenType } from "./session-token.ts";
export { addWebhookRoute } from "./vendor-webhooks.ts";
