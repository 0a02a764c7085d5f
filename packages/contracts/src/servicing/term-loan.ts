import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentRowStatuses } from "@inlay/lending/mechanics/payment-row.ts";
import { shownFailures } from "@inlay/lending/servicing/shown-failure.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { explanations } from "./explanation.ts";
import { payNowPending, whyNotPayNow } from "./pay-now.ts";
import { payoffChoice } from "./payoff.ts";

const cents = z.int();
const date = z.iso.date();
const feeType = z.enum(feeTypes);
const parts = { principalCents: cents, interestCents: cents, feeCents: cents };
const rowStatuses = [
  paymentRowStatuses.PAID.label,
  paymentRowStatuses.LATE.label,
  paymentRowStatuses.OPEN.label,
] as const;

/** A row of the schedule. `originalDueOn` is the day that was signed, `takenOn` the banking day of the debit. */
const row = z.object({
  obligationId: uuid,
  number: z.int(),
  dueOn: date,
  originalDueOn: date,
  takenOn: z.nullable(date),
  ...parts,
  amountCents: cents,
  paid: z.object({ ...parts, amountCents: cents }),
  status: z.enum(rowStatuses),
  isOnItsWay: z.boolean(),
});

/** The account that is debited, by name and last digits. */
const account = z.object({ name: z.string(), last4: z.string() });

const nextPayment = z.object({
  obligationId: uuid,
  amountCents: cents,
  dueOn: date,
  originalDueOn: date,
  takenOn: z.nullable(date),
  isOnItsWay: z.boolean(),
});

/** What has fallen due and is unpaid, why, and when it is debited again. */
const overdue = z.object({
  daysPastDue: z.int(),
  oldestDueOn: z.nullable(date),
  failure: z.nullable(z.object({ debitedOn: date, kind: z.enum(shownFailures) })),
  retryOn: z.nullable(date),
  isOnItsWay: z.boolean(),
  lines: z.array(
    z.object({
      kind: z.enum(["INSTALLMENT", ...feeTypes]),
      dueOn: date,
      unpaidCents: cents,
      /** The name of its explanation. */
      figure: z.string(),
    }),
  ),
  totalCents: cents,
});

const payoff = z.extend(payoffChoice, {
  /** The open request of a late loan, and what staff have quoted. */
  request: z.nullable(
    z.object({
      status: z.enum(["REQUESTED", "ANSWERED"]),
      effectiveDate: z.nullable(date),
      amountCents: z.nullable(cents),
    }),
  ),
});

/** A funded term loan as its pages show it. All figures are computed by the server, and `explanations` says how. */
export const termLoanServicing = z.object({
  issuedProductId: uuid,
  loanStatus: z.enum(issuedProductLifecycle.states),
  today: date,
  loanAmountCents: cents,
  termMonths: z.int(),
  remainingMonths: z.int(),
  remainingPrincipalCents: cents,
  repaidPrincipalCents: cents,
  monthlyPaymentCents: z.nullable(cents),
  interestRatePercentage: z.union([z.string(), z.number()]),
  /** Null where the law forbids to show a rate by the month. */
  monthlyRatePercentage: z.nullable(z.string()),
  aprPercentage: z.number(),
  lastPaymentOn: date,
  account: z.nullable(account),
  isAutoPaymentOn: z.boolean(),
  nextPayment: z.nullable(nextPayment),
  overdue: z.nullable(overdue),
  /** Why what is overdue cannot be paid at once; null if it can. */
  whyNotPayNow,
  payNowPending,
  fees: z.array(z.object({ feeType, dueOn: date, takenOn: z.nullable(date), unpaidCents: cents })),
  schedule: z.array(row),
  payoff,
  explanations,
});
export type TermLoanServicing = z.infer<typeof termLoanServicing>;
export type LoanScheduleRow = TermLoanServicing["schedule"][number];
