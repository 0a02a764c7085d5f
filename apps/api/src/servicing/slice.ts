import type { StaffAction } from "../approvals/public.ts";
import type { Slice } from "../slice.ts";
import { hardshipRoutes, putOffPayments } from "./hardship.ts";
import { outsidePaymentRoutes, recordOutsidePayment } from "./outside-payments.ts";
import { payoffRequestEmail } from "./payoff-request-emails.ts";
import { collectAgain, followSettlement, settleReceivables } from "./receivables/settle-receivables.ts";
import { servicingRoutes } from "./routes.ts";
import {
  beginServicing,
  followBankSales,
  followBusiness,
  followDebit,
  followProduct,
  followSalesDay,
  serviceDueProduct,
} from "./service-product.ts";
import { servicingStaffActions, servicingStaffRoutes } from "./staff-actions.ts";

export const servicing: Slice = {
  name: "servicing",
  routes: { portal: [servicingRoutes], staff: [servicingStaffRoutes, outsidePaymentRoutes, hardshipRoutes] },
  staffActions: [...servicingStaffActions, recordOutsidePayment, putOffPayments] as unknown as StaffAction[],
  dueJobs: [serviceDueProduct, settleReceivables],
  eventHandlers: {
    "account_change.made": [followBusiness],
    "account_change.stopped": [followBusiness],
    "bank_item.read": [followBankSales],
    "payment.cancelled": [followDebit, followSettlement],
    "payment.failed": [followDebit, followSettlement],
    "payment.returned": [followDebit, followSettlement],
    "payment.settled": [followDebit, followSettlement],
    "payment.submitted": [followDebit, followSettlement],
    "product.funded": [beginServicing],
    "product.funding_returned": [followProduct],
    "product.payoff_request_changed": [payoffRequestEmail],
    "product.status_changed": [followProduct],
    "sales_day.recorded": [followSalesDay],
    "task.resolved": [followBusiness, collectAgain],
  },
};
