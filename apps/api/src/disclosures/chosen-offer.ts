import { Refusal } from "@inlay/contracts/errors.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import {
  isDisclosedBeforeAgreement,
  type NextToSign,
  nextToSign,
  type SigningProgress,
} from "@inlay/lending/disclosures/next-to-sign.ts";
import { type SigningStatus, signingLifecycle } from "@inlay/lending/documents/signing.ts";
import type { AmountRange } from "@inlay/lending/mechanics/amount-range.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { adjustableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import type { OfferStatus } from "@inlay/lending/offers/offer-status.ts";
import { whyNotSelectOffer } from "@inlay/lending/offers/why-not-select-offer.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import {
  type OfferSigning,
  type SigningRecipient,
  signersOf,
  signingsOfOffer,
  voidSigning,
} from "../documents/public.ts";
import { money } from "./form-data.ts";
import { areLettersAwaited, type PaidOff } from "./payoff-letters.ts";
import { formFor } from "./render-disclosure.ts";

export type Tenant = { platformId: string; businessId: string };

/** An offer and the amount that its owner chooses. Null: the amount that is chosen already, else the largest. */
export type Choice = { offerId: string; amountCents: number | null };

/** A stored form that no other has superseded. */
export type StoredDisclosure = {
  id: string;
  state: string;
  formVersion: string;
  amountCents: Cents;
  aprPercentage: number;
  sha256: string;
  needsSignature: boolean;
  deliveredAt: Date | null;
  signedAt: Date | null;
};

/** An open offer at the chosen amount, with what was disclosed and presented for signature about it. */
export type ChosenOffer = {
  offerId: string;
  amountCents: Cents;
  isSelected: boolean;
  /** The offer is chosen, and a closing step before the agreement is open. The agreement prints what these steps collect. */
  isClosingOpen: boolean;
  /** What the offer pays off. */
  paidOff: PaidOff;
  /** A debt that the offer pays off has no payoff letter in force. The agreement prints its figure. */
  awaitsLetters: boolean;
  /** Staff have not decided about a change of who signs. */
  awaitsSignerChange: boolean;
  termsSha256: Buffer;
  form: ReturnType<typeof formFor>;
  disclosure: StoredDisclosure | null;
  signings: OfferSigning[];
  progress: SigningProgress;
  next: NextToSign;
};

export const isOpen = ({ status }: OfferSigning): boolean => !signingLifecycle.isOver(status);
const isEndedUnsigned = (signing: OfferSigning): boolean => !isOpen(signing) && signing.status !== "COMPLETED";

const isAgreementInForce = (signing: OfferSigning): boolean =>
  signing.kind === "AGREEMENT" && !isEndedUnsigned(signing) && signing.signedAt !== null;

/** How often a document was presented before, so that a declined one can be presented again under a reference of its own. */
export const attemptOf = (signings: readonly OfferSigning[]): number => signings.filter(isEndedUnsigned).length + 1;

/**
 * Reads an offer that its owner can still accept, at an amount that can be chosen; refuses any other. Once an offer is selected, only that one
 * and only the chosen amount. A locked offer is not disclosed, opened or changed by another transaction.
 */
