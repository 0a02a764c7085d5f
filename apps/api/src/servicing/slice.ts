import type { StaffAction } from "../approvals/public.ts";
import type { Slice } from "../slice.ts";
import { announcedPaymentRoutes, announcePayment } from "./announce-payment.ts";
import { endUnfundedDraw } from "./draws/end-draw.ts";
import { followDrawPayout } from "./draws/follow-payout.ts";
import { reviewDraw } from "./draws/review-draw.ts";
import { drawSandboxRoutes } from "./draws/sandbox-routes.ts";
import { drawStaffActions, drawStaffRoutes } from "./draws/staff-actions.ts";
import { hardshipRoutes, putOffPayments } from "./hardship.ts";
import { followInvoice, followParsing, followPayouts, rejectInvoiceOfFile } from "./invoices/follow-invoice.ts";
import { invoiceStaffRoutes, reviewInvoice } from "./invoices/review-invoice.ts";
import { invoiceRoutes } from "./invoices/routes.ts";
import { lineStaffActions, lineStaffRoutes } from "./line-actions.ts";
import { followRepayment, remindOfRepayment } from "./notifications/remind-repayment.ts";
import {
  tellOfDraw,
  tellOfDrawRequest,
  tellOfInvoice,
  tellOfLongReview,
  tellOfNewInvoice,
} from "./notifications/tell-invoice.ts";
import { tellOfLimitChange, tellOfLineReinstatement, tellOfSuspension } from "./notifications/tell-line.ts";
import { tellOfFailedPayment, tellOfSettledPayment } from "./notifications/tell-payment.ts";
import {
  tellOfArrangement,
  tellOfDefault,
  tellOfDelinquency,
  tellOfFee,
  tellOfPayoff,
} from "./notifications/tell-product.ts";
import { otherAccountEmail } from "./other-account-email.ts";
import { outsidePaymentEmail } from "./outside-payment-emails.ts";
import { outsidePaymentRoutes, recordOutsidePayment } from "./outside-payments.ts";
import { payoffRequestEmail } from "./payoff-request-emails.ts";
import { breachEmails } from "./periods/breach-emails.ts";
import { businessClosureRoutes, closeBusiness } from "./periods/close-business.ts";
import { recordSales, salesRecordRoutes } from "./periods/record-sales.ts";
import { collectAgain, followSettlement, settleReceivables } from "./receivables/settle-receivables.ts";
import { returnedPaymentRoutes, returnOutsidePayment } from "./return-outside-payment.ts";
import { revocationRoutes, revokeAuthorization } from "./revoke-authorization.ts";
import { servicingRoutes } from "./routes.ts";
import {
  beginServicing,
  followBankSales,
  followBusiness,
  followDebit,
  followProduct,
  followReceivable,
  followSalesDay,
  serviceDueProduct,
} from "./service-product.ts";
import { servicingSandboxRoutes } from "./servicing-sandbox-routes.ts";
import { importPilotInvoices, pilotImportRoutes } from "./sessions/import-pilot-invoices.ts";
import { servicingStaffActions, servicingStaffRoutes } from "./staff-actions.ts";
import { endAccountRequest } from "./turn-autopay-off.ts";

export const servicing: Slice = {
  name: "servicing",
  routes: {
    portal: [servicingRoutes, servicingSandboxRoutes, drawSandboxRoutes, invoiceRoutes],
    staff: [
      servicingStaffRoutes,
      drawStaffRoutes,
      lineStaffRoutes,
      outsidePaymentRoutes,
      returnedPaymentRoutes,
      announcedPaymentRoutes,
      hardshipRoutes,
      businessClosureRoutes,
      revocationRoutes,
      salesRecordRoutes,
      pilotImportRoutes,
      invoiceStaffRoutes,
    ],
  },
  staffActions: [
    ...servicingStaffActions,
    ...drawStaffActions,
    ...lineStaffActions,
    recordOutsidePayment,
    returnOutsidePayment,
    announcePayment,
    putOffPayments,
    closeBusiness,
    revokeAuthorization,
    recordSales,
    importPilotInvoices,
    reviewInvoice,
  ] as unknown as StaffAction[],
  dueJobs: [serviceDueProduct, settleReceivables, remindOfRepayment, endUnfundedDraw, followInvoice],
  eventHandlers: {
    "account_change.made": [followBusiness, followPayouts],
    "account_change.stopped": [followBusiness],
    "bank_account.added": [followPayouts],
    "bank_account.authorization_revoked": [followBusiness],
    "bank_account.authorized": [followBusiness, endAccountRequest],
    "bank_account.changed": [followBusiness],
    "bank_account.retired": [followBusiness],
    "bank_account.unblocked": [followBusiness, followPayouts],
    "bank_account.verified": [followBusiness, followPayouts],
    "bank_item.read": [followBankSales],
    "document.parsed": [followParsing],
    "document.rejected": [rejectInvoiceOfFile],
    "draw.requested": [tellOfDrawRequest],
    "payment.cancelled": [
      followDebit,
      followDrawPayout,
      followSettlement,
      outsidePaymentEmail,
      otherAccountEmail,
      followPayouts,
    ],
    "draw.state_changed": [tellOfDraw],
    "invoice.created": [tellOfNewInvoice],
    "invoice.review_reminded": [tellOfLongReview],
    "invoice.state_changed": [tellOfInvoice],
    "payment.failed": [followDebit, followDrawPayout, followSettlement, tellOfFailedPayment],
    // A part that was postponed may be in the week of the other one now.
    "payment.rescheduled": [followDebit, followRepayment],
    "payment.returned": [followDebit, followDrawPayout, followSettlement, outsidePaymentEmail, tellOfFailedPayment],
    "payment.scheduled": [followRepayment],
    "payment.settled": [followDebit, followSettlement, tellOfSettledPayment],
    "payment.submitted": [followDebit, followSettlement],
    "product.breach_changed": [breachEmails],
    "product.delinquency_step_done": [tellOfDelinquency],
    "product.fee_assessed": [tellOfFee],
    "product.funded": [beginServicing],
    "product.funding_returned": [followProduct],
    "product.issued": [beginServicing],
    "product.limit_changed": [tellOfLimitChange],
    "product.line_reinstated": [tellOfLineReinstatement],
    "product.line_suspended": [tellOfSuspension],
    "product.payment_arranged": [tellOfArrangement],
    "product.payoff_changed": [tellOfPayoff],
    "product.payoff_request_changed": [payoffRequestEmail],
    "product.status_changed": [followProduct, tellOfDefault, followPayouts],
    "receivable.accepted": [followReceivable],
    "receivable.reversed": [followReceivable],
    "sales_day.recorded": [followSalesDay],
    "task.resolved": [followBusiness, collectAgain, followPayouts],
  },
  workflows: {
    /** Why durable: the bank may be slow, and nobody else decides about a small draw. Key: the draw. Final: nothing; no answer of the bank is a result. */
    "review-draw": (app) => (ids, step) => step("ask the bank", () => reviewDraw(app, ids)),
  },
};
