import { contactUs, fix, type NextAction, openBankAccounts, type RefusalEntry } from "./entry.ts";

const waitForLimit: NextAction = {
  kind: "WAIT_FOR_EVENT",
  message: "Try again after issued_product.limit_changed.",
  ref: "issued_product.limit_changed",
};

/** Offers and issued products. */
export const products = {
  PRODUCT_NOT_ENABLED: { status: 403, message: "Your program does not include this.", next: contactUs },
  FEATURE_NOT_ENABLED: { status: 403, message: "Your program does not include this.", next: contactUs },
  NO_INVOICE_FINANCING_PRODUCT: {
    status: 409,
    message: "This needs Invoice Financing.",
    errorCode: "BusinessHasNoInvoiceFinancingProductException",
    partnerCode: "WRONG_PRODUCT",
    next: fix("Choose a business that has the product."),
  },
  NO_ACCOUNTS_PAYABLE_FINANCING_PRODUCT: {
    status: 409,
    message: "This needs Accounts Payable Financing.",
    errorCode: "BusinessHasNoAccountsPayableFinancingProductException",
    partnerCode: "WRONG_PRODUCT",
    next: fix("Choose a business that has the product."),
  },
  NO_INTEGRATED_ADVANCE: {
    status: 409,
    message: "This needs an integrated cash advance.",
    partnerCode: "WRONG_PRODUCT",
    next: fix("Send the id of an integrated cash advance."),
  },
  NO_REMAINING_BALANCE: {
    status: 409,
    message: "The advance is repaid; stop splitting and return the money.",
    next: { kind: "NONE", message: "Stop withholding for this advance, and return what you withheld." },
  },
  ADVANCE_REFINANCED: {
    status: 409,
    message: "The advance was refinanced before this sale.",
    next: fix("Withhold for the new advance, context.issuedProductId, by its own percentage."),
  },
  RECEIVABLE_MISMATCH: {
    status: 409,
    message: "This transactionId was reported with other figures.",
    next: fix(
      "Send the refund or the correction under a transactionId of its own; context.objectId is the receivable.",
    ),
  },
  INCORRECT_REPAYMENT_AMOUNT: {
    status: 400,
    message: "repaymentAmountCents must be {expectedCents}.",
    next: fix("Withhold context.expectedCents, and send it as repaymentAmountCents."),
  },
  INVALID_INVOICE_DUE_DATE: {
    status: 400,
    message: "The due date is outside the allowed range.",
    errorCode: "InvalidInvoiceDueDateException",
    next: fix("Send a due date from context.earliestDate on."),
  },
  PLATFORM_INVOICE_ID_TAKEN: {
    status: 409,
    message: "This platformInvoiceId was already used.",
    errorCode: "PlatformInvoiceIdAlreadyExistsForAnotherIssuedProductException",
    next: fix("Use context.objectId, or another platformInvoiceId."),
  },
  NO_AVAILABLE_BALANCE: {
    status: 409,
    message: "Your remaining limit is $0.",
    errorCode: "IssuedProductNoAvailableBalanceException",
    portalMessage: "Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.",
    next: waitForLimit,
  },
  OVER_AVAILABLE_BALANCE: {
    status: 409,
    message: "Amount cannot exceed remaining limit.",
    portalMessage: "Amount cannot exceed remaining limit",
    next: waitForLimit,
  },
  AMOUNT_TOO_SMALL: {
    status: 400,
    message: "Must be greater than $1",
    next: fix("Send an amount of at least 100 cents."),
  },
  PRODUCT_NOT_CURRENT: {
    status: 409,
    message: "A payment is past due, so nothing more can be drawn or financed until it is paid.",
    next: fix("Pay what is past due first."),
  },
  LINE_SUSPENDED: {
    status: 409,
    message: "New requests on this line are paused. Our staff have told you why.",
    next: contactUs,
  },
  LINE_MATURED: {
    status: 409,
    message: "The term of this line has ended, so nothing more can be drawn or financed.",
    next: fix("Ask for a new offer."),
  },
  BANK_CONNECTION_BROKEN: {
    status: 409,
    message: "The connection to your bank has been lost for more than seven days.",
    next: openBankAccounts,
  },
  DRAW_NOT_WITHDRAWABLE: {
    status: 409,
    message: "The draw is being paid out or decided already, and can no longer be withdrawn.",
    next: contactUs,
  },
  PARTIAL_FINANCE_REFUSED: {
    status: 409,
    message: "This bill must be financed in full and exceeds the limit.",
    errorCode: "IssuedProductPartialFinanceException",
    portalMessage:
      "You do not have any remaining available credit limit. Your limit will refresh as you pay outstanding invoices. Please check back soon.",
    next: fix("Send a smaller bill."),
  },
  OFFER_ALREADY_ACCEPTED: {
    status: 409,
    message: "This offer can no longer be changed.",
    errorCode: "BusinessAlreadyAcceptedOfferException",
    next: fix("Read the offers again."),
  },
  OFFER_EXPIRED: {
    status: 409,
    message: "This offer can no longer be changed.",
    portalMessage: "This offer has expired.",
    next: fix("Request new offers."),
  },
  OTHER_OFFER_SELECTED: {
    status: 409,
    message: "Another offer is chosen.",
    portalMessage: "You have chosen another offer. Go back to the offers to choose this one.",
    next: fix("Go back to the offers first."),
  },
  AMOUNT_NOT_CHOSEN: {
    status: 409,
    message: "The offer is chosen at {amount}.",
    portalMessage: "You have chosen {amount}. Go back to the offers to choose another amount.",
    next: fix("Send the chosen amount, or go back to the offers first."),
  },
  AMOUNT_TAKEN: {
    status: 409,
    message: "This amount is no longer available.",
    portalMessage: "This amount is no longer available. Choose a smaller amount.",
    next: fix("Choose a smaller amount."),
  },
  AMOUNT_NOT_ADJUSTABLE: {
    status: 400,
    message: "The amount of this offer is fixed.",
    next: fix("Send the amount of the offer."),
  },
  AMOUNT_OUT_OF_RANGE: {
    status: 400,
    message: "Choose between {min} and {max} in steps of {step}.",
    next: fix("Send an amount within the range."),
  },
  MARKUP_OVER_CAP: {
    status: 409,
    message: "The marked-up price exceeds the cap in {state}.",
    next: fix("Send a lower mark-up, or leave the offers without one."),
  },
  MARKUP_TOO_LARGE: {
    status: 409,
    message: "A mark-up is at most {most} points.",
    next: fix("Send a lower mark-up."),
  },
  MARKUP_ALREADY_SET: {
    status: 409,
    message: "Your mark-up for this kind of offer is {percentage} and counts for every applicant.",
    next: fix("Send context.percentage."),
  },
} as const satisfies Record<string, RefusalEntry>;
