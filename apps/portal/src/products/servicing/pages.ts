type AboutOne =
  | "PRODUCT"
  | "PAYMENT_HISTORY"
  | "PAYOFF"
  | "DRAW_FUNDS"
  | "DRAW_HISTORY"
  | "INVOICE_UPLOAD"
  | "INVOICE_SESSION"
  | "INVOICE_HISTORY";
/** Pages about one draw or invoice of a product. */
type AboutPart = "DRAW" | "DRAW_PAYOFF" | "INVOICE_DETAILS";
type AboutAll = "HOME" | "PRIOR_LOANS" | "BANK_ACCOUNTS" | "EMAILS" | "APPLY_FOR_MORE";
type AboutEither = "AGREEMENTS" | "STATEMENTS";
export type ServicingPage = AboutOne | AboutPart | AboutAll | AboutEither;

/**
 * A page of servicing. One is shown at a time, by state and without a URL. Pages about one product carry its id, and those about a part of it
 * also that of the part; statements and agreements without an id are those of all products.
 */
export type OpenedPage =
  | { page: AboutOne; issuedProductId: string }
  | { page: AboutPart; issuedProductId: string; partId: string }
  | { page: AboutEither; issuedProductId?: string }
  | { page: AboutAll };

/** What the component of a page is given. */
export type PageProps<Page extends ServicingPage> = { takesFocus: boolean } & (Page extends AboutOne
  ? { issuedProductId: string }
  : Page extends AboutPart
    ? { issuedProductId: string; partId: string }
    : Page extends AboutEither
      ? { issuedProductId: string | undefined }
      : unknown);

/** Whether a page is about one product, about a part of one, about all of them, or about one or all. */
const subjects: Readonly<Record<ServicingPage, "ONE" | "PART" | "ALL" | "EITHER">> = {
  HOME: "ALL",
  PRODUCT: "ONE",
  PAYMENT_HISTORY: "ONE",
  PAYOFF: "ONE",
  DRAW_FUNDS: "ONE",
  DRAW_HISTORY: "ONE",
  DRAW: "PART",
  DRAW_PAYOFF: "PART",
  INVOICE_UPLOAD: "ONE",
  INVOICE_SESSION: "ONE",
  INVOICE_HISTORY: "ONE",
  INVOICE_DETAILS: "PART",
  AGREEMENTS: "EITHER",
  STATEMENTS: "EITHER",
  PRIOR_LOANS: "ALL",
  BANK_ACCOUNTS: "ALL",
  EMAILS: "ALL",
  APPLY_FOR_MORE: "ALL",
};

export const home: OpenedPage = { page: "HOME" };

/** A page as a view of the page stack. */
export const viewOf = (opened: OpenedPage): string =>
  [opened.page, productOf(opened), partOf(opened)].filter(Boolean).join(" ");

/** The page of a view. The browser's history may also hold views of other flows, which are the home page here. */
export function pageOf(view: string): OpenedPage {
  const [page = "", issuedProductId, partId] = view.split(" ");
  if (!isPage(page)) return home;
  const subject = subjects[page];
  if (subject === "PART") return issuedProductId && partId ? ({ page, issuedProductId, partId } as OpenedPage) : home;
  if (subject === "ONE" && !issuedProductId) return home;
  const isAboutOne = subject !== "ALL" && issuedProductId;
  return (isAboutOne ? { page, issuedProductId } : { page }) as OpenedPage;
}

const isPage = (name: string): name is ServicingPage => Object.hasOwn(subjects, name);

/** The product that a page is about. */
export const productOf = (opened: OpenedPage): string | null =>
  "issuedProductId" in opened ? (opened.issuedProductId ?? null) : null;

/** The part of a product that a page is about. */
export const partOf = (opened: OpenedPage): string | null => ("partId" in opened ? opened.partId : null);
