import { type BusinessDate, businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { type Cents, cents, noCents, sum } from "../money/cents.ts";
import { drawFee } from "../products/line-of-credit/quote.ts";
import { fundDraw } from "../products/line-of-credit/servicing.ts";
import { type LineOfCreditTerms, lineOfCreditTerms } from "../products/line-of-credit/terms.ts";
import type { CreditLine } from "../products/line-of-credit/why-not-draw.ts";
import type { ItemOrder } from "./collection.ts";
import type { DrawFacts, ServicedLine } from "./line-summary.ts";

export const lineTerms: LineOfCreditTerms = lineOfCreditTerms.parse({
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 2_500_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 5_000,
});

type FundedDraw = { id: string; amountCents: number; fundedOn: string; paid: number };

const installmentsOf = ({ id, amountCents, fundedOn, paid }: FundedDraw): Obligation[] =>
  fundDraw(lineTerms, { amountCents: cents(amountCents), fundedOn: businessDate(fundedOn) }, "EQUITY").obligations.map(
    (row, at) => ({
      ...row,
      id: `${id}-${at + 1}`,
      drawId: id,
      invoiceId: null,
      paid: at < paid ? row.owed : noAmounts,
      waived: noAmounts,
      billedInterestCents: noCents,
      isOwedBack: false,
    }),
  );

const april: FundedDraw = { id: "april", amountCents: 500_000, fundedOn: "2026-04-10", paid: 3 };
const june: FundedDraw = { id: "june", amountCents: 800_000, fundedOn: "2026-06-22", paid: 1 };

const factsOf = (id: string, amountCents: Cents, state: DrawFacts["state"]): DrawFacts => ({
  id,
  state,
  amountCents,
  feeCents: drawFee(lineTerms, amountCents, plainWorksheet),
});

export type LineWishes = {
  today?: string;
  line?: Partial<CreditLine>;
  funded?: readonly FundedDraw[];
  others?: readonly DrawFacts[];
  states?: Readonly<Record<string, DrawFacts["state"]>>;
  orders?: Readonly<Record<string, readonly ItemOrder[]>>;
  fees?: readonly Obligation[];
  state?: string | null;
};

/** A line of 25,000.00 with two draws in repayment, as of August 3, 2026. */
export function aServicedLine(wishes: LineWishes = {}): ServicedLine {
  const { today = "2026-08-03", funded = [april, june], others = [], orders = {}, fees = [], state = "OH" } = wishes;
  const installments = funded.flatMap(installmentsOf);
  const open = sum(installments.map(({ owed, paid }) => cents(owed.principalCents - paid.principalCents)));
  const waiting = others.filter((draw) => draw.state === "PENDING_FUND_DISBURSEMENT");
  const reservedPrincipalCents = sum(waiting.map(({ amountCents }) => amountCents));
  const isPaidOff = ({ paid }: FundedDraw) => paid === 6;
  return {
    terms: lineTerms,
    line: {
      loanStatus: "CURRENT",
      isSuspended: false,
      hasDefaultedDraw: false,
      maturesOn: businessDate("2027-04-01"),
      availableCents: cents(Math.max(0, lineTerms.approvedLimitCents - open - reservedPrincipalCents)),
      bankDisconnectedOn: null,
      ...wishes.line,
    },
    reservedPrincipalCents,
    draws: [
      ...funded.map((draw) =>
        factsOf(
          draw.id,
          cents(draw.amountCents),
          wishes.states?.[draw.id] ?? (isPaidOff(draw) ? "CLOSED" : "WAITING_FOR_REPAYMENT"),
        ),
      ),
      ...others,
    ],
    state,
    obligations: [...installments, ...fees],
    ordersOf: ({ id }) => orders[id] ?? [],
    paidOn: new Map<string, BusinessDate>(),
    today: businessDate(today),
  };
}

export const anOrder = (
  status: ItemOrder["status"],
  effectiveOn: string,
  change: Partial<ItemOrder> = {},
): ItemOrder => ({
  id: `order of ${effectiveOn}`,
  status,
  isClaimed: false,
  amountCents: cents(93_333),
  bankAccountId: "account",
  effectiveOn: businessDate(effectiveOn),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  waitsForStaff: false,
  isArranged: false,
  isPart: false,
  ...change,
});
