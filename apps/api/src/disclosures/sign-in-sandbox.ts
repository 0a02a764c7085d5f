import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { prepareSigning, signInSandbox, signingsOfOffer } from "../documents/public.ts";
import { isOpen } from "./chosen-offer.ts";
import { readForm, recordDelivery } from "./deliver.ts";
import { disclose, prepareDisclosure } from "./disclose.ts";
import { openAgreement, prepareAgreement } from "./open-agreement.ts";
import { prepareSigningOfDisclosure, recordSignature, signDisclosure } from "./sign-disclosure.ts";

type Owner = { platformId: string; businessId: string; userId: string };
type Request = { address: string; userAgent: string; requestId: string };

/**
 * Lets the primary owner sign the documents of a chosen offer without a person at the vendor's page. The vendor simulates the signer; the
 * rest is the ordinary path: the disclosure is delivered and signed, and then the agreement.
 */
export async function signDocumentsInSandbox(
  app: AppContext,
  { platformId, businessId, userId }: Owner,
  offerId: string,
  request: Request,
): Promise<void> {
  const tenant = { platformId, businessId };
  const actor = { kind: "USER", id: userId } as const;
  const choice = { offerId, amountCents: null };
  const sign = async (kind: "DISCLOSURE" | "AGREEMENT") => {
    const signings = await inScope(app.pool, tenant, (tx) => signingsOfOffer(tx, offerId));
    const open = signings.find((one) => one.kind === kind && isOpen(one));
    if (!open) return;
    const ids = { ...tenant, id: open.id };
    await prepareSigning(app, ids);
    await signInSandbox(app, ids, "PRIMARY_OWNER");
    // What the event of the signature causes as well. The next document waits for it.
    const body = { signingId: open.id, sha256: "" };
    const save = await recordSignature(app, { platformId, businessId, body } as Parameters<typeof recordSignature>[1]);
    await inScope(app.pool, tenant, save);
  };

  const prepared = await prepareDisclosure(app, tenant, choice);
  const by = { actor, requestId: request.requestId };
  const { form, disclosure } = await inScope(app.pool, tenant, (tx) => disclose(tx, tenant, choice, prepared, by));
  if (form && disclosure) {
    const pdf = await readForm(app, tenant, disclosure.id);
    await inScope(app.pool, tenant, (tx) => recordDelivery(tx, { ...tenant, userId, ...request }, disclosure.id, pdf));
    if (disclosure.needsSignature && !disclosure.signedAt) {
      const order = await prepareSigningOfDisclosure(app, tenant, disclosure.id);
      await inScope(app.pool, tenant, (tx) => signDisclosure(tx, tenant, disclosure.id, order, actor));
      await sign("DISCLOSURE");
    }
  }
  const order = await prepareAgreement(app, tenant, choice);
  await inScope(app.pool, tenant, (tx) => openAgreement(tx, tenant, choice, order, actor));
  await sign("AGREEMENT");
}

/** Lets the co-owners sign the agreement of a chosen offer, which the primary owner has signed. */
export async function coSignInSandbox(
  app: AppContext,
  { platformId, businessId }: Pick<Owner, "platformId" | "businessId">,
  offerId: string,
): Promise<void> {
  const tenant = { platformId, businessId };
  const signings = await inScope(app.pool, tenant, (tx) => signingsOfOffer(tx, offerId));
  for (const one of signings)
    if (one.kind === "AGREEMENT" && isOpen(one))
      await signInSandbox(app, { platformId, businessId, id: one.id }, "CO_OWNERS");
}
