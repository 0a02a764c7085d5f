import {
  advance,
  integrated,
  overdue as overdueAdvance,
  arrangement as periodDays,
  receivables,
  trueUp,
  week,
} from "../apps/portal/src/servicing/advance.fixture.ts";
import {
  activeInvoice,
  billLine,
  invoiceLine,
  quotedPlans,
} from "../apps/portal/src/servicing/invoice-line.fixture.ts";
import { issued } from "../apps/portal/src/servicing/issued.fixture.ts";
import {
  drawPayoff,
  drawPayoffQuote,
  lateLine,
  line,
  lineOn,
  unusedLine,
  waitingLine,
} from "../apps/portal/src/servicing/line.fixture.ts";
import {
  arrangement,
  defaultedLoan,
  fundedLoan,
  happened,
  lateLoan,
  loan,
  paidOffLoan,
  payoffQuote,
  splitExplanations,
} from "../apps/portal/src/servicing/loan.fixture.ts";
import type { BankAccount } from "../packages/contracts/src/bank.ts";
import type { IssuedProduct } from "../packages/contracts/src/issued-product.ts";
import type { CashAdvanceServicing } from "../packages/contracts/src/servicing/cash-advance.ts";
import type { HomeProduct, ServicingHome } from "../packages/contracts/src/servicing/home.ts";
import type { InvoiceLine } from "../packages/contracts/src/servicing/invoice-line.ts";
import type { LineOfCreditServicing } from "../packages/contracts/src/servicing/line-of-credit.ts";
import type { TermLoanServicing } from "../packages/contracts/src/servicing/term-loan.ts";
import { isLockedTopic, notificationTopics } from "../packages/lending/src/servicing/notifications.ts";

const idOf = (number: number) => `0199a2f0-0000-7000-8000-00000000000${number}`;
const [loanId, advanceId, lineId] = [idOf(1), idOf(2), idOf(3)];
const longBank = "First Calm Savings and Loan Cooperative Bank of Eastern Washington";

const homeOf = (product: Partial<HomeProduct>): ServicingHome => ({
  today: "2026-08-03",
  isAutoPaymentOn: true,
  toPay: { lateCents: 0, comingCents: 0, days: [], payments: [] },
  products: [
    {
      id: loanId,
      productType: "TERM_LOAN",
      loanStatus: "CURRENT",
      createdAt: "2026-01-15T12:00:00.000Z",
      alert: null,
      headline: { kind: "REMAINING_PRINCIPAL", amountCents: 2_611_590 },
      progress: null,
      hasRequestedPayoff: false,
      nextPayment: null,
      ...product,
    },
  ],
  endedProducts: [],
  explanations: {},
});

type Answers = {
  home: ServicingHome;
  issuedProducts: readonly IssuedProduct[];
  calls: Record<string, object | null>;
};

const product = (change: Partial<IssuedProduct>): IssuedProduct => ({ ...fundedLoan, id: loanId, ...change });

function loanAnswers(shown: TermLoanServicing, calls: Answers["calls"] = {}): Answers {
  const { loanStatus } = shown;
  return {
    home: homeOf({ loanStatus }),
    issuedProducts: [product({ loanStatus })],
    calls: {
      "term-loan": { termLoan: { ...shown, issuedProductId: loanId } },
      arrangements: { payments: [arrangement] },
      "early-payoff": { payoffQuote },
      activity: { activity: [happened], hasMore: false },
      ...calls,
    },
  };
}

const payNowQuote = { effectiveDate: "2026-07-22", repaymentCents: 458_400, feeCents: 22_920, amountCents: 481_320 };
const authorization = (last4: string, debits: string) => ({
  version: "2026-11-19",
  text: `You authorize Northwind Lending and its lending partners to debit the bank account ending in ${last4} by ACH ${debits}, or less if less is owed by then. A debit that is returned may be tried again up to two times. You can revoke this authorization in writing, leaving us at least three business days to act on it.`,
});

