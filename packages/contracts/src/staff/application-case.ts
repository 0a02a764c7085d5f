import { loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { documentLifecycle, documentTypes } from "@inlay/lending/documents/document.ts";
import { offerStatusLifecycle } from "@inlay/lending/offers/offer-status.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { transactionKinds } from "@inlay/lending/underwriting/cash-flow/bank-transaction.ts";
import { denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { policyExceptionCodes } from "@inlay/lending/underwriting/exceptions.ts";
import { riskRatings } from "@inlay/lending/underwriting/rules/rating.ts";
import { rulingKinds } from "@inlay/lending/underwriting/why-not-rule.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

/** The most rows of each list in a case. */
export const caseRows = 100;
/** The days of balances in a case, up to the day on which the facts were taken. */
export const caseDays = 365;
const rows = <S extends z.core.$ZodType>(row: S) => z.array(row).check(z.maxLength(caseRows));

const text = z.nullable(z.string());
const time = z.iso.datetime();
const maybeTime = z.nullable(time);
const date = z.iso.date();
const maybeDate = z.nullable(date);
const cents = z.int();
const maybeCents = z.nullable(cents);
const maybeNumber = z.nullable(z.number());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const capitalProvider = z.enum(["CONCAR_SPV_1", "EQUITY"]);
export const decisionOutcome = z.enum(["OFFERS", "NO_OFFERS", "REVIEW"]);
const creditResult = z.nullable(z.enum([...riskRatings, "FAIL"]));
const reasons = z.array(z.enum(Object.keys(denialReasons) as (keyof typeof denialReasons)[]));
const exception = z.enum(policyExceptionCodes);

/** What a decision leaves to staff. */
export const review = z.object({
  rules: z.array(z.string()),
  exceptions: z.array(exception),
  isDenialToConfirm: z.boolean(),
});

/** A member of staff. The name is null for a member whom the console no longer knows. */
const member = z.object({ id: uuid, name: text });

const application = z.object({
  id: uuid,
  product: z.enum(productTypes),
  status: z.enum(loanApplicationLifecycle.states),
  amountRequestedCents: maybeCents,
  receivedAt: time,
  completedAt: maybeTime,
  promisedAt: maybeTime,
  /** The last day of the decision, 28 days after all data was there. */
  decideBy: maybeTime,
  capitalProviderId: z.nullable(capitalProvider),
  /** Why it ended without offers: the reasons of the decision, or that no capital was found in time. */
  denialReasons: z.nullable(reasons),
});

/** A run of the rules. The hashes are those of what it was based on and of what it found. */
const decisionRow = z.object({
  id: uuid,
  number: z.int(),
  round: z.int(),
  outcome: decisionOutcome,
  creditResult,
  reasons,
  review,
  policyVersion: z.string(),
  snapshotHash: sha256,
  runHash: sha256,
  decidedAt: time,
});

const ruling = z.object({
  id: uuid,
  decisionId: uuid,
  kind: z.enum(rulingKinds),
  code: text,
  requestedBy: member,
  requestReason: text,
  /** Null where one person is enough. */
  approvedBy: z.nullable(member),
  approvalReason: text,
  capitalProviderId: z.nullable(capitalProvider),
  providerConsent: text,
  ruledAt: time,
});

/** A ruling that waits for a second person. */
const pendingRuling = z.object({
  requestId: uuid,
  decisionId: uuid,
  kind: z.enum(rulingKinds),
  code: text,
  requestedBy: member,
  requestReason: z.string(),
  requestedAt: time,
});

const rule = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.enum(["CENTS", "SHARE", "MONTHS", "DAYS", "PLAIN"]),
  outcome: z.enum(["PASS", "FAIL", "REVIEW", "NOT_AVAILABLE"]),
  /** A text, a number, a yes or no, or a list of these. */
  value: z.unknown(),
  threshold: z.unknown(),
  /** Value and threshold in a sentence. */
  sentence: z.string(),
  points: z.nullable(z.int()),
  reason: z.nullable(z.enum(Object.keys(denialReasons) as (keyof typeof denialReasons)[])),
  exception: z.nullable(exception),
  isOverridable: z.boolean(),
  isPassedByStaff: z.boolean(),
});

const size = z.object({
  durationDays: z.nullable(z.int()),
  limits: z.array(z.object({ name: z.string(), cents })),
  /** The smallest limit. */
  binding: z.string(),
  amountCents: cents,
  minCents: cents,
  result: z.enum(["OFFERED", "BELOW_MINIMUM", "NO_LAWFUL_PRICE"]),
  aprPercentage: maybeNumber,
});

const raisedException = z.object({
  code: exception,
  name: z.string(),
  scope: z.enum(["BORROWER", "TRANSACTION"]),
  limit: z.string(),
  rules: z.array(z.string()),
  isApproved: z.boolean(),
});

/** The latest decision with all its rules. */
const decision = z.object({
  id: uuid,
  stages: z.array(z.object({ model: z.string(), rules: z.array(rule) })),
  points: z.nullable(z.int()),
  modelResult: creditResult,
  creditResult,
  sizes: z.array(size),
  isCounterOffer: z.boolean(),
  exceptions: z.array(raisedException),
});

const filing = z.object({ filedOn: maybeDate, amountCents: maybeCents, isOver: z.boolean() });
const filings = { bankruptcies: rows(filing), taxLiens: rows(filing), judgments: rows(filing) };
const owner = z.object({
  id: uuid,
  isPrimary: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  ownershipPercentage: maybeNumber,
  isControlPerson: z.boolean(),
  isOnboarded: z.boolean(),
  credit: z.nullable(
    z.object({
      pulledOn: date,
      ficoScore: z.nullable(z.int()),
      tradelinesCount: z.nullable(z.int()),
      derogatoryAccountsCount: z.int(),
      bankruptcyCount: z.int(),
      nowDelinquentDerog: z.int(),
      wasDelinquentDerog: z.int(),
      ...filings,
    }),
  ),
});

