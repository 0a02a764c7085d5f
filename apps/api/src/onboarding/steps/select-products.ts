import { Refusal } from "@inlay/contracts/errors.ts";
import { onlyProduct, selectableProducts } from "@inlay/lending/onboarding/product-choice.ts";
import { forOlderBusinesses } from "../early-answers.ts";
import { shownPrequalification } from "../prequalification/shown-prequalification.ts";
import type { StepHandler } from "../step-handler.ts";

export const selectProducts: StepHandler<"SELECT_PRODUCTS"> = {
  load: async (context) => {
    const { settings, productSubset, answers } = context;
    const selectable = selectableProducts(settings.platformEnabledProducts, productSubset);
    const prequalified = (await shownPrequalification(context))?.product ?? null;
    return {
      selectableProducts: selectable,
      selectedProducts: selectable.filter((product) => answers.selectedProducts?.includes(product)),
      olderBusinesses: await forOlderBusinesses(context, selectable),
      onlyProduct: onlyProduct(selectable, prequalified, settings.countMcaInSelection),
    };
  },

  complete: async ({ settings, productSubset }, { selectedProducts }) => {
    const selectable = selectableProducts(settings.platformEnabledProducts, productSubset);
    if (!selectedProducts.every((product) => selectable.includes(product))) throw new Refusal("PRODUCT_NOT_ENABLED");
    return { selectedProducts: selectable.filter((product) => selectedProducts.includes(product)) };
  },
};
