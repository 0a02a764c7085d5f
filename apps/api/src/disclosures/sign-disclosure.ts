import { Refusal } from "@inlay/contracts/errors.ts";
import type { SigningStatus } from "@inlay/lending/documents/signing.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { orderSigning, prepareOrder, primarySigner, signingLinkOf } from "../documents/public.ts";
import { primaryOwnerOf } from "../people/public.ts";
import type { Place } from "../providers/document-renderer/port.ts";
import type { SigningLink } from "../providers/e-sign/port.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { attemptOf, isOpen, readChosenOffer, type Tenant } from "./chosen-offer.ts";
import { readDisclosure, readForm } from "./deliver.ts";

/** What was fetched before the transaction: the link of a document that is out for signature, or the order of one. */
export type PreparedSigning = { link: SigningLink | null } | { order: Awaited<ReturnType<typeof prepareOrder>> };

/** A document that the owner signs. There is no link while it is being prepared and once it is signed. */
export type DocumentToSign = { status: SigningStatus; link: SigningLink | null };

export const linkOf = (app: AppContext, { platformId, businessId }: Tenant, id: string): Promise<SigningLink | null> =>
  signingLinkOf(app, { platformId, businessId, id }, primarySigner);

/** A delivered form that is signed, and what was presented of it. Refuses one that is not current, not delivered or needs no signature. */
async function readFormToSign(tx: Tx, tenant: Tenant, id: string, lock: "locked" | "not locked") {
  const { offer_id: offerId, amount_cents, places } = await readDisclosure(tx, tenant, id, "not locked");
  const amountCents = Number(amount_cents);
  const chosen = await readChosenOffer(tx, tenant, { offerId, amountCents }, lock);
  const { disclosure } = chosen;
  if (disclosure?.id !== id || !chosen.progress.disclosure?.isCurrent) throw new Refusal("DISCLOSURE_SUPERSEDED");
  if (!disclosure.needsSignature) throw new Refusal("DISCLOSURE_ONLY_DELIVERED");
  if (chosen.next === "DELIVER_DISCLOSURE") throw new Refusal("DISCLOSURE_NOT_DELIVERED");
  const signings = chosen.signings.filter(({ disclosureId }) => disclosureId === id);
  const presented = signings.find((one) => isOpen(one) || one.status === "COMPLETED");
  return { chosen, disclosure, signings, presented, places: places as unknown as Place[] };
}

export async function prepareSigningOfDisclosure(
  app: AppContext,
  tenant: Tenant,
  id: string,
): Promise<PreparedSigning> {
  const { chosen, disclosure, signings, presented, places, owner } = await inScope(app.pool, tenant, async (tx) => ({
    ...(await readFormToSign(tx, tenant, id, "not locked")),
    owner: await primaryOwnerOf(tx, tenant.businessId),
  }));
  if (presented) return { link: await linkOf(app, tenant, presented.id) };
  if (!owner) throw new Error("an offer has a primary owner");
  const { offerId, amountCents } = chosen;
  const order = await prepareOrder(app, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    reference: `disclosure/${id}/${attemptOf(signings)}`,
    name: "Disclosure",
    document: { pdf: await readForm(app, tenant, id), sha256: disclosure.sha256, places },
    signers: [
      { signerId: primarySigner, firstName: owner.firstName, lastName: owner.lastName, email: owner.email, order: 1 },
    ],
    subject: { kind: "DISCLOSURE", offerId, amountCents, disclosureId: id },
  });
  return { order };
}

export async function signDisclosure(
  tx: Tx,
  tenant: Tenant,
  id: string,
  prepared: PreparedSigning,
  by: Actor,
): Promise<DocumentToSign> {
  const { presented } = await readFormToSign(tx, tenant, id, "locked");
  return present(tx, presented, prepared, by);
}

/** The document that is out for signature, or else a new order of it. The caller has locked the offer. */
export async function present(
  tx: Tx,
  presented: { status: SigningStatus } | undefined,
  prepared: PreparedSigning,
  by: Actor,
): Promise<DocumentToSign> {
  if (presented) return { status: presented.status, link: "link" in prepared ? prepared.link : null };
  // What was out for signature has ended since the preparation.
  if (!("order" in prepared)) throw new Refusal("BUSY");
  await orderSigning(tx, prepared.order, by);
  return { status: "PREPARING", link: null };
}

/** Records that a form is signed once the vendor has the signature. A form that was superseded until then stays unsigned. */
export async function recordSignature(
  _: AppContext,
  { platformId, businessId, body: { signingId } }: RecordedEvent<"signing.completed">,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    const signed = await tx
      .updateTable("disclosure as d")
      .from("signing as s")
      .set({ signed_at: sql<Date>`now()` })
      .whereRef("s.disclosure_id", "=", "d.id")
      .where("s.id", "=", signingId)
      .where("d.superseded_by", "is", null)
      .where("d.signed_at", "is", null)
      .returning(["d.id", "d.offer_id"])
      .executeTakeFirst();
    if (!signed) return;
    await record(tx, {
      platformId,
      businessId,
      kind: "disclosure.signed",
      action: "disclosure.sign",
      body: { disclosureId: signed.id, offerId: signed.offer_id, signingId },
      object: { kind: "disclosure", id: signed.id },
      before: { isSigned: false },
      after: { isSigned: true },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  };
}
