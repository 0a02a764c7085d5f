import type { HomeProduct, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type InvoiceActionFacts, whyNotUpload } from "@inlay/lending/servicing/invoice-actions.ts";
import { type MenuEntry, servicingMenu } from "@inlay/lending/servicing/menu.ts";
import { MenuDrawer } from "@inlay/ui/overlays/menu-drawer.tsx";
import { useLingui } from "@lingui/react/macro";
import { type ProductServicing, productServicing } from "../products/product-servicing.ts";
import { usePendingSession } from "../products/servicing/invoices/embedded-session.ts";
import { useWhyNotUpload } from "../products/servicing/invoices/use-invoice-words.ts";
import { home, type OpenedPage, productOf } from "../products/servicing/pages.ts";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { useBusiness } from "../shared/business/business-context.tsx";
import type { Elsewhere } from "./elsewhere.tsx";
import { componentOf } from "./page-list.ts";

type MenuPanelProps = {
  financing: ServicingHome;
  offerStep: OfferStep | null;
  elsewhere: Elsewhere | null;
  isOpen: boolean;
  onClose: () => void;
};

/** The entries of the menu of servicing. An entry whose page a product does not have is not shown. */
export function MenuPanel({ financing, offerStep, elsewhere, isOpen, onClose }: MenuPanelProps) {
  const { t } = useLingui();
  const { at, open } = useServicing();
  const { roles } = useBusiness().business;
  const { products, endedProducts } = financing;
  const product = menuProduct(at, financing);
  const areAdvances = [...products, ...endedProducts].every(({ productType }) => isAdvance(productType));
  const invoices = useMenuInvoices(product);
  const reasonOf = useWhyNotUpload();
  const labels: Record<MenuEntry["code"], string> = {
    DRAW_FUNDS: t`Draw funds`,
    DRAW_HISTORY: t`Draw history`,
    PAY_OFF_DRAW: t`Pay off draw`,
    PAYMENT_SCHEDULE: t`Payment schedule`,
    UPLOAD_INVOICES: t`Upload invoices`,
    CONFIRM_INVOICES: t`Confirm invoices`,
    INVOICE_HISTORY: t`Invoice history`,
    PAYMENT_HISTORY: t`Payment history`,
    PAY_OFF_LOAN: t`Pay off loan`,
    STATEMENTS: areAdvances ? t`Statements` : t`Loan statements`,
    AGREEMENTS: t`Agreements`,
    ALL_LOANS: areAdvances ? t`All advances` : t`All loans`,
    BANK_ACCOUNTS: t`Bank accounts`,
    EMAILS: t`Emails`,
    NEW_OFFERS: t`Offers`,
    EXPIRED_OFFERS: t`Expired offers`,
    APPLY_FOR_MORE: t`Apply for more`,
  };
  const entries = servicingMenu({
    isPrimaryOwner: roles.includes("PRIMARY_OWNER"),
    offerStep,
    product: product && {
      type: product.productType,
      loanStatus: product.loanStatus,
      hasRequestedPayoff: product.hasRequestedPayoff,
      invoices,
    },
  }).flatMap(({ code }) => {
    const onOpen = openerOf(code, product, open, elsewhere);
    const disabledReason = code === "UPLOAD_INVOICES" && invoices ? reasonOf(whyNotUpload(invoices)) : null;
    return onOpen ? [{ id: code, label: labels[code], disabledReason, onOpen }] : [];
  });
  const toHome = { id: "HOME", label: t`My financing`, onOpen: () => open(home) };
  return (
    <MenuDrawer
      title={t`Menu`}
      closeLabel={t`Close`}
      entries={at.page === "HOME" ? entries : [toHome, ...entries]}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}

type MenuSubject = Pick<HomeProduct, "id" | "productType" | "loanStatus" | "hasRequestedPayoff"> & {
  headline: HomeProduct["headline"] | null;
};

/** What the entries of a product that finances invoices or bills depend on. */
function useMenuInvoices(product: MenuSubject | null): InvoiceActionFacts | null {
  const { canUploadInvoiceForInvoiceFinancing, canUploadInvoiceForAccountsPayableFinancing } = useBusiness().business;
  const pending = usePendingSession(product?.id ?? "");
  if (!product || !productServicing[product.productType].invoices) return null;
  const isBill = product.productType === "EXTEND_PAY_PURCHASE_ORDER";
  return {
    loanStatus: product.loanStatus,
    availableCents: cents(product.headline?.amountCents ?? 0),
    // Only the pages of the line know; they say it.
    isSuspended: false,
    canUpload: isBill ? canUploadInvoiceForAccountsPayableFinancing : canUploadInvoiceForInvoiceFinancing,
    hasPendingSessionInvoices: pending !== null,
  };
}

/** The product that the page is about: the one that is opened, or the only one that is not over. */
function menuProduct(at: OpenedPage, { products, endedProducts }: ServicingHome): MenuSubject | null {
  const id = productOf(at);
  const ended = endedProducts.map((product) => ({ ...product, hasRequestedPayoff: false, headline: null }));
  if (id) return [...products, ...ended].find((product) => product.id === id) ?? null;
  return products.length === 1 ? (products[0] ?? null) : null;
}

/** What an entry opens; null if there is no such page. */
function openerOf(
  code: MenuEntry["code"],
  product: MenuSubject | null,
  open: (page: OpenedPage) => void,
  elsewhere: Elsewhere | null,
): (() => void) | null {
  const openInvoices = (page: "INVOICE_UPLOAD" | "INVOICE_SESSION" | "INVOICE_HISTORY") =>
    product && (() => open({ page, issuedProductId: product.id }));
  type Own = "PAYMENT_HISTORY" | "PAYOFF" | "DRAW_FUNDS" | "DRAW_HISTORY";
  const openOwn = (page: Own, name: keyof ProductServicing) =>
    product && productServicing[product.productType][name] ? () => open({ page, issuedProductId: product.id }) : null;
  switch (code) {
    case "UPLOAD_INVOICES":
      return openInvoices("INVOICE_UPLOAD");
    case "CONFIRM_INVOICES":
      return openInvoices("INVOICE_SESSION");
    case "INVOICE_HISTORY":
      return openInvoices("INVOICE_HISTORY");
    case "DRAW_FUNDS":
      return openOwn("DRAW_FUNDS", "DrawFunds");
    case "DRAW_HISTORY":
      return openOwn("DRAW_HISTORY", "DrawHistory");
    case "PAYMENT_SCHEDULE":
    case "PAYMENT_HISTORY":
      return openOwn("PAYMENT_HISTORY", "History");
    case "PAY_OFF_DRAW":
    case "PAY_OFF_LOAN":
      return openOwn("PAYOFF", "Payoff");
    case "NEW_OFFERS":
    case "EXPIRED_OFFERS":
      return elsewhere?.open ?? null;
    case "ALL_LOANS":
      return componentOf("PRIOR_LOANS") && (() => open({ page: "PRIOR_LOANS" }));
    default:
      return componentOf(code) && (() => open({ page: code }));
  }
}
