import type { HomeProduct, ServicingHome } from "@inlay/contracts/servicing/home.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { type MenuEntry, servicingMenu } from "@inlay/lending/servicing/menu.ts";
import { MenuDrawer } from "@inlay/ui/overlays/menu-drawer.tsx";
import { useLingui } from "@lingui/react/macro";
import { type ProductServicing, productServicing } from "../products/product-servicing.ts";
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
  const labels: Record<MenuEntry["code"], string> = {
    DRAW_FUNDS: t`Draw funds`,
    DRAW_HISTORY: t`Draw history`,
    PAY_OFF_DRAW: t`Pay off draw`,
    PAYMENT_SCHEDULE: t`Payment schedule`,
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
    },
  }).flatMap(({ code }) => {
    const onOpen = openerOf(code, product, open, elsewhere);
    return onOpen ? [{ id: code, label: labels[code], onOpen }] : [];
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

type MenuSubject = Pick<HomeProduct, "id" | "productType" | "loanStatus" | "hasRequestedPayoff">;

/** The product that the page is about: the one that is opened, or the only one that is not over. */
function menuProduct(at: OpenedPage, { products, endedProducts }: ServicingHome): MenuSubject | null {
  const id = productOf(at);
  const ended = endedProducts.map((product) => ({ ...product, hasRequestedPayoff: false }));
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
  type Own = "PAYMENT_HISTORY" | "PAYOFF" | "DRAW_FUNDS" | "DRAW_HISTORY";
  const openOwn = (page: Own, name: keyof ProductServicing) =>
    product && productServicing[product.productType][name] ? () => open({ page, issuedProductId: product.id }) : null;
  switch (code) {
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
