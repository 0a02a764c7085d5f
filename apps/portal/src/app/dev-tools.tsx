import { skipToAnotherLoan } from "@inlay/contracts/calls/sandbox.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "../shared/api/api.ts";
import { messageOf } from "../shared/language/words.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { canSkip, canSkipClosing, isOver, skipClosing, skipStep, skips, take } from "./dev-skips.ts";

type DevToolsProps = { workflow: Workflow; offerStep: OfferStep | null };

/** Developer shortcuts in a column beside the page. Left out of production builds. */
export function DevTools({ workflow, offerStep }: DevToolsProps) {
  const { ask } = usePortalSession();
  const queryClient = useQueryClient();
  const { currentStep } = workflow;
  const shown = skips.filter(({ from }) => from.includes(offerStep));
  const skip = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => queryClient.resetQueries(),
  });
  const shortcut = (text: string, run: () => Promise<unknown>, disabledReason: string | null = null) => (
    <Button
      key={text}
      variant="secondary"
      className="px-3! text-small"
      busy={skip.isPending}
      disabledReason={disabledReason}
      onClick={() => skip.mutate(run)}
    >
      {text}
    </Button>
  );
  return (
    // Padding and not a margin: a margin would overflow the page and make a frame scroll.
    <div className="px-4 pb-4 sm:px-6 xl:p-0">
      <aside
        aria-label="Developer tools"
        className="right-4 bottom-4 grid gap-2 rounded-card border border-dashed border-field-line bg-card p-4 text-small xl:fixed xl:w-48"
      >
        <p className="font-semibold">Developer tools</p>
        <p className="wrap-anywhere text-ink-soft">{currentStep}</p>
        {offerStep && <p className="wrap-anywhere text-ink-soft">{offerStep}</p>}
        {(canSkip(currentStep) || (shown.length === 0 && !isOver(offerStep))) &&
          shortcut(
            "Skip this step",
            () => skipStep(currentStep, ask),
            canSkip(currentStep) ? null : "No shortcut from here.",
          )}
        {canSkipClosing(offerStep) && shortcut("Skip this step", () => skipClosing(ask))}
        {shown.map((one) => shortcut(one.text, () => take(one, ask, offerStep)))}
        {isOver(offerStep) && (
          <AnotherLoan>
            {(productType) => shortcut("Skip to another loan", () => ask(skipToAnotherLoan, { body: { productType } }))}
          </AnotherLoan>
        )}
        {skip.isError && (
          <p role="alert">{skip.error instanceof ApiError ? messageOf(skip.error) : skip.error.message}</p>
        )}
      </aside>
    </div>
  );
}

function AnotherLoan({ children }: { children: (productType: ProductType) => ReactNode }) {
  const [productType, setProductType] = useState<ProductType>("TERM_LOAN");
  return (
    <>
      <Select
        label="Product"
        placeholder="Product"
        options={productTypes.map((value) => ({ value, label: value }))}
        value={productType}
        onChange={setProductType}
      />
      {children(productType)}
    </>
  );
}
