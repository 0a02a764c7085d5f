// The exports that other slices may use.
export { acceptReceivable, uncollectedOf } from "./accept-receivable.ts";
export { type AppliedPayment, applyPayment, takeBackPayment } from "./apply-payment.ts";
export { assessFee, type NewFee, waiveFee } from "./assess-fee.ts";
export { bill } from "./bill-product.ts";
export { closeUnfunded } from "./close-unfunded.ts";
export { defaultProduct, reinstateProduct, writeOffProduct } from "./default-product.ts";
export { activateProduct, fundProduct, takeBackFunding } from "./fund-product.ts";
export { issueProduct } from "./issue-product.ts";
export {
  type FundingOrder,
  functionsOf,
  type IssuedProduct,
  lockProduct,
  lockProductIfAny,
  owedOn,
  readIssued,
  readObligations,
} from "./issued-product.ts";
export { fundsExpectedOn, type ListedProduct, listIssuedProducts } from "./list-issued-products.ts";
export { moveDueDay, nextPlanVersion } from "./move-due-day.ts";
export { productsPayingOff, quoteRefinanced, refinancedBy } from "./refinance-product.ts";
export { oweRebateBack, oweRefundBack, oweUsedCreditBack, settleByReturnedRefund } from "./refund-owed-back.ts";
export { returnOverCollected } from "./return-over-collected.ts";
export { changeStatus, updateStates } from "./states.ts";
