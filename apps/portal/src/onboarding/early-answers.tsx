import { stateName } from "@inlay/contracts/fields/us-state-names.ts";
import type { UsState } from "@inlay/contracts/fields/us-states.ts";
import type { NotOffered, OlderBusinesses } from "@inlay/contracts/onboarding/early-answers.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useProductWords } from "../products/product-screens.ts";
import { useWords } from "../shared/language/words.ts";

// General policy, said as soon as it concerns an answer. The person can continue in any case.

/** Says which products are not offered in the state that is now in the form's field. */
export function NotOfferedInState({ notOffered, stateField }: { notOffered: NotOffered; stateField: string }) {
  const { language } = useWords();
  const listOf = useProductList();
  const chosen = useWatch({ name: stateField }) as UsState | "";
  const without = notOffered.filter(({ states }) => chosen !== "" && states.includes(chosen));
  if (chosen === "" || without.length === 0) return null;
  const products = listOf(without.map(({ product }) => product));
  const state = stateName(chosen, language);
  return (
    <EarlyAnswer>
      <Trans>
        We offer {products} in most states, but not in {state} yet.
      </Trans>
    </EarlyAnswer>
  );
}

/** Says which of the chosen products ask for a longer time in business than the owner has said. */
export function OnlyForOlderBusinesses({ olderBusinesses }: { olderBusinesses: OlderBusinesses }) {
  const listOf = useProductList();
  const selected = useWatch({ name: "selectedProducts" }) as ProductType[];
  const chosen = olderBusinesses.filter(({ product }) => selected.includes(product));
  if (chosen.length === 0) return null;
  const ages = [...new Set(chosen.map(({ minAgeMonths }) => minAgeMonths))];
  return (
    <EarlyAnswer>
      {ages.map((months) => {
        const products = listOf(
          chosen.filter(({ minAgeMonths }) => minAgeMonths === months).map(({ product }) => product),
        );
        return (
          <Fragment key={months}>
            <Trans>
              For {products} we look for at least {months} months in business.
            </Trans>{" "}
          </Fragment>
        );
      })}
    </EarlyAnswer>
  );
}

const EarlyAnswer = ({ children }: { children: ReactNode }) => (
  <Notice tone="info">
    <p>
      {children} <Trans>You can continue; we will tell you our answer in writing.</Trans>
    </p>
  </Notice>
);

/** The products as a list within a sentence. */
function useProductList(): (products: readonly ProductType[]) => string {
  const { region } = useWords();
  const wordsOf = useProductWords();
  return (products) =>
    new Intl.ListFormat(region, { type: "conjunction" }).format(products.map((product) => wordsOf(product).several));
}
