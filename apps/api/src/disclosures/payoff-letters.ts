import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { externalDebtsOf } from "@inlay/lending/offers/issued-terms.ts";
import { isLetterInForce, isPayoffAsSigned, payoffLettersDueAt } from "@inlay/lending/offers/payoff-letters.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";

/** What another lender demands to be paid off. */
export type PayoffLetter = {
  id: string;
  amountCents: Cents;
  perDiemCents: Cents;
  goodThrough: BusinessDate;
  bankAccountId: string;
  recordedBy: string;
  recordedAt: Date;
};

/** A debt to another lender that the terms of an offer pay off, with its latest letter. */
export type DebtToPayOff = { existingDebtId: string; payoffCents: Cents; letter: PayoffLetter | null };

/** The application of an offer, and its terms. */
export type PaidOff = { applicationId: string; terms: OfferTerms };

export async function lettersOf(tx: Tx, { applicationId, terms }: PaidOff): Promise<DebtToPayOff[]> {
  const debts = externalDebtsOf(terms);
  if (debts.length === 0) return [];
  const rows = await tx
    .selectFrom("payoff_letter")
    .selectAll()
    .where("application_id", "=", applicationId)
    .orderBy("id")
    .execute();
  return debts.map(({ existingDebtId, payoffCents }) => {
    const row = rows.findLast(({ existing_debt_id }) => existing_debt_id === existingDebtId);
    return {
      existingDebtId,
      payoffCents,
      letter: row
        ? {
            id: row.id,
            amountCents: cents(Number(row.amount_cents)),
            perDiemCents: cents(Number(row.per_diem_cents)),
            goodThrough: row.good_through as unknown as BusinessDate,
            bankAccountId: row.bank_account_id,
            recordedBy: row.recorded_by,
            recordedAt: row.created_at,
          }
        : null,
    };
  });
}

/**
 * Whether a debt that an offer pays off has no letter that suffices: one in force, so that its agreement can open, and for what everybody has
 * signed one that still is when the payoff arrives.
 */
export async function areLettersAwaited(
  tx: Tx,
  paidOff: PaidOff,
  today: BusinessDate,
  isSigned = false,
): Promise<boolean> {
  const debts = await lettersOf(tx, paidOff);
  const suffices = isSigned ? isPayoffAsSigned : isLetterInForce;
  return debts.some(({ payoffCents, letter }) => !suffices(payoffCents, letter, today));
}

/** Gives staff the task to obtain and record the letters of a chosen offer, unless all of them suffice. */
export async function askForLetters(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  paidOff: PaidOff,
  isSigned = false,
): Promise<void> {
  const now = await businessNow(tx, businessId);
  if (!(await areLettersAwaited(tx, paidOff, dateAt(now), isSigned))) return;
  const dueAt = payoffLettersDueAt(now);
  await openTask(tx, { kind: "PAYOFF_LETTERS", subjectId: paidOff.applicationId, platformId, businessId, dueAt });
}

/** Nobody obtains letters for an application any more: they are all there, or no offer of it is chosen. */
export const endAskingForLetters = (tx: Tx, applicationId: string): Promise<void> =>
  closeTask(tx, { kind: "PAYOFF_LETTERS", subjectId: applicationId });

/** Until when staff obtain the letters of an offer. Null: they have no task to do so. */
export async function lettersAwaitedUntil(tx: Tx, offerId: string): Promise<Date | null> {
  const task = await tx
    .selectFrom("task as t")
    .innerJoin("offer as o", "o.application_id", "t.subject_id")
    .select("t.due_at")
    .where("t.kind", "=", "PAYOFF_LETTERS")
    .where("o.id", "=", offerId)
    .where("t.closed_at", "is", null)
    .executeTakeFirst();
  return task?.due_at ?? null;
}
