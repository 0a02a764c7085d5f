import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import type { PayoffChoice } from "@inlay/contracts/servicing/payoff.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { anOrder, aServicedLine, type LineWishes } from "@inlay/lending/servicing/line.fixture.ts";
import { lineSummary } from "@inlay/lending/servicing/line-summary.ts";
import { payoffDays } from "@inlay/lending/servicing/payoff-days.ts";

const id = "LOC_TERM_LOAN";
const requested: Readonly<Record<string, string>> = { april: "2026-04-10", june: "2026-06-22" };

/** A line of credit as the server answers it. */
export function lineOn(wishes: LineWishes, change: Partial<LineOfCreditServicing> = {}): LineOfCreditServicing {
  const serviced = aServicedLine(wishes);
  const { result, explanations } = explained((write) => lineSummary(serviced, write));
  const { draws, ...figures } = result;
  return {
    issuedProductId: id,
    ...figures,
    terms: serviced.terms,
    account: { name: "First Calm Bank", last4: "6789" },
    paidTo: { name: "First Calm Bank", last4: "6789" },
    fundsExpectedOn: "2026-08-04",
    isAutoPaymentOn: true,
    whyNotPayNow: "PAY_NOW_NOTHING_DUE",
    payNowPending: null,
    draws: draws
      .map(({ detailsStatus, historyStatus, payments, ...draw }) => ({
        ...draw,
        detailsStatus: detailsStatus.code,
        historyStatus: historyStatus.code,
        requestedOn: requested[draw.id] ?? serviced.today,
        aprPercentage: 47.4478,
        waiting: draw.state === "PENDING_FUND_DISBURSEMENT" ? { isWithdrawable: true, endsOn: "2026-08-10" } : null,
        earlyPayoff: null,
        rejection: draw.state === "REJECTED" ? ("WITHDRAWN" as const) : null,
        payments: payments.map(({ drawStatus, scheduleStatus, ...row }) => ({
          ...row,
          drawStatus: drawStatus.code,
          scheduleStatus: scheduleStatus.code,
        })),
      }))
      .toReversed(),
    explanations: Object.fromEntries(explanations) as unknown as LineOfCreditServicing["explanations"],
    ...change,
  };
}

/** A line of 25,000.00 with two draws in repayment. */
export const line = lineOn({});

const waitingDraw = {
  id: "waiting",
  state: "PENDING_FUND_DISBURSEMENT",
  amountCents: cents(100_000),
  feeCents: cents(2_000),
} as const;
const withdrawnDraw = { ...waitingDraw, id: "withdrawn", state: "REJECTED" } as const;

/** The same with a draw on its way and one that was withdrawn. */
export const waitingLine = lineOn({ others: [withdrawnDraw, waitingDraw] });

/** The same with a failed payment of the draw of April. */
export const lateLine = lineOn(
  {
    today: "2026-08-18",
    line: { loanStatus: "LATE" },
    orders: {
      "april-4": [
        anOrder("FAILED_PAYMENT", "2026-08-10", { failureReason: "insufficient_funds" }),
        anOrder("SCHEDULED", "2026-08-24", { isRetry: true }),
      ],
    },
  },
  { whyNotPayNow: null },
);

export const unusedLine = lineOn({ funded: [] });

const days = payoffDays(businessDate("2026-08-10"), new Date("2026-08-03T15:00:00Z"));

/** Whether the draw of April can be paid off. */
export const drawPayoff: PayoffChoice = {
  why: null,
  days: [...days.days],
  closedDays: [...days.closedDays],
  latestOn: days.latestOn,
  nextPaymentOn: "2026-08-10",
  first: { effectiveDate: "2026-08-04", amountCents: 260_001, savedCents: 20_000 },
  scheduled: null,
};

export const drawPayoffQuote = {
  effectiveDate: "2026-08-04",
  principalCents: 250_001,
  interestCents: 10_000,
  feesCents: 0,
  amountCents: 260_001,
  plannedInterestCents: 30_000,
  savedCents: 20_000,
  explanations: {},
};
