import type { ReactNode } from "react";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import { useProductWords } from "../../products/product-screens.ts";
import { StepCounter } from "../../shared/flow/step-counter.tsx";
import type { ClosingStep } from "./closing-step.ts";

type ClosingPageProps = { step: Pick<ClosingStep<never>, "data" | "progress">; children: ReactNode };

/** A closing step below its place in the progress and the offer that it is about. */
export function ClosingPage({ step: { data, progress }, children }: ClosingPageProps) {
  const wordsOf = useProductWords();
  const { money } = useOfferFormats();
  const offer = data.offers?.[0];
  const amount = offer?.chosenAmountCents ? money(offer.chosenAmountCents) : null;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <StepCounter progress={progress} />
        {offer && (
          <p className="type-small tabular-nums">
            {[wordsOf(offer.terms.productType).name, amount].filter(Boolean).join(" · ")}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
