import type { ServicingHome } from "@inlay/contracts/servicing/home.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { MenuIcon } from "@inlay/ui/icons/menu-icon.tsx";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { productOf } from "../products/servicing/pages.ts";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import type { Elsewhere } from "./elsewhere.tsx";

// Most visits look at one page and leave, so the panel is downloaded when somebody is about to open it.
const MenuPanel = onDemand(async () => (await import("./menu-panel.tsx")).MenuPanel);

type ServicingMenuProps = {
  financing: ServicingHome;
  offerStep: OfferStep | null;
  elsewhere: Elsewhere | null;
};

/** The button of the menu of servicing, and the menu once it was opened. */
export function ServicingMenu({ financing, offerStep, elsewhere }: ServicingMenuProps) {
  const { t } = useLingui();
  const { at } = useServicing();
  const { report } = usePortalSession();
  const showError = useErrorBanner();
  const [state, setState] = useState<"NOT_LOADED" | "OPEN" | "CLOSED">("NOT_LOADED");
  const subject = productOf(at) ?? (financing.products[0] ?? financing.endedProducts[0])?.id;
  const preload = () => void MenuPanel.preload().catch(() => undefined);
  const open = () => {
    MenuPanel.preload().then(() => setState("OPEN"), showError);
    if (subject) report({ eventType: "SERVICING_MENU_OPENED", issuedProductId: subject });
  };
  return (
    <>
      <Button
        variant="secondary"
        className="min-h-11! px-4!"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <MenuIcon />
        {t`Menu`}
      </Button>
      {state !== "NOT_LOADED" && (
        <MenuPanel
          financing={financing}
          offerStep={offerStep}
          elsewhere={elsewhere}
          isOpen={state === "OPEN"}
          onClose={() => setState("CLOSED")}
        />
      )}
    </>
  );
}