export async function readOpenOffer(
  tx: Tx,
  { businessId }: Tenant,
  { offerId, amountCents: askedCents }: Choice,
  lock: "locked" | "not locked",
) {
  const offer = await readOffer(tx, businessId, offerId, lock);
  // An offer that may still get a mark-up has no price yet and is not shown.
  if (!offer?.is_locked) throw new Refusal("NOT_FOUND", { context: { object: "offer" } });
  const offeredCents = cents(Number(offer.amount_cents));
  const terms = offer.terms as OfferTerms;
  const chosenCents = offer.chosen_amount_cents === null ? null : cents(Number(offer.chosen_amount_cents));
  const amountCents = askedCents === null ? (chosenCents ?? offeredCents) : cents(askedCents);
  const signings = await signingsOfOffer(tx, offerId);
  const siblings = await readSiblings(tx, offer);
  const signedAt = [...signings, ...siblings.signings].find(isAgreementInForce)?.signedAt ?? null;
  const refusal = whyNotSelectOffer(
    {
      offer: {
        status: offer.status as OfferStatus,
        expiredAt: offer.expires_at,
        primaryOwnerSignedAt: signedAt,
        terms,
        amountCents: offeredCents,
      },
      customAmountCents: amountCents === offeredCents ? null : amountCents,
    },
    await isAcceptedElsewhere(tx, businessId, offer.application_id),
    await businessNow(tx, businessId),
  );
  if (refusal === "WRONG_STATE") throw wrongState(offer.status, ["WAITING_FOR_SELECTION", "SELECTED"]);
  if (refusal === "AMOUNT_OUT_OF_RANGE") throw amountOutOfRange(adjustableAmount(terms, offeredCents));
  if (refusal) throw new Refusal(refusal);
  if (offer.applicationStatus !== "WAITING_FOR_ACCEPTANCE")
    throw wrongState(offer.applicationStatus, ["WAITING_FOR_ACCEPTANCE"]);
  if (siblings.isOneSelected) throw new Refusal("OTHER_OFFER_SELECTED");
  if (chosenCents !== null && amountCents !== chosenCents)
    throw new Refusal("AMOUNT_NOT_CHOSEN", { context: { amount: money(chosenCents) } });
  return { offer, amountCents, signings };
}

/** Reads an open offer with what was disclosed and presented for signature about it. */
export async function readChosenOffer(
  tx: Tx,
  tenant: Tenant,
  choice: Choice,
  lock: "locked" | "not locked",
): Promise<ChosenOffer> {
  const { offer, amountCents, signings } = await readOpenOffer(tx, tenant, choice, lock);
  const { form, stored, progress } = await readProgress(tx, offer, amountCents, signings);
  const paidOff = { applicationId: offer.application_id, terms: offer.terms as OfferTerms };
  const today = dateAt(await businessNow(tx, tenant.businessId));
  return {
    offerId: offer.id,
    amountCents,
    isSelected: offer.status === "SELECTED",
    isClosingOpen: offer.status === "SELECTED" && offer.offerStep !== "COLLECT_LEGAL_AGREEMENTS",
    paidOff,
    awaitsLetters: await areLettersAwaited(tx, paidOff, today),
    awaitsSignerChange: await isSignerChangePending(tx, tenant.businessId),
    termsSha256: offer.termsSha256,
    form,
    disclosure: stored,
    signings,
    progress,
    next: nextToSign(progress),
  };
}

/** What is delivered or signed next of a selected offer. */
export async function nextToSignOf(tx: Tx, { businessId }: Tenant, offerId: string): Promise<NextToSign> {
  const offer = await readOffer(tx, businessId, offerId, "not locked");
  if (!offer || offer.chosen_amount_cents === null) throw new Error("a selected offer has a chosen amount");
  const signings = await signingsOfOffer(tx, offerId);
  const { progress } = await readProgress(tx, offer, cents(Number(offer.chosen_amount_cents)), signings);
  return nextToSign(progress);
}

/**
 * The closing check DISCLOSURE_SIGNED_BEFORE_AGREEMENT of an offer whose agreement is signed. The form counts as it was then, even if the
 * form of the state has changed since.
 */
export async function checkDisclosedBeforeAgreement(tx: Tx, { businessId }: Tenant, offerId: string): Promise<boolean> {
  const offer = await readOffer(tx, businessId, offerId, "not locked");
  const signings = await signingsOfOffer(tx, offerId);
  const signed = signings.find(({ kind, status }) => kind === "AGREEMENT" && status === "COMPLETED");
  if (!offer || !signed) return false;
  const { progress, isOfTerms } = await readProgress(tx, offer, signed.amountCents, signings);
  const disclosure = progress.disclosure && { ...progress.disclosure, isCurrent: isOfTerms };
  return isDisclosedBeforeAgreement({ ...progress, disclosure });
}

