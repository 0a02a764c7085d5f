import { labeled } from "../flow/labeled.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { OfferStep } from "../offers/steps.ts";
import { isAdvance } from "../onboarding/product-choice.ts";
import type { ProductType } from "../products/product-type.ts";
import { type InvoiceActionFacts, showsConfirm, showsUpload } from "./invoice-actions.ts";
import { hasExpiredOffers, isAboutNewOffers } from "./summary-alert.ts";

/** The entries of the servicing menu, in the order in which they are shown. */
export const menuEntries = labeled({
  DRAW_FUNDS: "Draw funds",
  DRAW_HISTORY: "Draw history",
  PAY_OFF_DRAW: "Pay off draw",
  PAYMENT_SCHEDULE: "Payment schedule",
  UPLOAD_INVOICES: "Upload invoices",
  CONFIRM_INVOICES: "Confirm invoices",
  INVOICE_HISTORY: "Invoice history",
  PAYMENT_HISTORY: "Payment history",
  PAY_OFF_LOAN: "Pay off loan",
  STATEMENTS: "Loan statements",
  AGREEMENTS: "Agreements",
  ALL_LOANS: "All loans",
  BANK_ACCOUNTS: "Bank accounts",
  EMAILS: "Emails",
  NEW_OFFERS: "New offers",
  EXPIRED_OFFERS: "Expired offers",
  APPLY_FOR_MORE: "Apply for more",
});
export type MenuEntry = (typeof menuEntries)[keyof typeof menuEntries];

export type MenuProduct = {
  type: ProductType;
  loanStatus: LoanStatus;
  hasRequestedPayoff: boolean;
  /** Null for products that finance no invoices. */
  invoices: InvoiceActionFacts | null;
};

export type MenuFacts = {
  isPrimaryOwner: boolean;
  offerStep: OfferStep | null;
  /** The product that the page is about. Null on a page about several. */
  product: MenuProduct | null;
};

/** An advance is repaid from sales, so it has payments but nothing that is paid off on a chosen day. */
const canPayOff = ({ type, loanStatus, hasRequestedPayoff }: MenuProduct) =>
  type === "TERM_LOAN" && !hasRequestedPayoff && (loanStatus === "CURRENT" || loanStatus === "LATE");

const isLine = ({ product }: MenuFacts): boolean => product?.type === "LOC_TERM_LOAN";

const conditions: readonly { entry: MenuEntry; applies: (facts: MenuFacts) => boolean }[] = [
  { entry: menuEntries.DRAW_FUNDS, applies: isLine },
  { entry: menuEntries.DRAW_HISTORY, applies: isLine },
  { entry: menuEntries.PAY_OFF_DRAW, applies: isLine },
  { entry: menuEntries.PAYMENT_SCHEDULE, applies: isLine },
  {
    entry: menuEntries.UPLOAD_INVOICES,
    applies: ({ product }) => Boolean(product?.invoices && showsUpload(product.invoices)),
  },
  {
    entry: menuEntries.CONFIRM_INVOICES,
    applies: ({ product }) => Boolean(product?.invoices && showsConfirm(product.invoices)),
  },
  { entry: menuEntries.INVOICE_HISTORY, applies: ({ product }) => Boolean(product?.invoices) },
  {
    entry: menuEntries.PAYMENT_HISTORY,
    applies: ({ product }) => product !== null && (product.type === "TERM_LOAN" || isAdvance(product.type)),
  },
  { entry: menuEntries.PAY_OFF_LOAN, applies: ({ product }) => product !== null && canPayOff(product) },
  { entry: menuEntries.STATEMENTS, applies: () => true },
  { entry: menuEntries.AGREEMENTS, applies: () => true },
  { entry: menuEntries.ALL_LOANS, applies: () => true },
  { entry: menuEntries.BANK_ACCOUNTS, applies: ({ isPrimaryOwner }) => isPrimaryOwner },
  { entry: menuEntries.EMAILS, applies: () => true },
  {
    entry: menuEntries.NEW_OFFERS,
    applies: ({ isPrimaryOwner, offerStep }) => isPrimaryOwner && isAboutNewOffers(offerStep),
  },
  {
    entry: menuEntries.EXPIRED_OFFERS,
    applies: ({ isPrimaryOwner, offerStep }) => isPrimaryOwner && hasExpiredOffers(offerStep),
  },
  // While an application is open its page says so.
  { entry: menuEntries.APPLY_FOR_MORE, applies: ({ isPrimaryOwner }) => isPrimaryOwner },
];

/** The entries of the menu for this person on this page. */
export const servicingMenu = (facts: MenuFacts): MenuEntry[] =>
  conditions.filter(({ applies }) => applies(facts)).map(({ entry }) => entry);
