// The exports that other slices may use.
export { acceptReceivable, uncollectedOf } from "./accept-receivable.ts";
export { type AppliedPayment, applyPayment, takeBackPayment } from "./apply-payment.ts";
export { assessFee, type NewFee, waiveFee } from "./assess-fee.ts";
export { bill } from "./bill-product.ts";
export { closeUnfunded } from "./close-unfunded.ts";
export { closeBusiness, defaultProduct, reinstateProduct, writeOffProduct } from "./default-product.ts";
export {
  addDraw,
  type Draw,
  type DrawRejection,
  lockDraw,
  noteDrawDecision,
  readDraws,
  rejectDraw,
  setDrawEnd,
} from "./draws.ts";
export { activateProduct, fundProduct, takeBackFunding } from "./fund-product.ts";
export {
  ageInvoice,
  findInvoice,
  findInvoiceOfDocument,
  type Invoice,
  type InvoiceAmounts,
  type InvoiceChange,
  insertInvoice,
  invoicesOfProduct,
  lookAtUnfunded,
  noteReviewReminder,
  openInvoicesFirst,
  saveInvoiceState,
  setInvoiceNext,
  setPayeeAccount,
} from "./invoice.ts";
export { issueProduct } from "./issue-product.ts";
export {
  type FundingOrder,
  functionsOf,
  type IssuedProduct,
  lockProduct,
  lockProductIfAny,
  type ObligationRow,
  obligationOf,
  owedOn,
  readIssued,
  readObligations,
  readProductIfAny,
} from "./issued-product.ts";
export { type LineLimit, readLimit } from "./limit-reservation.ts";
export { changeLimit, reinstateLine, signedLimit, suspendLine } from "./line-limit.ts";
export { amountOf, fundsExpectedOn, type ListedProduct, listIssuedProducts } from "./list-issued-products.ts";
export { moveDueDay, nextPlanVersion } from "./move-due-day.ts";
export { productsPayingOff, quoteRefinanced, refinancedBy } from "./refinance-product.ts";
export { areOwnPayoffsCurrent, listRefinanceable } from "./refinanceable-products.ts";
export { oweRebateBack, oweRefundBack, oweUsedCreditBack, settleByReturnedRefund } from "./refund-owed-back.ts";
export { returnOverCollected } from "./return-over-collected.ts";
export { changeStatus, isLine, updateStates } from "./states.ts";
