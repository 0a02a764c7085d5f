import { Refusal } from "@inlay/contracts/errors.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { issuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import type { StaffAction } from "../approvals/public.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { lendReserved } from "../capital/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { createOrder } from "../payments/public.ts";
import { issueProduct } from "../products/public.ts";
import { type LockedApplication, moveApplication, setNextDeadline } from "../underwriting/public.ts";
import { requirePassed } from "./check-loan.ts";
import { endChecklist } from "./closing.ts";
import { openFiling } from "./lien-filings.ts";
import { type LoanToClose, lockLoan, type Tenant } from "./loan-to-close.ts";

/** What is funded, as both people see it. The payout is null for a line, which is opened without one. */
export type Funding = { offerId: string; amountCents: number; payoutCents: number | null; bankAccountId: string };

/** Reads what would be funded today. Refused while a check has not passed. */
export async function prepareFunding(tx: Tx, tenant: Tenant, applicationId: string): Promise<Funding> {
  const { loan } = await lockLoan(tx, tenant, applicationId);
  await requirePassed(tx, loan);
  return fundingOf(tx, loan, dateAt(await businessNow(tx, tenant.businessId)));
}

async function fundingOf(tx: Tx, loan: LoanToClose, today: BusinessDate): Promise<Funding> {
  const { paidTo } = await loanAccountsOf(tx, loan.businessId);
  if (!paidTo) throw new Error("a loan whose checks have passed has an account for payouts");
  const issued = issuedTerms(loan.terms, loan.amountCents, today);
  const payoutCents = issued.kind === "LINE" ? null : issued.payoutCents;
  if (payoutCents !== null && payoutCents <= 0) throw new Refusal("NOTHING_TO_PAY_OUT");
  return { offerId: loan.offerId, amountCents: loan.amountCents, payoutCents, bankAccountId: paidTo.id };
}

/**
 * Makes the loan, in the transaction of the second person's approval: every check is made again, the product is issued, its payout ordered,
 * and the reserved capital counts as lent. The lock of the application lets one of several approvals through.
 */
export const fundLoan: StaffAction<Funding> = {
  kind: "loan.fund",
  action: "staff.loan.fund",
  needs: ({ amountCents }, tiers) => ({ people: 2, checker: tierFor(tiers, amountCents).checker }),
  perform: async (tx, { platformId, businessId, subjectId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a loan belongs to a business");
    const { application, loan } = await lockLoan(tx, { platformId, businessId }, subjectId);
    await requirePassed(tx, loan);
    const now = await businessNow(tx, businessId);
    const funding = await fundingOf(tx, loan, dateAt(now));
    if (!isSame(funding, payload)) throw new Refusal("CLOSING_CHANGED");
    const by = { actor: { kind: "STAFF", id: memberId } as const, requestId };
    const issued = issuedTerms(loan.terms, loan.amountCents, dateAt(now));
    const issuedProductId = await issueProduct(tx, { ...loan, productType: loan.terms.productType, issued }, by);
    if (!(await lendReserved(tx, loan.applicationId, issuedProductId)))
      throw new Error("a loan whose checks have passed has its capital reserved");
    if (funding.payoutCents !== null)
      await orderPayout(tx, loan, { issuedProductId, attempt: 1, on: dateAt(now), approvedBy: memberId }, funding, by);
    await openFiling(tx, loan, issuedProductId, dateAt(now));
    await close(tx, loan, application, issuedProductId, now, by);
  },
};

const isSame = (a: Funding, b: Funding): boolean =>
  a.offerId === b.offerId &&
  a.amountCents === b.amountCents &&
  a.payoutCents === b.payoutCents &&
  a.bankAccountId === b.bankAccountId;

type RequestedBy = { actor: Actor & { kind: "STAFF" }; requestId: string };

type Payout = { issuedProductId: string; attempt: number; on: BusinessDate; approvedBy: string };

/** Orders the payout of a loan or an advance. Two people have approved it, so that it needs no further approval. */
export async function orderPayout(
  tx: Tx,
  { platformId, businessId, terms, book }: Pick<LoanToClose, "platformId" | "businessId" | "terms" | "book">,
  { issuedProductId, attempt, on, approvedBy }: Payout,
  { payoutCents, bankAccountId }: Pick<Funding, "payoutCents" | "bankAccountId">,
  by: RequestedBy,
): Promise<string> {
  if (payoutCents === null) throw new Error("a line has no payout");
  return createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `funding/${issuedProductId}/${attempt}`,
      bankAccountId,
      direction: "OUTGOING",
      paymentType: "OUTGOING",
      productType: terms.productType,
      feeType: null,
      amountCents: payoutCents as Cents,
      split: { principalCents: payoutCents, interestCents: 0, feeCents: 0 },
      book,
      item: `funding/${issuedProductId}`,
      subjects: { issuedProductId },
      dueOn: on,
      purpose: "FUNDING",
      entries: null,
      isManual: false,
      approvedBy,
    },
    by,
  );
}

async function close(
  tx: Tx,
  { platformId, businessId, applicationId }: LoanToClose,
  application: LockedApplication,
  issuedProductId: string,
  now: Date,
  by: RequestedBy,
): Promise<void> {
  const { status, offerStep } = await moveApplication(tx, application, "LOAN_CLOSING_CHECKS_COLLECTED");
  await setNextDeadline(tx, applicationId, null);
  await endChecklist(tx, applicationId, now);
  await record(tx, {
    platformId,
    businessId,
    kind: "application.funded",
    body: { applicationId, status, issuedProductId },
    action: "staff.loan.fund",
    object: { kind: "loan application", id: applicationId },
    before: { status: application.status, offerStep: application.offerStep },
    after: { status, offerStep, issuedProductId },
    ...by,
  });
}