const splitQuote = {
  obligationId: idOf(3),
  parts: [
    { amountCents: 229_200, day: "2026-07-24" },
    { amountCents: 229_200, day: "2026-08-03" },
  ],
  interestCents: 0,
  accountNumberLast4: "6789",
  authorization: authorization("6789", "in two parts: $2,292.00 on July 24, 2026 and $2,292.00 on August 3, 2026"),
  splitDays: ["2026-07-24", "2026-07-27", "2026-07-28", "2026-08-03", "2026-08-04"],
  explanations: splitExplanations,
};
const otherAccounts = [
  { bankAccountId: idOf(4), institutionName: "Harbor Credit Union", accountNumberLast4: "2204" },
  { bankAccountId: idOf(5), institutionName: longBank, accountNumberLast4: "0011" },
].map((one) => ({ ...one, authorization: authorization(one.accountNumberLast4, "$4,813.20 on July 22, 2026") }));

export const loanPages = {
  current: loanAnswers(loan),
  longName: loanAnswers({
    ...loan,
    account: { name: longBank, last4: "6789" },
    nextPayment: loan.nextPayment && { ...loan.nextPayment, dueOn: "2026-08-22" },
    fees: [{ feeType: "INSUFFICIENT_FUNDS", dueOn: "2026-08-15", takenOn: "2026-08-17", unpaidCents: 2_500 }],
  }),
  late: loanAnswers(lateLoan, {
    "pay-now": { payNowQuote },
    "split-payment": { splitQuote },
    "pay-from-account": { payNowQuote, accounts: otherAccounts },
  }),
  lateWithoutAccount: loanAnswers(lateLoan, { "pay-from-account": { payNowQuote, accounts: [] } }),
  payNowPending: loanAnswers({
    ...lateLoan,
    whyNotPayNow: "PAY_NOW_ALREADY_ORDERED",
    payNowPending: { effectiveDate: "2026-07-22", amountCents: 481_320, isCancellable: true },
  }),
  defaulted: loanAnswers(defaultedLoan),
  paidOff: loanAnswers(paidOffLoan),
  payoffFees: loanAnswers(loan, {
    "early-payoff": { payoffQuote: { ...payoffQuote, feesCents: 22_920, amountCents: 2_709_510 } },
  }),
  payoffScheduled: loanAnswers({
    ...loan,
    payoff: {
      ...loan.payoff,
      why: "PAYOFF_ALREADY_SCHEDULED",
      scheduled: { effectiveDate: "2026-08-07", amountCents: 2_686_590, isCancellable: true },
    },
  }),
  payoffWaits: loanAnswers({ ...loan, payoff: { ...loan.payoff, why: "PAYOFF_PAYMENT_DUE_SOON", days: [] } }),
  broken: loanAnswers(loan, { "term-loan": null }),
};

function advanceAnswers(change: Partial<CashAdvanceServicing>, calls: Answers["calls"] = {}): Answers {
  const shown = { ...advance, ...change, issuedProductId: advanceId };
  const { productType, loanStatus } = shown;
  const headline = { kind: "ADVANCE_BALANCE", amountCents: shown.balanceCents } as const;
  return {
    home: homeOf({ id: advanceId, productType, loanStatus, headline }),
    issuedProducts: [issued(productType, { id: advanceId, loanStatus })],
    calls: {
      "cash-advance": { cashAdvance: shown },
      arrangements: { payments: [periodDays] },
      receivables: receivables.pages[0] ?? {},
      activity: { activity: [], hasMore: false },
      ...calls,
    },
  };
}

const weeks = ["05-11", "05-18", "05-25", "06-01", "06-08", "06-15", "06-22"].map((day, at) =>
  week(at + 1, `2026-${day}`, `2026-${day}`, {
    salesCents: 900_000 + at * 70_000,
    amountCents: 90_000 + at * 7_000,
  }),
);
const periods = [...weeks, ...advance.periods.map((period, at) => ({ ...period, number: weeks.length + at + 1 }))];

