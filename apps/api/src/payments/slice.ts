import type { Slice } from "../slice.ts";
import { advanceOrder } from "./advance-order.ts";
import { checkLedger, ledgerCheckRoutes, ledgerViolations } from "./check-ledger.ts";
import { suspenseActions, suspenseRoutes } from "./clear-suspense.ts";
import { microEntryRoutes } from "./confirm-micro-entries.ts";
import { followChosenAccount, followStoppedAccount } from "./follow-account-roles.ts";
import { processorWebhook } from "./handle-processor-webhook.ts";
import {
  advanceVerification,
  cancelVerification,
  debitAfterCredits,
  endAfterFailedEntry,
  sendAfterAuthorization,
  startVerification,
} from "./micro-entries.ts";
import { readStatements } from "./read-statements.ts";
import { watchAllReturnRates } from "./return-rates.ts";
import { paymentStaffActions, paymentStaffRoutes } from "./staff-actions.ts";
import { treasuryActions, treasuryRoutes } from "./treasury-orders.ts";
import { watchMicroEntries } from "./watch-micro-entries.ts";
import { paymentWorkflows } from "./workflows.ts";

export const payments: Slice = {
  name: "payments",
  routes: {
    portal: [microEntryRoutes],
    staff: [paymentStaffRoutes, suspenseRoutes, treasuryRoutes, ledgerCheckRoutes],
  },
  webhooks: [processorWebhook],
  workflows: paymentWorkflows,
  eventHandlers: {
    "account_change.made": [followChosenAccount],
    "account_change.stopped": [followStoppedAccount],
    "bank_account.added": [startVerification],
    "bank_account.authorized": [sendAfterAuthorization],
    "bank_account.changed": [cancelVerification],
    "bank_account.retired": [cancelVerification],
    "bank_account.stopped": [cancelVerification],
    "bank_account.verified": [cancelVerification],
    "payment.cancelled": [endAfterFailedEntry],
    "payment.failed": [endAfterFailedEntry],
    "payment.returned": [endAfterFailedEntry],
    "payment.submitted": [debitAfterCredits],
  },
  dueJobs: [advanceOrder, advanceVerification],
  regularJobs: [readStatements, watchAllReturnRates, watchMicroEntries, checkLedger],
  metrics: [ledgerViolations],
  staffActions: [...paymentStaffActions, ...suspenseActions, ...treasuryActions],
};
