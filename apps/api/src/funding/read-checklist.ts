import { Refusal } from "@inlay/contracts/errors.ts";
import type { ClosingChecklist, ClosingLine, PayoffLetters } from "@inlay/contracts/staff/calls/closing.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { issuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { type DebtToPayOff, lettersOf } from "../disclosures/public.ts";
import { readLines } from "./check-loan.ts";
import { readLoan, type Tenant } from "./loan-to-close.ts";
import { readChosenLoan } from "./payoff-letters.ts";

/** The checklist of an application for staff. Refused for an application that was never closed. */
export async function readChecklist(tx: Tx, tenant: Tenant, applicationId: string): Promise<ClosingChecklist> {
  const { businessId } = tenant;
  const row = await tx
    .selectFrom("closing_checklist")
    .select(["begun_at", "close_by", "ended_at"])
    .where("application_id", "=", applicationId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  const loan = row && (await readLoan(tx, tenant, applicationId));
  if (!loan) throw new Refusal("NOT_FOUND", { context: { object: "closing" } });
  const issued = issuedTerms(loan.terms, loan.amountCents, dateAt(await businessNow(tx, businessId)));
  const { paidTo } = await loanAccountsOf(tx, businessId);
  const checks: ClosingLine[] = await readLines(tx, loan);
  return {
    applicationId,
    offerId: loan.offerId,
    product: loan.terms.productType,
    amountCents: loan.amountCents,
    payoutCents: issued.kind === "LINE" ? null : issued.payoutCents,
    bankAccountId: paidTo?.id ?? null,
    begunAt: row.begun_at.toISOString(),
    closeBy: row.close_by.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    checks,
    payoffLetters: (await lettersOf(tx, loan)).map(toPayoffLetterResponse),
  };
}

/** The debts to other lenders that the chosen offer of an application pays off, with their latest letters. */
export async function readPayoffLetters(tx: Tx, tenant: Tenant, applicationId: string): Promise<PayoffLetters> {
  const loan = await readChosenLoan(tx, tenant, applicationId);
  return {
    applicationId,
    offerId: loan.offerId,
    payoffLetters: (await lettersOf(tx, loan)).map(toPayoffLetterResponse),
  };
}

const toPayoffLetterResponse = ({ existingDebtId, payoffCents, letter }: DebtToPayOff) => ({
  existingDebtId,
  payoffCents,
  letter: letter && {
    id: letter.id,
    amountCents: letter.amountCents,
    perDiemCents: letter.perDiemCents,
    goodThrough: letter.goodThrough,
    bankAccountId: letter.bankAccountId,
    recordedBy: letter.recordedBy,
    recordedAt: letter.recordedAt.toISOString(),
  },
});
