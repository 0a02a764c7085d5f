import type { Slice } from "../slice.ts";
import { advanceOrder } from "./advance-order.ts";
import { suspenseActions, suspenseRoutes } from "./clear-suspense.ts";
import { processorWebhook } from "./handle-processor-webhook.ts";
import { readStatements } from "./read-statements.ts";
import { watchAllReturnRates } from "./return-rates.ts";
import { paymentStaffActions, paymentStaffRoutes } from "./staff-actions.ts";
import { paymentWorkflows } from "./workflows.ts";

export const payments: Slice = {
  name: "payments",
  routes: { staff: [paymentStaffRoutes, suspenseRoutes] },
  webhooks: [processorWebhook],
  workflows: paymentWorkflows,
  dueJobs: [advanceOrder],
  regularJobs: [readStatements, watchAllReturnRates],
  staffActions: [...paymentStaffActions, ...suspenseActions],
};
