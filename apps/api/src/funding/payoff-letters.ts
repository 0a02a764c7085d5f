import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessDate, businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { externalDebtsOf, issuedTerms } from "@inlay/lending/offers/issued-terms.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { letterNextEndsAt, whyNotPayOff, withPayoff } from "@inlay/lending/offers/payoff-letters.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type { StaffAction } from "../approvals/public.ts";
import { hasCreditorAccount } from "../banking/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import {
  agreementOf,
  areLettersAwaited,
  askForLetters,
  endAskingForLetters,
  otherSignings,
  type PaidOff,
  voidSignings,
} from "../disclosures/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import type { Tenant } from "./loan-to-close.ts";

export type NewLetter = {
  existingDebtId: string;
  amountCents: number;
  perDiemCents: number;
  goodThrough: string;
  bankAccountId: string;
};

/** An offer that its owner has chosen, whether or not everybody has signed it. */
type ChosenLoan = PaidOff & {
  offerId: string;
  decisionId: string;
  /** The agreement is not signed by everybody, so its figures can change. */
  isOpen: boolean;
  amountCents: Cents;
  pricedOn: Date;
};

/** Reads the offer that the owner of an application chose. Null: none is chosen, or the loan is made or ended. */
export async function findChosenLoan(tx: Tx, businessId: string, applicationId: string): Promise<ChosenLoan | null> {
  const offer = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.id", "o.status", "o.decision_id", "o.terms", "o.chosen_amount_cents", "s.taken_at"])
    .select("a.status as applicationStatus")
    .where("o.application_id", "=", applicationId)
    .where("o.business_id", "=", businessId)
    .where("o.status", "in", ["SELECTED", "ACCEPTED"])
    .executeTakeFirst();
  if (!offer) return null;
  const isOpen = offer.applicationStatus === "WAITING_FOR_ACCEPTANCE" && offer.status === "SELECTED";
  if (!isOpen && offer.applicationStatus !== "CLOSE_LOAN") return null;
  return {
    applicationId,
    offerId: offer.id,
    decisionId: offer.decision_id,
    isOpen,
    terms: offer.terms as unknown as OfferTerms,
    amountCents: cents(Number(offer.chosen_amount_cents)),
    pricedOn: offer.taken_at,
  };
}

/** The same, and refuses an application without a chosen offer that can have letters. */
export async function readChosenLoan(tx: Tx, { businessId }: Tenant, applicationId: string): Promise<ChosenLoan> {
  const loan = await findChosenLoan(tx, businessId, applicationId);
  if (loan) return loan;
  const application = await tx
    .selectFrom("loan_application")
    .select("status")
    .where("id", "=", applicationId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!application) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
  throw new Refusal("WRONG_STATE", {
    context: { status: application.status, allowedFrom: ["WAITING_FOR_ACCEPTANCE with a chosen offer", "CLOSE_LOAN"] },
  });
}

/** Whether a letter changes the payoff of the chosen offer. Refused if the offer does not pay the debt off, or cannot at this figure. */
function isPayoffChanged({ terms, isOpen, amountCents, pricedOn }: ChosenLoan, letter: NewLetter): boolean {
  const { existingDebtId } = letter;
  const debt = externalDebtsOf(terms).find((one) => one.existingDebtId === existingDebtId);
  if (!debt) throw new Refusal("DEBT_NOT_PAID_OFF");
  // What everybody has signed is not changed: the closing check fails until a letter demands it.
  if (!isOpen || debt.payoffCents === letter.amountCents) return false;
  const payoff = { existingDebtId, payoffCents: cents(letter.amountCents) };
  const refusal = whyNotPayOff(terms, payoff, amountCents, dateAt(pricedOn));
  if (refusal) throw new Refusal(refusal);
  return true;
}

/**
 * Voids what is out for signature at another payoff than a letter demands, at the vendor first, because a signature that is given there
 * until then is valid. A letter that is refused voids nothing.
 */
export async function prepareLetter(
  app: AppContext,
  tenant: Tenant,
  applicationId: string,
  letter: NewLetter,
): Promise<void> {
  const outdated = await inScope(app.pool, tenant, async (tx) => {
    const loan = await readChosenLoan(tx, tenant, applicationId);
    const isChanged = isPayoffChanged(loan, letter);
    await requireAccount(tx, tenant, letter);
    return isChanged ? otherSignings(tx, applicationId, null) : [];
  });
  await voidSignings(app, tenant, outdated, "A payoff figure has changed.");
}

// A foreign key is checked without row security, so a letter could otherwise name the account of any tenant.
async function requireAccount(tx: Tx, { businessId }: Tenant, { bankAccountId }: NewLetter): Promise<void> {
  if (!(await hasCreditorAccount(tx, businessId, bankAccountId)))
    throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
}

type By = { memberId: string; requestId: string };

