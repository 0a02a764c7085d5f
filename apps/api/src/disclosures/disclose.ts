import { Refusal } from "@inlay/contracts/errors.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { originalKeyOf, saveFile } from "../documents/public.ts";
import { type Choice, type ChosenOffer, isOpen, readChosenOffer, type Tenant, voidSignings } from "./chosen-offer.ts";
import { readOfferToDisclose } from "./read-offer.ts";
import { type Disclosure, renderDisclosure } from "./render-disclosure.ts";

/** A form whose file is stored, and the terms that it was made from. */
export type PreparedDisclosure = { id: string; amountCents: number; termsSha256: Buffer; disclosure: Disclosure };

const isDisclosed = ({ form, progress }: ChosenOffer): boolean =>
  form === null || progress.disclosure?.isCurrent === true;

/** What is out for signature and not about the chosen amount, or about a form that is no longer current. */
const outdatedSignings = (chosen: ChosenOffer) =>
  chosen.signings.filter((one) => isOpen(one) && (one.amountCents !== chosen.amountCents || !isDisclosed(chosen)));

/**
 * Renders and stores the form of an offer at the chosen amount, unless it is the current one, and voids what was presented for another. It
 * is voided at the vendor first, because a signature that is given there until then is valid.
 */
export async function prepareDisclosure(
  app: AppContext,
  tenant: Tenant,
  choice: Choice,
): Promise<PreparedDisclosure | null> {
  const { chosen, offer } = await inScope(app.pool, tenant, async (tx) => ({
    chosen: await readChosenOffer(tx, tenant, choice, "not locked"),
    offer: await readOfferToDisclose(tx, { ...tenant, offerId: choice.offerId }),
  }));
  const { amountCents, termsSha256 } = chosen;
  const id = uuidv7();
  const disclosure = isDisclosed(chosen)
    ? null
    : await renderDisclosure(app, { ...offer, amountCents, documentId: id, issuedAt: new Date() });
  if (disclosure) await saveFile(app, originalKeyOf({ ...tenant, id }), disclosure.document.pdf);
  await voidSignings(app, tenant, outdatedSignings(chosen), "Another amount was chosen.");
  return disclosure && { id, amountCents, termsSha256, disclosure };
}

/** Makes the prepared form the current one of its offer. The same choice leaves the form as it is. */
export async function disclose(
  tx: Tx,
  tenant: Tenant,
  choice: Choice,
  prepared: PreparedDisclosure | null,
  by: { actor: Actor; requestId: string | null },
): Promise<ChosenOffer> {
  const chosen = await readChosenOffer(tx, tenant, choice, "locked");
  // Something was opened or repriced since the preparation.
  if (outdatedSignings(chosen).length > 0) throw new Refusal("BUSY");
  const { form, disclosure: superseded } = chosen;
  if (!form || isDisclosed(chosen)) return chosen;
  if (!prepared || prepared.amountCents !== chosen.amountCents || !prepared.termsSha256.equals(chosen.termsSha256))
    throw new Refusal("BUSY");
  const { id, disclosure } = prepared;
  if (superseded)
    await tx.updateTable("disclosure").set({ superseded_by: id }).where("id", "=", superseded.id).execute();
  await tx
    .insertInto("disclosure")
    .values({
      id,
      platform_id: tenant.platformId,
      business_id: tenant.businessId,
      offer_id: chosen.offerId,
      state: form.pack.state,
      form_version: disclosure.formVersion,
      form_sha256: Buffer.from(disclosure.formSha256, "hex"),
      document_sha256: Buffer.from(disclosure.document.sha256, "hex"),
      terms_sha256: chosen.termsSha256,
      amount_cents: chosen.amountCents,
      apr_percentage: disclosure.figures.aprPercentage,
      needs_signature: chosen.progress.required === "SIGNED",
      places: JSON.stringify(disclosure.document.places),
    })
    .execute();
  await record(tx, {
    platformId: tenant.platformId,
    businessId: tenant.businessId,
    kind: "disclosure.created",
    action: "disclosure.create",
    body: {
      disclosureId: id,
      offerId: chosen.offerId,
      amountCents: chosen.amountCents,
      sha256: disclosure.document.sha256,
      supersedes: superseded?.id ?? null,
    },
    object: { kind: "disclosure", id },
    after: { offerId: chosen.offerId, amountCents: chosen.amountCents, formVersion: disclosure.formVersion },
    actor: by.actor,
    requestId: by.requestId,
  });
  return readChosenOffer(tx, tenant, choice, "locked");
}
