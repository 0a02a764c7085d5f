// The exports that other slices may use.
export { type AppliedPayment, applyPayment, takeBackPayment } from "./apply-payment.ts";
export { bill } from "./bill-product.ts";
export { activateProduct, fundProduct, takeBackFunding } from "./fund-product.ts";
export { type FundingOrder, type IssuedProduct, lockProduct, owedOn } from "./issued-product.ts";
export { productsPayingOff, quoteRefinanced, refinancedBy } from "./refinance-product.ts";
export { oweRebateBack, oweRefundBack, oweUsedCreditBack, settleByReturnedRefund } from "./refund-owed-back.ts";
export { returnOverCollected } from "./return-over-collected.ts";
export { updateStates } from "./states.ts";
