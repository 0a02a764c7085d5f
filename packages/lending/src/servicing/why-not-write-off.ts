import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { ProductType } from "../products/product-type.ts";
import { delinquency, delinquencyFamilies } from "./delinquency.ts";

/** Why a product is written off: it is past due for as long as the policy says, or its business is bankrupt. */
export const writeOffCauses = ["DAYS_PAST_DUE", "BANKRUPTCY"] as const;
export type WriteOffCause = (typeof writeOffCauses)[number];

export type WriteOffRefusal = "NOT_IN_DEFAULT" | "ALREADY_WRITTEN_OFF" | "NOT_LONG_ENOUGH_PAST_DUE";

/** A loan is proposed for its write-off earlier, and is written off on the last of its days. */
export function whyNotWriteOff(
  product: { productType: ProductType; loanStatus: LoanStatus; isWrittenOff: boolean; daysPastDue: number },
  cause: WriteOffCause,
): WriteOffRefusal | null {
  if (product.isWrittenOff) return "ALREADY_WRITTEN_OFF";
  if (product.loanStatus !== "DEFAULTED") return "NOT_IN_DEFAULT";
  if (cause === "BANKRUPTCY") return null;
  const step = delinquency[delinquencyFamilies[product.productType]].find(({ code }) => code === "CHARGED_OFF");
  return step && product.daysPastDue >= step.fromDays ? null : "NOT_LONG_ENOUGH_PAST_DUE";
}
