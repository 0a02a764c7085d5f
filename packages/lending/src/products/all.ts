import { cashAdvance } from "./cash-advance/product.ts";
import { integratedCashAdvance } from "./integrated-cash-advance/product.ts";
import { invoiceFinancing } from "./invoice-financing/product.ts";
import { lineOfCredit } from "./line-of-credit/product.ts";
import { payablesFinancing } from "./payables-financing/product.ts";
import type { Product } from "./product.ts";
import type { ProductType } from "./product-type.ts";
import { termLoan } from "./term-loan/product.ts";

/** All products. The compiler refuses a list with a missing product. */
export const products = {
  TERM_LOAN: termLoan,
  LOC_TERM_LOAN: lineOfCredit,
  FAST_PAY: invoiceFinancing,
  EXTEND_PAY_PURCHASE_ORDER: payablesFinancing,
  MCA: cashAdvance,
  INTEGRATED_MCA: integratedCashAdvance,
} satisfies { [T in ProductType]: AnyProduct<T> };

/** A product of the given type. The parameter types are `never`, so products with different requests fit. */
type AnyProduct<T extends ProductType> = Omit<Product<T, never, never>, "terms"> & { terms: object };
