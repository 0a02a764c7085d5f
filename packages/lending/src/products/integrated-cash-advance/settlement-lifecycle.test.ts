import { followsLifecycle } from "../../flow/lifecycle.suite.ts";
import { receivableLifecycle } from "./receivable-lifecycle.ts";

followsLifecycle(receivableLifecycle, {
  table: `
    – | POSTED | ACCRUED
    ACCRUED | BATCHED | IN_SETTLEMENT
    IN_SETTLEMENT | SUCCESSFUL_PAYMENT | SETTLED
    IN_SETTLEMENT | FAILED_PAYMENT | ACCRUED
    ACCRUED | REVERSED | ACCRUED
    IN_SETTLEMENT | REVERSED | IN_SETTLEMENT
    SETTLED | REVERSED | SETTLED
    SETTLED | PAYMENT_RETURNED | ACCRUED
  `,
  ends: ["SETTLED"],
});
