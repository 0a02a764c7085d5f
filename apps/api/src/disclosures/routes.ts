import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { readOfferToDisclose } from "./read-offer.ts";
import { renderDisclosure } from "./render-disclosure.ts";

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
