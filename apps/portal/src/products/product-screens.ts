import type { ShownPrequalification } from "@inlay/contracts/onboarding/steps/start-flow.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { useLingui } from "@lingui/react";
import type { ComponentType } from "react";
import { CashAdvanceRepayment } from "./cash-advance/repayment.tsx";
import { cashAdvanceWords } from "./cash-advance/words.ts";
import { IntegratedCashAdvanceRepayment } from "./integrated-cash-advance/repayment.tsx";
import { integratedCashAdvanceWords } from "./integrated-cash-advance/words.ts";
import { invoiceFinancingWords } from "./invoice-financing/words.ts";
import { lineOfCreditWords } from "./line-of-credit/words.ts";
import { payablesFinancingWords } from "./payables-financing/words.ts";
import type { ProductWords } from "./product-words.ts";
import { termLoanWords } from "./term-loan/words.ts";

type ProductScreens = {
  words: ProductWords;
  /** How a prequalified advance is repaid. Null for a product that shows no price before its offer. */
  Repayment: ComponentType<{ prequalification: ShownPrequalification }> | null;
};

/** What the portal shows of each product. The compiler refuses a list with a missing product. */
export const productScreens: Readonly<Record<ProductType, ProductScreens>> = {
  TERM_LOAN: { words: termLoanWords, Repayment: null },
  LOC_TERM_LOAN: { words: lineOfCreditWords, Repayment: null },
  FAST_PAY: { words: invoiceFinancingWords, Repayment: null },
  EXTEND_PAY_PURCHASE_ORDER: { words: payablesFinancingWords, Repayment: null },
  MCA: { words: cashAdvanceWords, Repayment: CashAdvanceRepayment },
  INTEGRATED_MCA: { words: integratedCashAdvanceWords, Repayment: IntegratedCashAdvanceRepayment },
};

/** The words of a product in the language of the page. */
export function useProductWords(): (product: ProductType) => Record<keyof ProductWords, string> {
  const { i18n } = useLingui();
  return (product) => {
    const { name, what, several } = productScreens[product].words;
    return { name: i18n._(name), what: i18n._(what), several: i18n._(several) };
  };
}
