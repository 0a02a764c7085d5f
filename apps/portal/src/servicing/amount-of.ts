import type { ServicingData } from "@inlay/contracts/issued-product.ts";

/** The amount of a loan or an advance, or the limit of a line. */
export function amountOf(data: ServicingData): number {
  switch (data.product) {
    case "TERM_LOAN":
      return data.loanAmountCents;
    case "LOC_TERM_LOAN":
      return data.limitAmountCents;
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return data.monthlyLimitAmountCents;
    case "MCA":
    case "INTEGRATED_MCA":
      return data.advanceAmountCents;
  }
}