async function readOffer(tx: Tx, businessId: string, offerId: string, lock: "locked" | "not locked") {
  const query = tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.decision_id", "s.taken_at"])
    .select(["o.id", "o.status", "o.terms", "o.amount_cents", "o.state", "o.is_locked", "o.expires_at"])
    .select(["o.application_id", "o.chosen_amount_cents", "a.status as applicationStatus", "a.offer_step as offerStep"])
    .select(sql<Buffer>`app.offer_terms_sha256(o.terms, o.markup_percentage, o.state)`.as("termsSha256"))
    .where("o.id", "=", offerId)
    .where("o.business_id", "=", businessId);
  return (lock === "locked" ? query.forUpdate("o") : query).executeTakeFirst();
}
type Offer = NonNullable<Awaited<ReturnType<typeof readOffer>>>;

async function readProgress(tx: Tx, offer: Offer, amountCents: Cents, signings: readonly OfferSigning[]) {
  // An offer that is older than the column has no state, and no form applies to it.
  const form = formFor(offer.state ?? "", (offer.terms as OfferTerms).productType, amountCents);
  const found = await currentDisclosure(tx, offer.id);
  const stored = found?.disclosure ?? null;
  const isOfTerms = stored?.amountCents === amountCents && found?.termsSha256.equals(offer.termsSha256) === true;
  const isOfForm = found?.formSha256 === form?.text.sha256 && stored?.formVersion === form?.version;
  const agreement = signings.findLast((one) => one.kind === "AGREEMENT" && one.amountCents === amountCents);
  const progress: SigningProgress = {
    required: form && (form.pack.isSigned ? "SIGNED" : "DELIVERED"),
    disclosure: stored && {
      isCurrent: isOfTerms && isOfForm,
      deliveredAt: stored.deliveredAt,
      signedAt: stored.signedAt,
    },
    agreement: agreement ? { status: agreement.status, openedAt: agreement.orderedAt } : null,
  };
  return { form, stored, progress, isOfTerms };
}

/** Whether another offer of the application is selected, and what was presented for signature about the others. */
async function readSiblings(tx: Tx, { id, application_id }: Offer) {
  const rows = await tx
    .selectFrom("offer")
    .select(["id", "status"])
    .where("application_id", "=", application_id)
    .where("id", "<>", id)
    .execute();
  const signings: OfferSigning[] = [];
  for (const row of rows) signings.push(...(await signingsOfOffer(tx, row.id)));
  return { isOneSelected: rows.some(({ status }) => status === "SELECTED"), signings };
}

const wrongState = (status: string, allowedFrom: string[]) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom } });

export function amountOutOfRange(range: AmountRange | null): Refusal {
  if (!range) throw new Error("an amount that cannot be changed has no range");
  const { minCents, maxCents, stepCents } = range;
  return new Refusal("AMOUNT_OUT_OF_RANGE", {
    context: { min: money(minCents), max: money(maxCents), step: money(stepCents) },
  });
}

/** Whether staff have not decided about a change of who signs for a business. No agreement of it is presented until then. */
export async function isSignerChangePending(tx: Tx, businessId: string): Promise<boolean> {
  const change = await tx
    .selectFrom("co_signer_change")
    .select("id")
    .where("business_id", "=", businessId)
    .where("status", "=", "PENDING")
    .limit(1)
    .executeTakeFirst();
  return change !== undefined;
}

/** Whether another application of the business has an offer that is signed by its owner and neither funded nor ended. */
async function isAcceptedElsewhere(tx: Tx, businessId: string, applicationId: string): Promise<boolean> {
  const accepted = await tx
    .selectFrom("loan_application")
    .select("id")
    .where("business_id", "=", businessId)
    .where("id", "<>", applicationId)
    .where("offer_step", "=", "OFFER_ACCEPTED")
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}

