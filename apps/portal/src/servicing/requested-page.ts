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
      return home;
  }
}
