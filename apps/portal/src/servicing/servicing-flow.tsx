import type { ServicingStep } from "@inlay/lending/servicing/steps.ts";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useState } from "react";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { Loading } from "../shared/page/loading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { type Elsewhere, MyFinancing } from "./my-financing.tsx";
import { Welcome } from "./welcome.tsx";

type ServicingFlowProps = { step: ServicingStep; elsewhere: Elsewhere | null; takesFocus: boolean };

const path: readonly ServicingStep[] = ["INIT_SERVICING_FLOW"];

/** Servicing: a welcome page for each product, and then the products of the business. */
export function ServicingFlow({ step, elsewhere, takesFocus: hasMoved }: ServicingFlowProps) {
  const { t } = useLingui();
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
      <Suspense fallback={<Loading what={t`Loading your financing…`} />}>
        {step === "INIT_SERVICING_FLOW" ? (
          <Welcome takesFocus={takesFocus} />
        ) : (
          <MyFinancing elsewhere={elsewhere} takesFocus={takesFocus} />
        )}
      </Suspense>
    </LoadBoundary>
  );
}
