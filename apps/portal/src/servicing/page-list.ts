import type { PageProps, ServicingPage } from "../products/servicing/pages.ts";
import { type Component, type OnDemand, onDemand } from "../shared/page/on-demand.tsx";

/** The component of each page, which is loaded when the page is opened. */
const pageList: { readonly [Page in ServicingPage]: OnDemand<PageProps<Page>> | null } = {
  HOME: onDemand(async () => (await import("./my-financing.tsx")).MyFinancing),
  PRODUCT: onDemand(async () => (await import("./product-pages.tsx")).ProductSummary),
  PAYMENT_HISTORY: onDemand(async () => (await import("./product-pages.tsx")).ProductHistory),
  PAYOFF: onDemand(async () => (await import("./product-pages.tsx")).ProductPayoff),
  DRAW_FUNDS: onDemand(async () => (await import("./product-pages.tsx")).ProductDrawFunds),
  DRAW_HISTORY: onDemand(async () => (await import("./product-pages.tsx")).ProductDrawHistory),
  DRAW: onDemand(async () => (await import("./product-pages.tsx")).ProductDraw),
  DRAW_PAYOFF: onDemand(async () => (await import("./product-pages.tsx")).ProductDrawPayoff),
  INVOICE_UPLOAD: onDemand(async () => (await import("./product-pages.tsx")).InvoiceUpload),
  INVOICE_SESSION: onDemand(async () => (await import("./product-pages.tsx")).InvoiceSession),
  INVOICE_HISTORY: onDemand(async () => (await import("./product-pages.tsx")).InvoiceHistory),
  INVOICE_DETAILS: onDemand(async () => (await import("./product-pages.tsx")).InvoiceDetails),
  AGREEMENTS: onDemand(async () => (await import("./documents/agreements.tsx")).Agreements),
  STATEMENTS: onDemand(async () => (await import("./documents/statements.tsx")).Statements),
  PRIOR_LOANS: onDemand(async () => (await import("./prior-loans.tsx")).PriorLoans),
  APPLY_FOR_MORE: onDemand(async () => (await import("./apply-for-more.tsx")).ApplyForMore),
  BANK_ACCOUNTS: onDemand(async () => (await import("./bank-accounts.tsx")).BankAccounts),
  EMAILS: onDemand(async () => (await import("./emails.tsx")).Emails),
};

type AnyPage = Component<{ issuedProductId: string | undefined; partId: string | undefined; takesFocus: boolean }>;

export const componentOf = (page: ServicingPage): AnyPage | null => pageList[page] as AnyPage | null;
