import { followsLifecycle } from "../../flow/lifecycle.suite.ts";
import { advancePeriodLifecycle } from "./period-lifecycle.ts";

followsLifecycle(advancePeriodLifecycle, {
  table: `
    – | PERIOD_OPENED | OPEN
    OPEN | SALES_READ | DUE or NO_SALES
    OPEN | SALES_MISSING | DUE_ESTIMATED
    OPEN | PAID_IN_FULL | DROPPED
    DUE_ESTIMATED | RECONCILED | DUE
    DUE, DUE_ESTIMATED | SUCCESSFUL_PAYMENT | PAID
    DUE, DUE_ESTIMATED | FAILED_PAYMENT | UNPAID
    UNPAID | RETRIED | DUE
    PAID | RECONCILED | PAID
    PAID | PAYMENT_RETURNED | UNPAID
  `,
  ends: ["PAID", "NO_SALES", "DROPPED"],
});
