import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { signingLifecycle } from "./signing.ts";

followsLifecycle(signingLifecycle, {
  table: `
    – | ORDERED | PREPARING
    PREPARING | PREPARED | SENT
    PREPARING | REFUSED | FAILED
    SENT | VIEWED | VIEWED
    SENT, VIEWED | COMPLETED | COMPLETED
    SENT, VIEWED | DECLINED | DECLINED
    PREPARING, SENT, VIEWED | VOIDED | VOIDED
  `,
  ends: ["COMPLETED", "DECLINED", "VOIDED", "FAILED"],
});
