import { quoteInvoicePlans } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine, QuotedPlan } from "@inlay/contracts/servicing/invoice-line.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { invoiceAdvance } from "@inlay/lending/mechanics/invoices/advance.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";

export type Quote = NonNullable<QuotedPlan["quote"]>;
export type QuotedPlans = { availableCents: number; plans: QuotedPlan[] };

/** What each plan comes to for an invoice, computed by the server. */
export function useQuotedPlans({ issuedProductId }: InvoiceLine, details: InvoiceDetails): QuotedPlans {
  const { ask } = usePortalSession();
  const { requestedCents, dueDate } = details;
  return useSuspenseQuery({
    queryKey: ["invoice plans", issuedProductId, requestedCents, dueDate],
    queryFn: () =>
      ask(quoteInvoicePlans, {
        params: { id: issuedProductId },
        query: { amountRequestedForFinancingCents: String(requestedCents), invoiceDueDate: dueDate },
      }),
    gcTime: 10_000,
  }).data;
}

/** How the figures of a plan are computed. It is the calculation of the server, made again when a figure is opened. */
export const explainPlan = (
  { today }: InvoiceLine,
  { requestedCents }: InvoiceDetails,
  { plan }: QuotedPlan,
  availableCents: number,
): ReadonlyMap<string, Explanation> =>
  explained((write) =>
    invoiceAdvance(
      {
        plan,
        requestedCents: cents(requestedCents),
        availableCents: cents(availableCents),
        fundedOn: businessDate(today),
      },
      write,
    ),
  ).explanations;
