import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { useLingui } from "@lingui/react/macro";

/** What is signed, in the words of the product: an advance is no loan. Null: the product is not known. */
export function useAgreementWords(product: ProductType | null) {
  const { t } = useLingui();
  if (product === null)
    return {
      title: t`Sign your agreement`,
      agreement: t`Agreement`,
      thanks: t`Thank you for signing your agreement. You will receive your funding once all owners sign the document.`,
      failure: t`Error occurred when signing the legal document`,
    };
  return isAdvance(product)
    ? {
        title: t`Sign your advance agreement`,
        agreement: t`Advance agreement`,
        thanks: t`Thank you for signing your advance agreement. You will receive your funding once all owners sign the document.`,
        failure: t`Error occurred when signing the advance legal document`,
      }
    : {
        title: t`Sign your loan agreement`,
        agreement: t`Loan agreement`,
        thanks: t`Thank you for signing your loan agreement. You will receive your funding once all owners sign the document.`,
        failure: t`Error occurred when signing the loan legal document`,
      };
}