export const advancePages = {
  current: advanceAnswers({ periods, trueUps: [trueUp] }),
  fresh: advanceAnswers({ periods: [], deliveredCents: 0, balanceCents: 2_240_000, pace: null }),
  late: advanceAnswers(
    { periods, overdue: overdueAdvance, whyNotPayNow: null, loanStatus: "LATE" },
    {
      "pay-from-account": {
        payNowQuote: { effectiveDate: "2026-08-04", repaymentCents: 120_000, feeCents: 0, amountCents: 120_000 },
        accounts: otherAccounts,
      },
    },
  ),
  breach: advanceAnswers({
    periods,
    breach: { isCurable: true, lostOn: "2026-07-27", cureBy: "2026-08-10" },
    isAutoPaymentOn: false,
  }),
  trueUpAsked: advanceAnswers({ periods, trueUpRequest: { answerBy: "2026-08-05T21:00:00.000Z" } }),
  integrated: advanceAnswers(integrated),
  integratedMissing: advanceAnswers({
    ...integrated,
    withheld: { totalCents: 889_505, lastOn: "2026-07-01", missingSince: "2026-07-02" },
  }),
  broken: advanceAnswers({}, { "cash-advance": null }),
};

function lineAnswers(shown: LineOfCreditServicing, calls: Answers["calls"] = {}): Answers {
  const { loanStatus, availableCents } = shown;
  const headline = { kind: "REMAINING_LIMIT", amountCents: availableCents } as const;
  const alert = loanStatus === "LATE" || loanStatus === "DEFAULTED" ? loanStatus : null;
  const productType = "LOC_TERM_LOAN";
  return {
    home: homeOf({ id: lineId, productType, loanStatus, headline, alert }),
    issuedProducts: [issued(productType, { id: lineId, loanStatus })],
    calls: {
      "line-of-credit": { lineOfCredit: { ...shown, issuedProductId: lineId } },
      "payoff-days": { payoff: drawPayoff },
      "early-payoff": { payoffQuote: drawPayoffQuote },
      ...calls,
    },
  };
}

const manyDraws = Array.from({ length: 5 }, (_, at) => ({
  id: `draw-${at}`,
  amountCents: 300_000 + at * 12_345,
  fundedOn: `2026-0${at + 2}-12`,
  paid: Math.max(0, 5 - at),
}));

export const linePages = {
  current: lineAnswers(line),
  unused: lineAnswers(unusedLine),
  waiting: lineAnswers(waitingLine),
  many: lineAnswers({
    ...lineOn({ funded: manyDraws }),
    account: { name: longBank, last4: "6789" },
    paidTo: { name: longBank, last4: "6789" },
  }),
  late: lineAnswers(lateLine, {
    "pay-now": {
      payNowQuote: { effectiveDate: "2026-08-19", repaymentCents: 93_333, feeCents: 0, amountCents: 93_333 },
    },
  }),
  defaulted: lineAnswers(lineOn({ line: { loanStatus: "DEFAULTED" } })),
  payoffLate: lineAnswers(line, {
    "payoff-days": { payoff: { ...drawPayoff, why: "PAYOFF_NEEDS_SUPPORT", days: [] } },
  }),
  payoffScheduled: lineAnswers(line, {
    "payoff-days": {
      payoff: {
        ...drawPayoff,
        why: "PAYOFF_ALREADY_SCHEDULED",
        days: [],
        scheduled: { effectiveDate: "2026-08-05", amountCents: 260_001, isCancellable: true },
      },
    },
  }),
  broken: lineAnswers(line, { "line-of-credit": null }),
};

/** The file that a person uploads in the samples, and what is read from it. */
export const uploadedInvoice = { documentId: idOf(6), details: { amountCents: 620_000, dueDate: "2026-09-14" } };

function invoiceAnswers(change: Partial<InvoiceLine>, line: InvoiceLine = invoiceLine): Answers {
  const shown = { ...line, ...change };
  const { issuedProductId, productType, loanStatus, availableCents } = shown;
  const headline = { kind: "REMAINING_LIMIT", amountCents: availableCents } as const;
  const alert = loanStatus === "LATE" ? "LATE" : availableCents === 0 ? "LIMIT_USED" : null;
  const { documentId, details } = uploadedInvoice;
  const document = {
    id: documentId,
    documentType: "INVOICE",
    source: "UPLOAD",
    status: "READY",
    rejectionReason: null,
  };
  return {
    home: homeOf({ id: issuedProductId, productType, loanStatus, headline, alert }),
    issuedProducts: [issued(productType, { id: issuedProductId, loanStatus })],
    calls: {
      "invoice-line": { invoiceLine: shown },
      "invoice-plans": quotedPlans(shown, details.amountCents, details.dueDate),
      [`documents/${documentId}`]: document,
      [`documents/${documentId}/uploaded`]: document,
      [`auto-parse/${documentId}`]: {
        invoiceParseResult: { ...details, remainingBalanceCents: details.amountCents, issueDate: "2026-07-28" },
      },
    },
  };
}

