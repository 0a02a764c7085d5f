import { cashAdvance } from "./cash-advance/product.ts";
import { integratedCashAdvance } from "./integrated-cash-advance/product.ts";
import { invoiceFinancing } from "./invoice-financing/product.ts";
import { lineOfCredit } from "./line-of-credit/product.ts";
import { payablesFinancing } from "./payables-financing/product.ts";
import type { Product } from "./product.ts";
import type { ProductType } from "./product-type.ts";
import { termLoan } from "./term-loan/product.ts";

/** The one list. Leave a product out and the compiler says so. */
export const products = {
  TERM_LOAN: termLoan,
  LOC_TERM_LOAN: lineOfCredit,
  FAST_PAY: invoiceFinancing,
  EXTEND_PAY_PURCHASE_ORDER: payablesFinancing,
  MCA: cashAdvance,
  INTEGRATED_MCA: integratedCashAdvance,
} satisfies { [T in ProductType]: AnyProduct<T> };

/** A product of that type, whatever it asks for: `never` takes any argument type. */
type AnyProduct<T extends ProductType> = Omit<Product<T, never, never, never>, "terms"> & { terms: object };