/** A letter moves no money: its account is verified by other people, and two decide about the funding. So one person is enough. */
export const recordLetter: StaffAction<NewLetter> = {
  kind: "closing.record-payoff-letter",
  action: "staff.closing.record-payoff-letter",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId: applicationId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a payoff letter belongs to a business");
    const tenant = { platformId, businessId };
    const { existingDebtId, amountCents, perDiemCents, goodThrough, bankAccountId } = payload;
    await lockApplication(tx, applicationId);
    const loan = await readChosenLoan(tx, tenant, applicationId);
    const isChanged = isPayoffChanged(loan, payload);
    await requireAccount(tx, tenant, payload);
    const { id } = await tx
      .insertInto("payoff_letter")
      .values({
        platform_id: platformId,
        business_id: businessId,
        application_id: applicationId,
        existing_debt_id: existingDebtId,
        amount_cents: amountCents,
        per_diem_cents: perDiemCents,
        good_through: goodThrough,
        next_action_at: letterNextEndsAt(businessDate(goodThrough), await businessNow(tx, businessId)),
        bank_account_id: bankAccountId,
        recorded_by: memberId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record(tx, {
      platformId,
      businessId,
      kind: "payoff_letter.recorded",
      body: { payoffLetterId: id, applicationId },
      action: "staff.closing.record-payoff-letter",
      object: { kind: "payoff letter", id },
      after: { existingDebtId, amountCents, perDiemCents, goodThrough, bankAccountId },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
    const by = { memberId, requestId };
    if (isChanged) await changePayoff(tx, tenant, loan, { ...payload, id }, by);
    await noteReceived(tx, tenant, applicationId, isChanged, by);
  },
};

/** Changes the payoff of a chosen offer and the figures that its owner is shown. Its disclosure is then no longer the current one. */
async function changePayoff(
  tx: Tx,
  tenant: Tenant,
  loan: ChosenLoan,
  letter: NewLetter & { id: string },
  by: By,
): Promise<void> {
  const { platformId, businessId } = tenant;
  const { applicationId, offerId, decisionId, amountCents } = loan;
  const { existingDebtId } = letter;
  await tx.selectFrom("offer").select("id").where("id", "=", offerId).forUpdate().execute();
  // Something was opened since the preparation, or the last signature has just arrived.
  if ((await otherSignings(tx, applicationId, null)).length > 0 || (await agreementOf(tx, offerId)) !== null)
    throw new Refusal("BUSY");
  const pricedOn = dateAt(loan.pricedOn);
  const terms = withPayoff(loan.terms, { existingDebtId, payoffCents: cents(letter.amountCents) });
  const offers = await tx.selectFrom("offer").select("terms").where("decision_id", "=", decisionId).execute();
  const all = offers.map((one) => offerPricing.parse(one.terms));
  const shown = offeredTerms(offerPricing.parse(terms), pricedOn, all, amountCents);
  await tx
    .updateTable("offer")
    .set({ terms: JSON.stringify(terms), chosen_terms: JSON.stringify(shown) })
    .where("id", "=", offerId)
    .where("status", "=", "SELECTED")
    .execute();
  const figuresOf = (of: OfferTerms) => ({
    payoffCents: externalDebtsOf(of).find((debt) => debt.existingDebtId === existingDebtId)?.payoffCents ?? 0,
    payoutCents: payoutOf(of, loan),
  });
  const [before, after] = [figuresOf(loan.terms), figuresOf(terms)];
  await record(tx, {
    platformId,
    businessId,
    kind: "offer.payoff_changed",
    body: {
      offerId,
      applicationId,
      payoffLetterId: letter.id,
      fromCents: before.payoffCents,
      toCents: after.payoffCents,
    },
    action: "staff.closing.record-payoff-letter",
    object: { kind: "offer", id: offerId },
    before,
    after,
    actor: { kind: "STAFF", id: by.memberId },
    requestId: by.requestId,
  });
}

/** What a loan pays out after its fee and what it pays off. */
export function payoutOf(terms: OfferTerms, { amountCents, pricedOn }: Pick<ChosenLoan, "amountCents" | "pricedOn">) {
  const issued = issuedTerms(terms, amountCents, dateAt(pricedOn));
  if (issued.kind === "LINE") throw new Error("a line pays off no debt");
  return issued.payoutCents;
}

/** Ends the task of staff when the last letter of the offer has arrived. The owner is told while the agreement is open. */
async function noteReceived(
  tx: Tx,
  tenant: Tenant,
  applicationId: string,
  isPayoffChanged: boolean,
  { memberId, requestId }: By,
): Promise<void> {
  const { platformId, businessId } = tenant;
  const loan = await readChosenLoan(tx, tenant, applicationId);
  if (await areLettersAwaited(tx, loan, dateAt(await businessNow(tx, businessId)), !loan.isOpen)) return;
  await endAskingForLetters(tx, applicationId);
  if (!loan.isOpen) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "payoff_letters.received",
    body: { applicationId, offerId: loan.offerId, isPayoffChanged },
    action: "staff.closing.record-payoff-letter",
    object: { kind: "offer", id: loan.offerId },
    after: { isPayoffChanged },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
}

/**
 * Asks for the letters of a chosen or signed loan again when one ceases to suffice. A letter that another has superseded, or whose loan is
 * made or ended, asks for nothing.
 */
export const watchLetter: DueJob = {
  name: "payoff-letter.end",
  table: "payoff_letter",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a payoff letter belongs to a business");
    const { application_id: applicationId, good_through: goodThrough } = await tx
      .selectFrom("payoff_letter")
      .select(["application_id", "good_through"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await lockApplication(tx, applicationId);
    await tx
      .updateTable("payoff_letter")
      .set({ next_action_at: letterNextEndsAt(goodThrough as unknown as BusinessDate, now) })
      .where("id", "=", id)
      .execute();
    const loan = await findChosenLoan(tx, businessId, applicationId);
    if (loan) await askForLetters(tx, { platformId, businessId }, loan, !loan.isOpen);
  },
};
