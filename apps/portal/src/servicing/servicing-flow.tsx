import type { ShowRequest } from "@inlay/embed/messages.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import type { ServicingStep } from "@inlay/lending/servicing/steps.ts";
import { Suspense, useEffect, useState } from "react";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import type { Elsewhere } from "./elsewhere.tsx";
import { PageLoading } from "./page-loading.tsx";
import { ServicingPages } from "./servicing-pages.tsx";
import { Welcome } from "./welcome.tsx";

type ServicingFlowProps = {
  step: ServicingStep;
  offerStep: OfferStep | null;
  elsewhere: Elsewhere | null;
  /** The component that the host page asks for, with its ids; null if the person came by themselves. */
  requested: ShowRequest | null;
  takesFocus: boolean;
};

const path: readonly ServicingStep[] = ["INIT_SERVICING_FLOW"];

/** Servicing: a welcome page for each product, and then the pages of the products. */
export function ServicingFlow({ step, takesFocus: hasMoved, ...pages }: ServicingFlowProps) {
  const { host } = usePortalSession();
  const [first] = useState(step);
  // Where nothing is to be completed, the position is 0.
  useEffect(
    () => host?.emit("step.changed", { section: "servicing", position: path.indexOf(step) + 1, of: path.length }),
    [host, step],
  );
  // Another step takes the focus, so that a screen reader announces it.
  const takesFocus = hasMoved || step !== first;
  return (
    <LoadBoundary key={step}>
      <Suspense fallback={<PageLoading />}>
        {step === "INIT_SERVICING_FLOW" ? (
          <Welcome takesFocus={takesFocus} />
        ) : (
          <ServicingPages {...pages} takesFocus={takesFocus} />
        )}
      </Suspense>
    </LoadBoundary>
  );
}
