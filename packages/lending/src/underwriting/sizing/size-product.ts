import { sizeCashAdvance } from "../../products/cash-advance/size.ts";
import type { CashAdvanceTerms } from "../../products/cash-advance/terms.ts";
import { sizeIntegratedCashAdvance } from "../../products/integrated-cash-advance/size.ts";
import type { IntegratedCashAdvanceTerms } from "../../products/integrated-cash-advance/terms.ts";
import { sizeInvoiceFinancing } from "../../products/invoice-financing/size.ts";
import type { InvoiceFinancingTerms } from "../../products/invoice-financing/terms.ts";
import { sizeLineOfCredit } from "../../products/line-of-credit/size.ts";
import type { LineOfCreditTerms } from "../../products/line-of-credit/terms.ts";
import { sizePayablesFinancing } from "../../products/payables-financing/size.ts";
import type { PayablesFinancingTerms } from "../../products/payables-financing/terms.ts";
import type { ProductType } from "../../products/product-type.ts";
import { sizeTermLoan } from "../../products/term-loan/size.ts";
import type { TermLoanTerms } from "../../products/term-loan/terms.ts";
import type { Policy } from "../policy/policy.ts";
import type { Capacity, Sized } from "./sizing.ts";

/** The terms of an offer of any product. */
export type OfferTerms =
  | TermLoanTerms
  | LineOfCreditTerms
  | InvoiceFinancingTerms
  | PayablesFinancingTerms
  | CashAdvanceTerms
  | IntegratedCashAdvanceTerms;

const sizes: { [Type in ProductType]: (capacity: Capacity, sizing: Policy["sizing"]) => Sized<OfferTerms>[] } = {
  TERM_LOAN: (capacity, sizing) => sizeTermLoan(capacity, sizing.TERM_LOAN),
  LOC_TERM_LOAN: (capacity, sizing) => sizeLineOfCredit(capacity, sizing.LOC_TERM_LOAN),
  FAST_PAY: (capacity, sizing) => sizeInvoiceFinancing(capacity, sizing.FAST_PAY),
  EXTEND_PAY_PURCHASE_ORDER: (capacity, sizing) => sizePayablesFinancing(capacity, sizing.EXTEND_PAY_PURCHASE_ORDER),
  MCA: (capacity, sizing) => sizeCashAdvance(capacity, sizing.MCA, sizing.maxHoldbackPercentage),
  INTEGRATED_MCA: (capacity, sizing) =>
    sizeIntegratedCashAdvance(capacity, sizing.INTEGRATED_MCA, sizing.maxHoldbackPercentage),
};

export const sizeProduct = (product: ProductType, capacity: Capacity, sizing: Policy["sizing"]): Sized<OfferTerms>[] =>
  sizes[product](capacity, sizing);
