import { Refusal } from "@inlay/contracts/errors.ts";
import {
  isDisclosedBeforeAgreement,
  type NextToSign,
  nextToSign,
  type SigningProgress,
} from "@inlay/lending/disclosures/next-to-sign.ts";
import { signingLifecycle } from "@inlay/lending/documents/signing.ts";
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
import { type OfferSigning, signingsOfOffer, voidSigning } from "../documents/public.ts";
import { SigningUnavailable } from "../providers/e-sign/port.ts";
import { money } from "./form-data.ts";
import { formFor } from "./render-disclosure.ts";

export type Tenant = { platformId: string; businessId: string };

/** An offer and the amount that its owner chooses. Null: the largest amount. */
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
  termsSha256: Buffer;
  form: ReturnType<typeof formFor>;
  disclosure: StoredDisclosure | null;
  signings: OfferSigning[];
  progress: SigningProgress;
  next: NextToSign;
};

export const isOpen = ({ status }: OfferSigning): boolean => !signingLifecycle.isOver(status);
const isEndedUnsigned = (signing: OfferSigning): boolean => !isOpen(signing) && signing.status !== "COMPLETED";

/** How often a document was presented before, so that a declined one can be presented again under a reference of its own. */
export const attemptOf = (signings: readonly OfferSigning[]): number => signings.filter(isEndedUnsigned).length + 1;

/**
 * Reads an offer that its owner can still accept, at an amount that can be chosen; refuses any other. A locked offer is not disclosed,
 * opened or changed by another transaction.
 */
export async function readChosenOffer(
  tx: Tx,
  { businessId }: Tenant,
  { offerId, amountCents: chosenCents }: Choice,
  lock: "locked" | "not locked",
): Promise<ChosenOffer> {
  const offer = await readOffer(tx, businessId, offerId, lock);
  // An offer that may still get a mark-up has no price yet and is not shown.
  if (!offer?.is_locked) throw new Refusal("NOT_FOUND", { context: { object: "offer" } });
  const offeredCents = cents(Number(offer.amount_cents));
  const terms = offer.terms as OfferTerms;
  const amountCents = chosenCents === null ? offeredCents : cents(chosenCents);
  const signings = await signingsOfOffer(tx, offerId);
  const standing = signings.find((one) => one.kind === "AGREEMENT" && !isEndedUnsigned(one));
  const refusal = whyNotSelectOffer(
    {
      offer: {
        status: offer.status as OfferStatus,
        expiredAt: offer.expires_at,
        primaryOwnerSignedAt: standing?.signedAt ?? null,
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

  const { form, stored, progress } = await readProgress(tx, offer, amountCents, signings);
  return {
    offerId,
    amountCents,
    termsSha256: offer.termsSha256,
    form,
    disclosure: stored,
    signings,
    progress,
    next: nextToSign(progress),
  };
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
    .select(["o.id", "o.status", "o.terms", "o.amount_cents", "o.state", "o.is_locked", "o.expires_at"])
    .select(["o.application_id", "a.status as applicationStatus"])
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

const wrongState = (status: string, allowedFrom: string[]) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom } });

export function amountOutOfRange(range: AmountRange | null): Refusal {
  if (!range) throw new Error("an amount that cannot be changed has no range");
  const { minCents, maxCents, stepCents } = range;
  return new Refusal("AMOUNT_OUT_OF_RANGE", {
    context: { min: money(minCents), max: money(maxCents), step: money(stepCents) },
  });
}

/** Whether another application of the business has an accepted offer that is not an issued product yet. */
async function isAcceptedElsewhere(tx: Tx, businessId: string, applicationId: string): Promise<boolean> {
  const accepted = await tx
    .selectFrom("offer as o")
    .innerJoin("loan_application as a", "a.id", "o.application_id")
    .select("o.id")
    .where("o.business_id", "=", businessId)
    .where("o.application_id", "<>", applicationId)
    .where("o.status", "=", "ACCEPTED")
    .where("a.status", "<>", "OPERATIONAL_LOAN")
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

/** Voids documents that nobody shall sign any more. One that is just being sent to the vendor cannot be voided yet. */
export async function voidSignings(
  app: AppContext,
  tenant: Tenant,
  signings: readonly OfferSigning[],
  reason: string,
): Promise<void> {
  if (signings.some(({ status }) => status === "PREPARING")) throw new Refusal("SIGNING_BEING_PREPARED");
  for (const { id } of signings)
    await voidSigning(app, { platformId: tenant.platformId, businessId: tenant.businessId, id }, reason).catch(
      unlessUnavailable,
    );
}

/** A vendor that does not answer is a refusal, because the request can be repeated. */
export function unlessUnavailable(error: unknown): never {
  throw error instanceof SigningUnavailable ? new Refusal("UNAVAILABLE") : error;
}
