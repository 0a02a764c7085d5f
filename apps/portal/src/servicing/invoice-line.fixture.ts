import type { Answer } from "@inlay/contracts/call.ts";
import type { readEmbeddedSession } from "@inlay/contracts/calls/embedded-sessions.ts";
import type { InvoiceLine, QuotedPlan, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { invoiceAdvance } from "@inlay/lending/mechanics/invoices/advance.ts";
import { selectablePlans } from "@inlay/lending/mechanics/invoices/selectable-plans.ts";
import { cents } from "@inlay/lending/money/cents.ts";

const today = businessDate("2026-08-03");
const lineId = "0199a2f0-0000-7000-8000-000000000061";
const idOf = (number: number) => `0199a2f0-0000-7000-8000-0000000001${String(number).padStart(2, "0")}`;

const planOf = (days: number, fee: string) => ({
  id: `plan-${days}`,
  advanceRatePercentage: "80",
  transactionFeePercentage: fee,
  paymentStructure: "GROSS" as const,
  repaymentWindow: { repaymentType: "FIXED_DURATION" as const, repaymentDurationDays: days },
});
const plans = [planOf(15, "1.75"), planOf(30, "3"), planOf(60, "5.5")];
const [, thirty] = plans;
if (!thirty) throw new Error("There is a plan of 30 days.");

const customer = (businessName: string) => ({
  type: "BUSINESS" as const,
  businessName,
  firstName: null,
  middleName: null,
  lastName: null,
  email: null,
  address: null,
});

/** A funded invoice of $10,000, which is repaid on August 21. */
export const activeInvoice: ShownInvoice = {
  id: idOf(1),
  issuedProductId: lineId,
  productType: "FAST_PAY",
  state: "WAITING_FOR_REPAYMENT",
  isCancelled: false,
  isFullyPayable: false,
  rejectionReason: null,
  reviewReason: null,
  reviewedAt: "2026-07-21T18:00:00.000Z",
  payeeAccount: null,
  description: null,
  invoiceSource: "USER_UPLOAD",
  platformInvoiceId: null,
  platformInvoiceNumber: "INV-2093",
  invoiceIdentifier: "INV-2093",
  invoiceFileUrl: "/api/v2/servicing/line/invoices/1/read-file-url",
  invoiceFileName: "invoice-2093-cascadia.pdf",
  businessDocumentId: idOf(90),
  payor: customer("Cascadia Cycling Club"),
  payee: null,
  invoiceAmountCents: 1_000_000,
  completeAmountCents: 1_000_000,
  amountRequestedForFinancingCents: 1_000_000,
  approvedRepaymentAmountCents: 824_000,
  repaymentAmountBeforeAvailableLimitCheck: 824_000,
  invoiceAdvanceAmountCents: 800_000,
  principalAmountCents: 800_000,
  feeAmountCents: 24_000,
  repaymentAmountCents: 824_000,
  invoiceIssuedDate: "2026-07-15",
  invoiceDueDate: "2026-08-28",
  repaymentDate: "2026-08-21",
  originalFullRepaymentDate: "2026-08-21",
  dateChanges: [],
  advanceRatePercentage: "80",
  transactionFeePercentage: "3",
  selectedOfferInvoicePaymentPlan: thirty,
  repaymentSchedule: { schedule: [] },
  createdAt: "2026-07-21T15:00:00.000Z",
  updatedAt: "2026-07-22T15:00:00.000Z",
  displayStatus: "ACTIVE",
  historyStatus: "ACTIVE",
  isApartInHistory: false,
  opensDetails: true,
  parts: [
    {
      obligationId: idOf(80),
      number: 1,
      dueOn: "2026-08-21",
      originalDueOn: "2026-08-21",
      takenOn: "2026-08-21",
      principalCents: 800_000,
      feeCents: 24_000,
      amountCents: 824_000,
      unpaidCents: 824_000,
      status: "-",
      isOnItsWay: false,
    },
  ],
  fees: [],
  unpaidCents: 824_000,
  lateFeesCents: 0,
  extensionFeesCents: 0,
  rebatesCents: 0,
  totalFeeAdjustmentsCents: 0,
  repaidOn: null,
  whyNotCancel: "WRONG_STATE",
  whyNotRepayEarly: null,
  repayment: null,
};

const unfunded: Pick<
  ShownInvoice,
  "principalAmountCents" | "parts" | "unpaidCents" | "reviewedAt" | "whyNotRepayEarly"
> = {
  principalAmountCents: 0,
  parts: [],
  unpaidCents: 0,
  reviewedAt: null,
  whyNotRepayEarly: "WRONG_STATE",
};

/** An invoice whose file is being read. */
export const processingInvoice: ShownInvoice = {
  ...activeInvoice,
  ...unfunded,
  id: idOf(2),
  platformInvoiceNumber: null,
  payor: null,
  invoiceFileName: "invoice-2110.pdf",
  state: "WAITING_FOR_PARSING",
  displayStatus: "PROCESSING",
  historyStatus: "IN REVIEW",
  isApartInHistory: true,
  createdAt: "2026-08-03T15:00:00.000Z",
  whyNotCancel: null,
};

const reviewedInvoice: ShownInvoice = {
  ...activeInvoice,
  ...unfunded,
  id: idOf(3),
  platformInvoiceNumber: "INV-2102",
  payor: customer("Sound Transit Shop"),
  state: "IN_REVIEW",
  displayStatus: "IN REVIEW",
  historyStatus: "IN REVIEW",
  opensDetails: false,
  createdAt: "2026-08-02T15:00:00.000Z",
};

const repayingInvoice: ShownInvoice = {
  ...activeInvoice,
  id: idOf(4),
  platformInvoiceNumber: "INV-2071",
  payor: customer("Harbor Rentals"),
  completeAmountCents: 425_000,
  principalAmountCents: 340_000,
  displayStatus: "PENDING",
  historyStatus: "PENDING",
  createdAt: "2026-07-03T15:00:00.000Z",
  parts: activeInvoice.parts.map((part) => ({
    ...part,
    principalCents: 340_000,
    feeCents: 10_200,
    amountCents: 350_200,
    unpaidCents: 350_200,
    isOnItsWay: true,
  })),
  unpaidCents: 350_200,
  whyNotRepayEarly: "PAYMENT_PENDING",
};

const paidInvoice: ShownInvoice = {
  ...activeInvoice,
  id: idOf(5),
  platformInvoiceNumber: "INV-2040",
  payor: customer("Harbor Rentals"),
  state: "CLOSED_INVOICE",
  displayStatus: "PAID",
  historyStatus: "PAID",
  createdAt: "2026-06-11T15:00:00.000Z",
  completeAmountCents: 380_000,
  repaymentAmountCents: 313_120,
  repaidOn: "2026-07-11",
  parts: activeInvoice.parts.map((part) => ({ ...part, unpaidCents: 0, status: "PAID" as const })),
  unpaidCents: 0,
  whyNotRepayEarly: "WRONG_STATE",
};

export const rejectedInvoice: ShownInvoice = {
  ...processingInvoice,
  id: idOf(6),
  state: "REJECTED",
  displayStatus: "REJECTED",
  historyStatus: "REJECTED",
  rejectionReason: "The file shows no invoice.",
  opensDetails: false,
  whyNotCancel: "WRONG_STATE",
};

export const invoiceLine: InvoiceLine = {
  issuedProductId: lineId,
  productType: "FAST_PAY",
  loanStatus: "CURRENT",
  today,
  limitAmountCents: 5_000_000,
  availableCents: 3_860_000,
  whyNotSubmit: null,
  isUploadAllowed: true,
  isFullyPayable: false,
  earliestInvoiceDueDate: "2026-08-10",
  planEndsByDueDate: true,
  plans: plans.map((plan) => ({ plan, planDays: plan.repaymentWindow.repaymentDurationDays })),
  account: { name: "First Calm Bank", last4: "6789" },
  isAutoPaymentOn: true,
  nextPayment: {
    invoiceId: activeInvoice.id,
    obligationId: idOf(80),
    amountCents: 824_000,
    dueOn: "2026-08-21",
    takenOn: "2026-08-21",
  },
  whyNotPayNow: "PAY_NOW_NOTHING_DUE",
  payNowPending: null,
  invoices: [activeInvoice, repayingInvoice, reviewedInvoice, processingInvoice, paidInvoice],
  hasMoreInvoices: false,
};

/** What the server quotes for an invoice. */
export function quotedPlans(
  line: InvoiceLine,
  requestedCents: number,
  dueDate: string,
): { availableCents: number; plans: QuotedPlan[] } {
  const isBill = line.productType === "EXTEND_PAY_PURCHASE_ORDER";
  const shown = selectablePlans(
    line.plans.map(({ plan }) => plan),
    { dueOn: businessDate(dueDate), today, isBill },
  );
  return {
    availableCents: line.availableCents,
    plans: shown.map(({ plan, planDays, isSelectable }) => {
      const request = {
        plan,
        requestedCents: cents(requestedCents),
        availableCents: cents(line.availableCents),
        fundedOn: today,
      };
      const quote = line.availableCents > 0 ? invoiceAdvance(request, plainWorksheet) : null;
      return {
        plan,
        planDays,
        why: isSelectable ? null : "PLAN_TOO_LONG",
        quote: quote && {
          principalAmountCents: quote.principalAmountCents,
          feeAmountCents: quote.feeAmountCents,
          invoiceAdvanceAmountCents: quote.netDisbursementAmountCents,
          repaymentAmountCents: quote.totalPaymentAmountCents,
          repaymentAmountBeforeAvailableLimitCheck: quote.repaymentAmountBeforeAvailableLimitCheck,
          aprPercentage: quote.aprPercentage,
          schedule: quote.schedule.map((part) => ({
            repaymentDate: part.dueOn,
            principalCents: part.principalCents,
            feeCents: part.feeCents,
            repaymentAmountCents: part.paymentCents,
          })),
        },
      };
    }),
  };
}

const billPlans = plans.map((plan) => ({ ...plan, advanceRatePercentage: "100" }));

export const billLine: InvoiceLine = {
  ...invoiceLine,
  productType: "EXTEND_PAY_PURCHASE_ORDER",
  isFullyPayable: true,
  earliestInvoiceDueDate: addDays(today, -5),
  planEndsByDueDate: false,
  plans: billPlans.map((plan) => ({ plan, planDays: plan.repaymentWindow.repaymentDurationDays })),
  invoices: [],
  availableCents: 4_000_000,
  nextPayment: null,
};

type Session = Answer<typeof readEmbeddedSession>;
type SessionInvoice = Session["invoices"][number];
export const sessionInvoice: SessionInvoice = {
  platformInvoiceId: "plat-1",
  platformInvoiceNumber: "INV-2110",
  documentId: null,
  invoiceAmountCents: 620_000,
  invoiceIssuedDate: "2026-07-28",
  invoiceDueDate: "2026-09-14",
  payor: customer("Cascadia Cycling Club"),
  payee: null,
  description: null,
  status: "PENDING",
  invoiceId: null,
};
export const session: Session = {
  component: "INVOICE_SESSION",
  issuedProductId: lineId,
  productType: "FAST_PAY",
  expiresAt: "2026-08-03T20:00:00.000Z",
  invoices: [
    sessionInvoice,
    { ...sessionInvoice, platformInvoiceId: "plat-2", platformInvoiceNumber: "INV-2111", status: "CONFIRMED" },
    { ...sessionInvoice, platformInvoiceId: "plat-3", platformInvoiceNumber: "INV-2112", status: "PENDING_LIMIT" },
  ],
};
const bill: SessionInvoice = {
  ...sessionInvoice,
  platformInvoiceNumber: "CF-4471",
  invoiceAmountCents: 1_250_000,
  invoiceIssuedDate: null,
  invoiceDueDate: "2026-08-20",
  payor: null,
  payee: customer("Cascade Frame Works"),
};
export const billSession: Session = {
  ...session,
  component: "BILL_SESSION",
  productType: "EXTEND_PAY_PURCHASE_ORDER",
  invoices: [bill],
};
