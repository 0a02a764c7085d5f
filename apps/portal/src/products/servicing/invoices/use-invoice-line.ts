import { getInvoiceLine } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { lineUse } from "@inlay/lending/mechanics/invoices/line-use.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { InvoiceActionFacts } from "@inlay/lending/servicing/invoice-actions.ts";
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { usePendingSession } from "./embedded-session.ts";

const invoiceLineKey = (issuedProductId: string) => ["invoice line", issuedProductId];

const invoiceLineQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: invoiceLineKey(issuedProductId),
    queryFn: async () => (await ask(getInvoiceLine, { params: { id: issuedProductId } })).invoiceLine,
    gcTime: 10_000,
  });

/** A line that finances invoices or bills, with all figures of its pages. */
export const useInvoiceLine = (issuedProductId: string): InvoiceLine =>
  useSuspenseQuery(invoiceLineQuery(usePortalSession(), issuedProductId)).data;

/** Reads a line and the home page again after something was changed. */
export function useReadAgain(issuedProductId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: invoiceLineKey(issuedProductId) }),
      queryClient.invalidateQueries({ queryKey: ["invoice plans", issuedProductId] }),
      queryClient.invalidateQueries({ queryKey: ["embedded session"] }),
      queryClient.invalidateQueries({ queryKey: ["issued products"] }),
      queryClient.invalidateQueries({ queryKey: ["servicing home"] }),
    ]);
}

/** What the limit is used for, and how what remains of it follows. */
export const explainedUse = (line: InvoiceLine) =>
  explained((write) =>
    lineUse(
      { limitCents: cents(line.limitAmountCents), availableCents: cents(line.availableCents) },
      line.invoices.map(({ state, displayStatus, principalAmountCents }) => ({
        state,
        isBeingRepaid: displayStatus === "PENDING",
        principalCents: principalAmountCents === null ? null : cents(principalAmountCents),
      })),
      write,
    ),
  );

/** What the buttons of a line depend on. */
export function useActionFacts(line: InvoiceLine): InvoiceActionFacts {
  const pending = usePendingSession(line.issuedProductId);
  return {
    loanStatus: line.loanStatus,
    availableCents: cents(line.availableCents),
    isSuspended: line.whyNotSubmit === "LINE_SUSPENDED",
    canUpload: line.isUploadAllowed,
    hasPendingSessionInvoices: pending !== null,
  };
}
