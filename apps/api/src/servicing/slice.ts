import type { Slice } from "../slice.ts";
import { payoffRequestEmail } from "./payoff-request-emails.ts";
import { servicingRoutes } from "./routes.ts";
import { beginServicing, followBusiness, followDebit, followProduct, serviceDueProduct } from "./service-product.ts";
import { servicingStaffActions, servicingStaffRoutes } from "./staff-actions.ts";

export const servicing: Slice = {
  name: "servicing",
  routes: { portal: [servicingRoutes], staff: [servicingStaffRoutes] },
  staffActions: servicingStaffActions,
  dueJobs: [serviceDueProduct],
  eventHandlers: {
    "account_change.made": [followBusiness],
    "account_change.stopped": [followBusiness],
    "payment.cancelled": [followDebit],
    "payment.failed": [followDebit],
    "payment.returned": [followDebit],
    "payment.settled": [followDebit],
    "payment.submitted": [followDebit],
    "product.funded": [beginServicing],
    "product.funding_returned": [followProduct],
    "product.payoff_request_changed": [payoffRequestEmail],
    "product.status_changed": [followProduct],
    "task.resolved": [followBusiness],
  },
};
