import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { externalPayoffSent } from "@inlay/lending/ledger/entries.ts";
import { openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { type DebtToPayOff, lettersOf, type PayoffLetter } from "../disclosures/public.ts";
import { createOrder } from "../payments/public.ts";
import type { EventHandler } from "../workflows/public.ts";
import { type LoanToClose, readLoan } from "./loan-to-close.ts";
import { payoutOf } from "./payouts.ts";

const bySystem = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;

/**
 * Pays off the other lenders when the payout of the loan has succeeded: what came back would otherwise leave a business with a paid debt and
 * without its loan. Until then the money is in escrow.
 */
export const payOffOtherLenders: EventHandler<"payment.settled"> =
  async (_app, { platformId, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const payout = businessId && (await payoutOf(tx, paymentOrderId));
    if (!payout) return;
    const loan = await readLoan(tx, { platformId, businessId }, payout.applicationId);
    if (!loan) throw new Error("a product that was issued from an offer has its loan");
    const today = dateAt(await businessNow(tx, businessId));
    for (const debt of await lettersOf(tx, loan)) {
      if (!debt.letter) throw new Error("a loan is funded only with every payoff letter");
      const orderId = await orderPayoff(tx, loan, payout, { ...debt, letter: debt.letter }, today);
      if (addBankingDays(today, 1) > debt.letter.goodThrough) await tellOfExpiry(tx, loan, orderId, today);
    }
  };

async function orderPayoff(
  tx: Tx,
  { platformId, businessId, terms, book }: LoanToClose,
  { issuedProductId, approvedBy }: { issuedProductId: string; approvedBy: string },
  { existingDebtId, payoffCents, letter }: DebtToPayOff & { letter: PayoffLetter },
  on: BusinessDate,
): Promise<string> {
  return createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `payoff/${issuedProductId}/${existingDebtId}`,
      bankAccountId: letter.bankAccountId,
      direction: "OUTGOING",
      paymentType: "OUTGOING",
      productType: terms.productType,
      feeType: null,
      amountCents: payoffCents,
      split: { principalCents: payoffCents, interestCents: 0, feeCents: 0 },
      book,
      item: `payoff/${existingDebtId}`,
      subjects: { issuedProductId },
      dueOn: on,
      purpose: "OTHER",
      entries: [externalPayoffSent(book, payoffCents)],
      isManual: false,
      approvedBy,
    },
    bySystem,
  );
}

/** The payout took longer than the letter counts. What was signed is sent in any case, and staff settle the rest with the lender. */
async function tellOfExpiry(
  tx: Tx,
  { platformId, businessId }: LoanToClose,
  subjectId: string,
  today: BusinessDate,
): Promise<void> {
  const dueAt = easternInstant(addBankingDays(today, 1), clock(17, 0));
  await openTask(tx, { kind: "PAYOFF_LETTER_EXPIRED", subjectId, platformId, businessId, dueAt });
}
