export { requestPayoff } from "./payoff-request.ts";
export { type PostedReceivable, postReceivable } from "./receivables/post-receivable.ts";
export { recordSalesDay } from "./sales-days.ts";
export { servicingStepsOf } from "./servicing-workflow.ts";
export { createSession, type NewSessionInvoice } from "./sessions/create-session.ts";
export { findPilotInvoice, savePilotInvoice, withdrawPilotInvoice } from "./sessions/pilot-invoices.ts";
export { findSession, sessionInvoices } from "./sessions/read-session.ts";
export { revokeSession } from "./sessions/revoke-session.ts";
export { toSessionInvoice } from "./sessions/to-session-invoice.ts";