async function currentDisclosure(tx: Tx, offerId: string) {
  const row = await tx
    .selectFrom("disclosure")
    .selectAll()
    .where("offer_id", "=", offerId)
    .where("superseded_by", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const disclosure: StoredDisclosure = {
    id: row.id,
    state: row.state,
    formVersion: row.form_version,
    amountCents: cents(Number(row.amount_cents)),
    aprPercentage: Number(row.apr_percentage),
    sha256: row.document_sha256.toString("hex"),
    needsSignature: row.needs_signature,
    deliveredAt: row.delivered_at,
    signedAt: row.signed_at,
  };
  return { disclosure, termsSha256: row.terms_sha256, formSha256: row.form_sha256.toString("hex") };
}

/** An agreement that the primary owner has signed. */
export type SignedAgreement = { signingId: string; signedAt: Date; status: SigningStatus; isComplete: boolean };

/** When the primary owner signed the agreement of an offer, and whether everybody has. Null: it is not signed, or was voided. */
export async function agreementOf(tx: Tx, offerId: string): Promise<SignedAgreement | null> {
  const agreement = (await signingsOfOffer(tx, offerId)).find(isAgreementInForce);
  if (!agreement?.signedAt) return null;
  const { id: signingId, signedAt, status } = agreement;
  return { signingId, signedAt, status, isComplete: status === "COMPLETED" };
}

/** The latest agreement of an offer, whatever became of it. Null: none was presented. */
export async function latestAgreementOf(tx: Tx, offerId: string): Promise<OfferSigning | null> {
  return (await signingsOfOffer(tx, offerId)).findLast(({ kind }) => kind === "AGREEMENT") ?? null;
}

/** The offer and the application of an agreement. Null: the signing is of another kind. */
export async function offerOfAgreement(tx: Tx, signingId: string) {
  const row = await tx
    .selectFrom("signing as s")
    .innerJoin("offer as o", "o.id", "s.offer_id")
    .select(["o.id as offerId", "o.application_id as applicationId"])
    .where("s.id", "=", signingId)
    .where("s.kind", "=", "AGREEMENT")
    .executeTakeFirst();
  return row ?? null;
}

/** Who signs the agreement of an offer that is in force, and who has signed it. */
export async function agreementSigners(tx: Tx, offerId: string): Promise<SigningRecipient[]> {
  const agreement = (await signingsOfOffer(tx, offerId)).find(isAgreementInForce);
  return agreement ? signersOf(tx, agreement.id) : [];
}

/** What is out for signature about the offers of an application and not about this choice. Null: everything. */
export async function otherSignings(
  tx: Tx,
  applicationId: string,
  kept: { offerId: string; amountCents: number } | null,
): Promise<OfferSigning[]> {
  const offers = await tx.selectFrom("offer").select("id").where("application_id", "=", applicationId).execute();
  const others: OfferSigning[] = [];
  for (const { id } of offers)
    for (const signing of await signingsOfOffer(tx, id))
      if (isOpen(signing) && !(id === kept?.offerId && signing.amountCents === kept.amountCents)) others.push(signing);
  return others;
}

/** The agreements of an offer that are out for signature. */
export async function agreementsToVoid(tx: Tx, offerId: string): Promise<OfferSigning[]> {
  return (await signingsOfOffer(tx, offerId)).filter((one) => one.kind === "AGREEMENT" && isOpen(one));
}

/** Voids documents that nobody shall sign any more. One that is just being sent to the vendor cannot be voided yet. */
export async function voidSignings(
  app: AppContext,
  tenant: Tenant,
  signings: readonly OfferSigning[],
  reason: string,
): Promise<void> {
  if (signings.some(({ status }) => status === "PREPARING")) throw new Refusal("SIGNING_BEING_PREPARED");
  for (const { id } of signings)
    await voidSigning(app, { platformId: tenant.platformId, businessId: tenant.businessId, id }, reason);
}
