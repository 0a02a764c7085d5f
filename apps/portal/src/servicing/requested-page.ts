import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import { productServicing } from "../products/product-servicing.ts";
import { home, type OpenedPage } from "../products/servicing/pages.ts";

/** The page that a component of the host page opens. Components without a page of their own open the home page. */
export function requestedPage(component: string | null, { products }: Pick<ServicingHome, "products">): OpenedPage {
  switch (component) {
    case "PAYMENTS": {
      const withHistory = products.filter(({ productType }) => productServicing[productType].History);
      const only = withHistory.length === 1 ? withHistory[0] : null;
      return only ? { page: "PAYMENT_HISTORY", issuedProductId: only.id } : home;
    }
    case "INVOICE_HISTORY":
      return ofInvoices(products, (product) => ({ page: component, issuedProductId: product.id }));
    case "INVOICE_UPLOAD":
      return ofInvoices(products, (product) => ({
        page: isLimitUsed(product) ? "PRODUCT" : component,
        issuedProductId: product.id,
      }));
    case "PAY_NOW": {
      const owing = products.find(({ loanStatus }) => loanStatus === "LATE" || loanStatus === "DEFAULTED");
      const chosen = owing ?? (products.length === 1 ? products[0] : null);
      return chosen ? { page: "PRODUCT", issuedProductId: chosen.id } : home;
    }
    case "DRAW": {
      const lines = products.filter(({ productType }) => productServicing[productType].DrawFunds);
      const only = lines.length === 1 ? lines[0] : null;
      return only ? { page: "DRAW_FUNDS", issuedProductId: only.id } : home;
    }
    case "STATEMENTS":
    case "AGREEMENTS":
    case "BANK_ACCOUNTS":
      return { page: component };
    default:
      return sessionPage(component, products);
  }
}

type Products = ServicingHome["products"];

/** The page of the only product that finances invoices or bills. */
function ofInvoices(products: Products, pageOf: (product: Products[number]) => OpenedPage): OpenedPage {
  const [only, ...others] = products.filter(({ productType }) => productServicing[productType].invoices);
  return only && others.length === 0 ? pageOf(only) : home;
}

const isLimitUsed = ({ headline }: Products[number]): boolean => headline.amountCents <= 0;

/** The invoices or bills of a session token, or the summary if the limit is used up. */
function sessionPage(component: string | null, products: Products): OpenedPage {
  const [, kind] = /^(INVOICE|BILL)_SESSION(?:_|$)/.exec(component ?? "") ?? [];
  if (!kind) return home;
  const type = kind === "BILL" ? "EXTEND_PAY_PURCHASE_ORDER" : "FAST_PAY";
  const product = products.find(({ productType }) => productType === type);
  if (!product) return home;
  return { page: isLimitUsed(product) ? "PRODUCT" : "INVOICE_SESSION", issuedProductId: product.id };
}