const transaction = z.object({
  date,
  amountCents: cents,
  name: z.string(),
  merchantName: text,
  kind: z.enum(transactionKinds),
});
const summary = z.object({
  rangeType: z.string(),
  startDate: date,
  endDate: date,
  isShort: z.boolean(),
  averageCashBalanceCents: cents,
  medianCashBalanceCents: cents,
  closingBalanceCents: cents,
  minimumBalanceCents: cents,
  maximumBalanceCents: cents,
  nsfCount: z.int(),
  overdraftCount: z.int(),
  totalNetCashCents: cents,
  totalIncomingCashCents: cents,
  totalOutgoingCashCents: cents,
  totalDebtPaymentsCents: cents,
});

/** What the decision was based on, with what the bank data adds up to. No SSN, EIN, account or routing number. */
const facts = z.object({
  takenOn: date,
  business: z.object({
    name: z.string(),
    platformBusinessId: z.string(),
    addressState: text,
    isSoleProprietorship: z.boolean(),
    selectedProducts: z.array(z.enum(productTypes)),
  }),
  platform: z.object({
    name: z.string(),
    businessSince: date,
    minimumFicoScoreRequiredOnPlatform: z.nullable(z.int()),
  }),
  statement: z.nullable(
    z.object({
      amountRequestedCents: cents,
      useOfFunds: z.string(),
      state: z.string(),
      grossAnnualRevenueCents: cents,
      businessOwnersAreUsResidents: z.boolean(),
    }),
  ),
  owners: rows(owner),
  businessCredit: z.nullable(
    z.object({
      pulledOn: date,
      incorporatedOn: maybeDate,
      fileEstablishedOn: maybeDate,
      naicsCodes: z.array(z.string()),
      sicCodes: z.array(z.string()),
      monthlyAverageDbt: maybeNumber,
      ...filings,
      uccFilings: rows(z.object({ filedOn: maybeDate, isOver: z.boolean(), isBlanket: z.boolean() })),
      collectionsCount: z.int(),
    }),
  ),
  verification: z.nullable(
    z.object({
      formedOn: maybeDate,
      formedIn: text,
      entityType: text,
      registrations: rows(z.object({ state: z.string(), standing: z.enum(["GOOD", "BAD", "UNKNOWN"]) })),
      naicsCodes: z.array(z.string()),
      sicCodes: z.array(z.string()),
      openLiensCount: z.int(),
      bankruptcyCount: z.int(),
    }),
  ),
  accounts: rows(
    z.object({
      name: z.string(),
      institutionName: text,
      subType: z.string(),
      isBusinessChecking: z.boolean(),
      balanceCents: maybeCents,
    }),
  ),
  bank: z.object({
    span: z.nullable(z.object({ from: date, to: date })),
    transactionsCount: z.int(),
    months: rows(z.object({ month: date, revenueCents: cents, operatingOutflowCents: cents })),
    /** The closing balance of all checking accounts together, day by day. */
    days: z.array(z.object({ date, balanceCents: cents })).check(z.maxLength(caseDays)),
    summaries: z.array(summary),
    averageMonthlyRevenueCents: maybeCents,
    cashFlowCents: maybeCents,
    growth: z.object({ monthlyCagr: maybeNumber, isShort: z.boolean() }),
    debts: rows(z.object({ lender: z.string(), monthlyCents: cents })),
    monthlyDebtCents: cents,
    negativeDaysCount: z.int(),
    largestPayorShare: maybeNumber,
    topDeposits: rows(transaction),
    topWithdrawals: rows(transaction),
  }),
  /** Debts that the owner declared. */
  debts: rows(
    z.object({
      description: z.string(),
      monthlyPaymentCents: cents,
      outstandingBalanceCents: cents,
      isToBeRefinanced: z.boolean(),
    }),
  ),
  accountingMonths: rows(z.object({ month: date, revenueCents: cents, netIncomeCents: cents })),
  salesDaysCount: z.int(),
  withUs: z.object({
    hasDefaulted: z.boolean(),
    isLate: z.boolean(),
    exposureCents: cents,
    /** The monthly payments on accepted offers that the bank data cannot show yet. They count beside the debts that it shows. */
    unseenPaymentsCents: cents,
  }),
});

const offer = z.object({
  id: uuid,
  decisionId: uuid,
  status: z.enum(offerStatusLifecycle.states),
  amountCents: cents,
  aprPercentage: z.number(),
  /** As the product defines them. */
  terms: z.record(z.string(), z.unknown()),
  isCounterOffer: z.boolean(),
  capitalProviderId: capitalProvider,
  expiresAt: time,
});

const document = z.object({
  id: uuid,
  documentType: z.enum(documentTypes),
  status: z.enum(documentLifecycle.states),
  fileName: z.string(),
  isCounted: z.boolean(),
  createdAt: time,
});

/** One application as an underwriter sees it. */
export const applicationCase = z.object({
  application,
  business: z.object({ id: uuid, reference: z.string(), name: text }),
  platform: z.object({ id: uuid, name: z.string() }),
  /** UNDECIDED: no run yet. DESTROYED: a key of somebody whom the decision is about was destroyed, so it cannot be read any more. */
  contents: z.enum(["UNDECIDED", "READABLE", "DESTROYED"]),
  decision: z.nullable(decision),
  facts: z.nullable(facts),
  decisions: rows(decisionRow),
  rulings: rows(ruling),
  pendingRulings: rows(pendingRuling),
  offers: rows(offer),
  documents: rows(document),
});
export type ApplicationCase = z.output<typeof applicationCase>;