const longParty = {
  ...activeInvoice,
  id: idOf(7),
  displayStatus: "LATE" as const,
  historyStatus: "LATE" as const,
  platformInvoiceNumber: "INV-2026-000000002093-A",
  payor: activeInvoice.payor && {
    ...activeInvoice.payor,
    businessName: "Northwestern Cascadia Cycling and Outdoor Equipment Cooperative",
  },
};

export const invoicePages = {
  current: invoiceAnswers({}),
  late: invoiceAnswers({ loanStatus: "LATE", invoices: [longParty, ...invoiceLine.invoices] }),
  usedUp: invoiceAnswers({ availableCents: 0 }),
  empty: invoiceAnswers({ invoices: [], nextPayment: null, availableCents: invoiceLine.limitAmountCents }),
  bills: invoiceAnswers({ invoices: [{ ...activeInvoice, payee: activeInvoice.payor, payor: null }] }, billLine),
  broken: invoiceAnswers({}),
};
invoicePages.broken.calls["invoice-line"] = null;

const account = (number: number, change: Partial<BankAccount>): BankAccount => ({
  id: idOf(number),
  institutionName: "First Calm Bank",
  accountName: "Business Checking",
  accountNumberLast4: "6789",
  isAccountNumberTokenized: false,
  tokenId: null,
  plaidAccountId: null,
  achAuthorized: true,
  isChecking: true,
  bankAccountCreatedMethod: "PLAID",
  roles: [],
  firstPayoutOn: null,
  createdAt: "2026-01-10T12:00:00.000Z",
  ...change,
});
const accounts = [
  account(4, { roles: ["SERVICING", "DISBURSEMENT"] }),
  account(5, {
    institutionName: longBank,
    accountName: "Everyday Business Checking Plus",
    accountNumberLast4: "0011",
    achAuthorized: false,
    firstPayoutOn: "2026-08-07",
  }),
  account(6, { institutionName: null, accountName: "Savings", accountNumberLast4: "4420", isChecking: false }),
];

const statementOf = (month: string, number: number, version = 1) => ({
  id: idOf(number),
  documentType: "STATEMENT",
  fileName: `statement-${month}.pdf`,
  createdAt: `${month}-28T12:00:00.000Z`,
  statement: { month: `${month}-01`, version, paidCents: 458_400, principalCents: 2_611_590, totalCents: 2_690_590 },
});
const several: Answers = {
  ...loanAnswers(loan),
  issuedProducts: [
    product({ offerId: idOf(7) }),
    issued("MCA", { id: advanceId, offerId: idOf(8) }),
    product({
      id: idOf(3),
      loanStatus: "FULLY_PAID",
      createdAt: "2024-12-02T12:00:00.000Z",
      closedAt: "2025-12-01T12:00:00.000Z",
      offerId: idOf(9),
    }),
  ],
};
const documentCalls = {
  "notification-preferences": {
    email: "pia@tidewater.example",
    preferences: notificationTopics.map((topic) => ({
      topic,
      channel: "EMAIL",
      isOn: topic !== "PAYMENT_MADE",
      isLocked: isLockedTopic(topic),
    })),
  },
  "bank-accounts": { bankAccounts: accounts },
  "issued-product-documents": {
    documents: [statementOf("2026-07", 4, 2), statementOf("2026-06", 5), statementOf("2026-05", 6)],
  },
  "loan-application-documents": {
    documents: [7, 8, 9].flatMap((offer) =>
      ["AGREEMENT", "DISCLOSURE"].map((documentType, at) => ({
        id: idOf(at + offer),
        offerId: idOf(offer),
        documentType,
        fileName: "file.pdf",
        createdAt: "2026-01-15T12:00:00.000Z",
      })),
    ),
  },
};

export const otherPages = {
  full: { ...several, calls: { ...several.calls, ...documentCalls } },
  empty: {
    ...loanAnswers(loan, {
      "bank-accounts": { bankAccounts: [] },
      "issued-product-documents": { documents: [] },
      "loan-application-documents": { documents: [] },
    }),
  },
};
