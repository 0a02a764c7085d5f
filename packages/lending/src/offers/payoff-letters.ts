import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, dateAt } from "../calendar/business-date.ts";
import { clock, easternInstant } from "../calendar/eastern-time.ts";
import type { Cents } from "../money/cents.ts";
import type { OfferTerms } from "../underwriting/sizing/size-product.ts";
import { externalDebtsOf, issuedTerms } from "./issued-terms.ts";

export type Letter = { amountCents: Cents; goodThrough: BusinessDate };

const recordedWithinBankingDays = 2;

/** By when staff have recorded the payoff letters of an offer that its owner chose at this time. */
export const payoffLettersDueAt = (chosenAt: Date): Date =>
  easternInstant(addBankingDays(dateAt(chosenAt), recordedWithinBankingDays), clock(17, 0));

/** The agreement prints what is paid off, so it opens with a letter that demands this amount and counts beyond today. */
export const isLetterInForce = (payoffCents: Cents, letter: Letter | null, today: BusinessDate): boolean =>
  letter !== null && letter.amountCents === payoffCents && letter.goodThrough > today;

/** A payoff is sent when the payout of the loan has succeeded, and then takes a banking day itself. */
const payoffBankingDays = 4;

/** What everybody has signed is paid off by a letter that demands this amount, and still does when the payoff arrives. */
export const isPayoffAsSigned = (payoffCents: Cents, letter: Letter | null, today: BusinessDate): boolean =>
  letter !== null &&
  letter.amountCents === payoffCents &&
  addBankingDays(today, payoffBankingDays) <= letter.goodThrough;

const beginningOf = (date: BusinessDate): Date => new Date(`${date}T00:00:00Z`);

/** When a letter next ceases to suffice: for a signed loan, whose payoff takes days to arrive, and then for an agreement. */
export function letterNextEndsAt(goodThrough: BusinessDate, now: Date): Date | null {
  let tooLateOn = goodThrough;
  while (addBankingDays(addDays(tooLateOn, -1), payoffBankingDays) > goodThrough) tooLateOn = addDays(tooLateOn, -1);
  return [tooLateOn, goodThrough].map(beginningOf).find((at) => at > now) ?? null;
}

export type DebtPayoff = { existingDebtId: string; payoffCents: Cents };
export type PayoffRefusal = "DEBT_NOT_PAID_OFF" | "PAYOFF_EXCEEDS_LOAN";

/** Why a loan of this amount cannot pay off a debt at another figure. Its payout would be the rest after the fee and all payoffs. */
export function whyNotPayOff(
  terms: OfferTerms,
  { existingDebtId, payoffCents }: DebtPayoff,
  loanAmountCents: Cents,
  on: BusinessDate,
): PayoffRefusal | null {
  const debt = externalDebtsOf(terms).find((one) => one.existingDebtId === existingDebtId);
  if (!debt) return "DEBT_NOT_PAID_OFF";
  const issued = issuedTerms(terms, loanAmountCents, on);
  if (issued.kind === "LINE") throw new Error("a line pays off no debt");
  return issued.payoutCents + debt.payoffCents - payoffCents > 0 ? null : "PAYOFF_EXCEEDS_LOAN";
}

/**
 * The terms with the payoff that a letter demands. The loan amount, its price and its payments stay: what is paid out takes the difference.
 */
export function withPayoff(terms: OfferTerms, { existingDebtId, payoffCents }: DebtPayoff): OfferTerms {
  if (terms.productType !== "TERM_LOAN") return terms;
  return {
    ...terms,
    existingDebts: terms.existingDebts.map((debt) =>
      debt.debtType === "EXTERNAL_DEBT" && debt.existingDebtId === existingDebtId
        ? { debtType: debt.debtType, existingDebtId, payoffCents }
        : debt,
    ),
  };
}
