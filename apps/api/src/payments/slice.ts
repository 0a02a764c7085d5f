import type { Slice } from "../slice.ts";
import { advanceOrder } from "./advance-order.ts";
import { checkLedger, ledgerCheckRoutes, ledgerViolations } from "./check-ledger.ts";
import { suspenseActions, suspenseRoutes } from "./clear-suspense.ts";
import { processorWebhook } from "./handle-processor-webhook.ts";
import { readStatements } from "./read-statements.ts";
import { watchAllReturnRates } from "./return-rates.ts";
import { paymentStaffActions, paymentStaffRoutes } from "./staff-actions.ts";
import { paymentWorkflows } from "./workflows.ts";

export const payments: Slice = {
  name: "payments",
  routes: { staff: [paymentStaffRoutes, suspenseRoutes, ledgerCheckRoutes] },
  webhooks: [processorWebhook],
  workflows: paymentWorkflows,
  dueJobs: [advanceOrder],
  regularJobs: [readStatements, watchAllReturnRates, checkLedger],
  metrics: [ledgerViolations],
  staffActions: [...paymentStaffActions, ...suspenseActions],
};
