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
export type { Doors, Visit } from "./doors.ts";
export { fingerprintOf } from "./idempotency.ts";
export { refuseOtherVersion, tryOut } from "./partner-write.ts";
export { serveNews } from "./serve-news.ts";
export type { SessionClaims, SessionTokens, TokenType } from "./session-token.ts";
