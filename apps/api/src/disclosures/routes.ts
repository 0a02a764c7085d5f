import * as calls from "@inlay/contracts/calls/disclosures.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import type { ChosenOffer } from "./chosen-offer.ts";
import { readForm, recordDelivery } from "./deliver.ts";
import { disclose, prepareDisclosure } from "./disclose.ts";
import { openAgreement, prepareAgreement } from "./open-agreement.ts";
import { readOfferToDisclose } from "./read-offer.ts";
import { renderDisclosure } from "./render-disclosure.ts";
import { type DocumentToSign, prepareSigningOfDisclosure, signDisclosure } from "./sign-disclosure.ts";

export function disclosureRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    calls.discloseOffer,
    ({ caller, params, body }) =>
      prepareDisclosure(app, tenantOf(caller), { offerId: params.id, amountCents: body.amountCents }),
    async ({ tx, caller, params, body, ready, requestId }) => {
      const choice = { offerId: params.id, amountCents: body.amountCents };
      return toDisclosureResponse(
        await disclose(tx, tenantOf(caller), choice, ready, { actor: actorOf(caller), requestId }),
      );
    },
  );
  authenticatedRoute(
    calls.getDisclosureFile,
    ({ caller, params }) => readForm(app, tenantOf(caller), params.id),
    async ({ tx, caller, params: { id }, ready, address, userAgent, requestId }) => {
      await recordDelivery(
        tx,
        { ...tenantOf(caller), userId: caller.userId, address, userAgent, requestId },
        id,
        ready,
      );
      return { fileName: `disclosure-${id}.pdf`, contents: new Uint8Array(ready) };
    },
  );
  authenticatedRoute(
    calls.signDisclosure,
    ({ caller, params }) => prepareSigningOfDisclosure(app, tenantOf(caller), params.id),
    async ({ tx, caller, params, ready }) =>
      toSigningResponse(await signDisclosure(tx, tenantOf(caller), params.id, ready, actorOf(caller))),
  );
  authenticatedRoute(
    calls.openAgreement,
    ({ caller, params, body }) =>
      prepareAgreement(app, tenantOf(caller), { offerId: params.id, amountCents: body.amountCents }),
    async ({ tx, caller, params, body, ready }) => {
      const choice = { offerId: params.id, amountCents: body.amountCents };
      return toSigningResponse(await openAgreement(tx, tenantOf(caller), choice, ready, actorOf(caller)));
    },
  );
}

type Caller = { platformId: string; businessId: string; userId: string };
const tenantOf = ({ platformId, businessId }: Caller) => ({ platformId, businessId });
const actorOf = ({ userId }: Caller) => ({ kind: "USER", id: userId }) as const;

const toSigningResponse = ({ status, link }: DocumentToSign) => ({
  status,
  link: link && { url: link.url, expiresAt: link.expiresAt.toISOString() },
});

/** A form that is stored for another amount is not the one of the choice. */
function toDisclosureResponse({ next, form, disclosure }: ChosenOffer) {
  if (!form || !disclosure) return { next, disclosure: null };
  const { id, state, formVersion, amountCents, aprPercentage, sha256, needsSignature, deliveredAt, signedAt } =
    disclosure;
  return {
    next,
    disclosure: {
      id,
      state,
      formVersion,
      amountCents,
      aprPercentage,
      sha256,
      needsSignature,
      deliveredAt: deliveredAt?.toISOString() ?? null,
      signedAt: signedAt?.toISOString() ?? null,
    },
  };
}

export function disclosureStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.getOfferDisclosure,
    async ({ caller: { platformId }, params: { businessId, offerId } }) => {
      const tenant = { platformId, businessId };
      const offer = await inScope(app.pool, tenant, (tx) => readOfferToDisclose(tx, { ...tenant, offerId }));
      const disclosure = await renderDisclosure(app, { ...offer, issuedAt: new Date() });
      if (!disclosure) throw new Refusal("DISCLOSURE_NOT_REQUIRED");
      return disclosure.document.pdf;
    },
    async ({ params: { offerId }, ready }) => ({
      fileName: `disclosure-${offerId}.pdf`,
      contents: new Uint8Array(ready),
    }),
  );
}
