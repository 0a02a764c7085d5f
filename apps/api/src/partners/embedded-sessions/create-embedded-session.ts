import type { PartnerEmbeddedSession } from "@inlay/contracts/partner/embedded-sessions/embedded-session.ts";
import type { SessionData } from "@inlay/contracts/partner/embedded-sessions/session-invoice.ts";
import type { SessionComponent } from "@inlay/lending/servicing/embedded-session.ts";
import { createSession, toSessionInvoice } from "../../servicing/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerRequest } from "../request.ts";
import { readEmbeddedSession } from "./read-embedded-session.ts";

/** The components have lower-case names in the partner API. */
const toComponent = (name: SessionData["component"]) => name.toUpperCase() as SessionComponent;

export async function createEmbeddedSession(
  request: PartnerRequest<"createEmbeddedSession">,
): Promise<PartnerEmbeddedSession> {
  const { tx, app, caller, body, by } = request;
  const { component, invoices } = body.data;
  const session = {
    platformId: caller.platformId,
    businessId: await resolveBusiness(request, body.businessId ?? `platform:${body.platformBusinessId}`),
    component: toComponent(component),
    invoices: invoices.map(toSessionInvoice),
    dueDateAt: (index: number) => `/data/invoices/${index}/invoiceDueDate`,
  };
  const { id, sessionToken } = await createSession(tx, app, session, {
    ...by,
    action: "partner.embedded-session.create",
  });
  return { ...(await readEmbeddedSession(request, id)), sessionToken };
}
