import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerEmbeddedSession } from "@inlay/contracts/partner/embedded-sessions/embedded-session.ts";
import { sessionProducts } from "@inlay/lending/servicing/embedded-session.ts";
import { findSession, revokeSession, sessionInvoices } from "../../servicing/public.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

const partnerProducts = { FAST_PAY: "INVOICE_FINANCING", EXTEND_PAY_PURCHASE_ORDER: "PAYABLES_FINANCING" } as const;

const notFound = () => new Refusal("NOT_FOUND", { context: { object: "embedded session" } });

/** The uuid inside an id that the contract has accepted. */
function idIn({ embeddedSessionId }: { embeddedSessionId: string }): string {
  const id = uuidOf("embeddedSession", embeddedSessionId);
  if (id === null) throw notFound();
  return id;
}

export const getEmbeddedSession = (request: PartnerRequest<"getEmbeddedSession">): Promise<PartnerEmbeddedSession> =>
  readEmbeddedSession(request, idIn(request.params));

export async function revokeEmbeddedSession(
  request: PartnerRequest<"revokeEmbeddedSession">,
): Promise<PartnerEmbeddedSession> {
  const id = idIn(request.params);
  await revokeSession(request.tx, id, request.by);
  return readEmbeddedSession(request, id);
}

/** A session without its token, which is not stored. */
export async function readEmbeddedSession({ tx, app }: PartnerScope, id: string): Promise<PartnerEmbeddedSession> {
  const session = await findSession(tx, id);
  if (!session) throw notFound();
  const { businessId, component } = session;
  const { platform_business_id } = await tx
    .selectFrom("business")
    .select("platform_business_id")
    .where("id", "=", businessId)
    .executeTakeFirstOrThrow();
  const invoices = await sessionInvoices(tx, session);
  return {
    object: "embedded_session",
    id: publicId("embeddedSession", id),
    livemode: app.config.isProduction,
    version: session.version,

    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
    businessId: publicId("business", businessId),
    platformBusinessId: platform_business_id ?? businessId,

    component: component.toLowerCase() as PartnerEmbeddedSession["component"],
    issuedProductId: publicId("issuedProduct", session.issuedProductId),
    productType: partnerProducts[sessionProducts[component]],

    sessionToken: null,
    expiresAt: session.expiresAt.toISOString(),
    openedAt: session.openedAt?.toISOString() ?? null,
    revokedAt: session.revokedAt?.toISOString() ?? null,
    status: session.status,

    invoices: invoices.map(({ platformInvoiceId, documentId, status, invoiceId }) => ({
      platformInvoiceId,
      documentId: documentId && publicId("document", documentId),
      status,
      invoiceId: invoiceId && publicId("invoice", invoiceId),
    })),
  };
}
