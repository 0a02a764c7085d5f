import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { drawDisplayStatuses, paymentDisplayStatuses } from "@inlay/lending/products/line-of-credit/draw-display.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { lineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import { lineRefusals } from "@inlay/lending/products/line-of-credit/why-not-draw.ts";
import { lineConditions } from "@inlay/lending/servicing/line-health.ts";
import { shownFailures } from "@inlay/lending/servicing/shown-failure.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { explanations } from "./explanation.ts";
import { payNowPending, whyNotPayNow } from "./pay-now.ts";

const cents = z.int();
const date = z.iso.date();
const codesOf = <Code extends string>(statuses: Record<Code, unknown>) =>
  z.enum(Object.keys(statuses) as [Code, ...Code[]]);
const drawStatus = codesOf(drawDisplayStatuses);
const paymentStatus = codesOf(paymentDisplayStatuses);

/** The account that is debited or paid to, by name and last digits. */
const account = z.object({ name: z.string(), last4: z.string() });

/** A payment of a draw. `takenOn` is the banking day of its debit. */
const payment = z.object({
  obligationId: uuid,
  number: z.int(),
  dueOn: date,
  takenOn: z.nullable(date),
  principalCents: cents,
  interestCents: cents,
  amountCents: cents,
  unpaidCents: cents,
  isPaid: z.boolean(),
  /** Its status on the page of the draw, and in the schedule of all draws. */
  drawStatus: paymentStatus,
  scheduleStatus: paymentStatus,
});

const draw = z.object({
  id: uuid,
  state: z.enum(drawRequestLifecycle.states),
  /** Its status on its own page, and in the history of draws. */
  detailsStatus: drawStatus,
  historyStatus: drawStatus,
  /** Whether it has a page of its own. */
  opensDetails: z.boolean(),
  requestedOn: date,
  amountCents: cents,
  feeCents: cents,
  receivedCents: cents,
  aprPercentage: z.nullable(z.number()),
  /** The unpaid principal. Its explanation is that of `openPrincipalCents` and the id. */
  openPrincipalCents: cents,
  daysPastDue: z.int(),
  /** While it waits for its payout: whether it can be withdrawn, and the day on which it is rejected if it is not funded. */
  waiting: z.nullable(z.object({ isWithdrawable: z.boolean(), endsOn: z.nullable(date) })),
  /** The payoff that is scheduled or being processed. */
  earlyPayoff: z.nullable(z.object({ effectiveDate: date, amountCents: cents })),
  rejection: z.nullable(z.enum(["WITHDRAWN", "NOT_FUNDED_IN_TIME", "DECLINED"])),
  payments: z.array(payment),
});

/** A condition under which the line can be drawn on, and how far the line is from breaking it. */
const condition = z.object({
  kind: z.enum(lineConditions),
  state: z.enum(["MET", "AT_RISK", "BROKEN"]),
  pausesOn: z.nullable(date),
  daysLeft: z.nullable(z.int()),
  amountCents: z.nullable(cents),
});

/** What has fallen due and is unpaid, why, and when it is debited again. */
const overdue = z.object({
  daysPastDue: z.int(),
  oldestDueOn: z.nullable(date),
  failure: z.nullable(z.object({ debitedOn: date, kind: z.enum(shownFailures) })),
  retryOn: z.nullable(date),
  isOnItsWay: z.boolean(),
  lines: z.array(
    z.object({ kind: z.enum(["INSTALLMENT", ...feeTypes]), dueOn: date, unpaidCents: cents, figure: z.string() }),
  ),
  totalCents: cents,
});

/** A line of credit as its pages show it. All figures are computed by the server, and `explanations` says how. */
export const lineOfCreditServicing = z.object({
  issuedProductId: uuid,
  loanStatus: z.enum(issuedProductLifecycle.states),
  today: date,
  /** The signed terms with the limit of today. New draws are priced by them. */
  terms: lineOfCreditTerms,
  /** Both limits are 0 while the line is defaulted or closed. */
  limitCents: cents,
  availableCents: cents,
  /** The available limit in whole dollars. */
  drawableCents: cents,
  openPrincipalCents: cents,
  reservedPrincipalCents: cents,
  maturesOn: date,
  termMonths: z.int(),
  /** Null where the law forbids to show a rate by the month. */
  monthlyRatePercentage: z.nullable(z.string()),
  aprPercentage: z.number(),
  monthlyMaintenanceFeeCents: cents,
  /** Why nothing can be drawn; null if something can. */
  whyNotDraw: z.nullable(z.enum(lineRefusals)),
  health: z.array(condition),
  /** The account that payments are taken from, and the one that draws are paid to. */
  account: z.nullable(account),
  paidTo: z.nullable(account),
  /** The earliest day on which a draw of now arrives, if nobody has to look at it. */
  fundsExpectedOn: date,
  isAutoPaymentOn: z.boolean(),
  nextPayment: z.nullable(
    z.object({
      drawId: uuid,
      obligationId: uuid,
      amountCents: cents,
      principalCents: cents,
      dueOn: date,
      takenOn: z.nullable(date),
      isOnItsWay: z.boolean(),
    }),
  ),
  overdue: z.nullable(overdue),
  whyNotPayNow,
  payNowPending,
  fees: z.array(z.object({ feeType: z.enum(feeTypes), dueOn: date, takenOn: z.nullable(date), unpaidCents: cents })),
  /** The newest first. */
  draws: z.array(draw),
  explanations,
});
export type LineOfCreditServicing = z.infer<typeof lineOfCreditServicing>;
export type ServicedDraw = LineOfCreditServicing["draws"][number];
export type ServicedDrawPayment = ServicedDraw["payments"][number];
