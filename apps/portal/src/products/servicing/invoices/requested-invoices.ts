import { createContext, useContext } from "react";

// A module of its own, so that the pages of all products do not load the contract of sessions.

/** What the host page has asked for beside a component: the invoices of a token, or one invoice. */
export type RequestedInvoices = {
  sessionToken: string | null;
  invoiceId: string | null;
  platformInvoiceId: string | null;
};

const nothing: RequestedInvoices = { sessionToken: null, invoiceId: null, platformInvoiceId: null };
const RequestedInvoicesContext = createContext(nothing);
export const RequestedInvoicesProvider = RequestedInvoicesContext.Provider;
export const useRequestedInvoices = (): RequestedInvoices => useContext(RequestedInvoicesContext);
