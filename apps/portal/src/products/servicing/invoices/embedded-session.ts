import { readEmbeddedSession } from "@inlay/contracts/calls/embedded-sessions.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useRequestedInvoices } from "./requested-invoices.ts";

/** The invoices that a platform has put under a token. */
export const embeddedSessionQuery = ({ ask }: PortalSession, sessionToken: string) =>
  queryOptions({
    queryKey: ["embedded session", sessionToken],
    queryFn: () => ask(readEmbeddedSession, { body: { sessionToken } }),
  });

/** The number of invoices of the session that are not confirmed yet; null if there is none of this product. */
export function usePendingSession(issuedProductId: string): number | null {
  const { sessionToken } = useRequestedInvoices();
  const { data } = useQuery({
    ...embeddedSessionQuery(usePortalSession(), sessionToken ?? ""),
    enabled: sessionToken !== null,
  });
  if (data?.issuedProductId !== issuedProductId) return null;
  const pending = data.invoices.filter(({ status }) => status === "PENDING" || status === "PENDING_LIMIT").length;
  return pending > 0 ? pending : null;
}
