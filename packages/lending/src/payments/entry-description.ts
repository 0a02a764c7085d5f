import type { FeeType } from "../ledger/accounts.ts";
import type { ProductType } from "../products/product-type.ts";
import type { PaymentType } from "./payment-order.ts";
import type { Party } from "./why-not-submit-payment.ts";

/**
 * The company entry description of an ACH entry, which the counterparty's bank shows; at most ten characters. The network prescribes
 * RETRY PYMT, RETURN FEE, REVERSAL and ACCTVERIFY. The others are ours.
 */
export type EntryDescription =
  | (typeof repayments)[ProductType]
  | (typeof fees)[FeeType]
  | (typeof others)[number]
  | (typeof toParties)[keyof typeof toParties]
  | typeof fromPlatform
  | typeof betweenBooks;

/** An advance buys receivables, so its payments are not called a loan's. */
const repayments = {
  TERM_LOAN: "LOAN PYMT",
  LOC_TERM_LOAN: "LOAN PYMT",
  FAST_PAY: "LOAN PYMT",
  EXTEND_PAY_PURCHASE_ORDER: "LOAN PYMT",
  MCA: "ADV PYMT",
  INTEGRATED_MCA: "ADV PYMT",
} as const satisfies Record<ProductType, string>;

/** Only the fee for a returned debit is a return fee. Another fee under that name would be a second fee for the same return. */
const fees = {
  LATE_PAYMENT: "LATE FEE",
  INSUFFICIENT_FUNDS: "RETURN FEE",
  TRANSACTION_FEE: "TRANS FEE",
  MAINTENANCE: "MAINT FEE",
  EXTENSION_FEE: "EXTEND FEE",
  ORIGINATION: "ORIG FEE",
  MCA_FEE: "ADV FEE",
} as const satisfies Record<FeeType, string>;

const others = ["RETRY PYMT", "PAYMENT", "FEE", "FUNDING", "REFUND", "REVERSAL", "ACCTVERIFY"] as const;

/** Payments to others than the business. */
const toParties = { PAYEE: "BILL PYMT", CREDITOR: "PAYOFF", PLATFORM: "REV SHARE" } as const;
const fromPlatform = "SETTLEMENT";
const betweenBooks = "TRANSFER";

export type PaymentToDescribe = {
  /** Whose account it is for; BOOK for another of our own books. */
  party: Party | "BOOK";
  paymentType: PaymentType;
  /** Null for a payment that belongs to no product. */
  productType: ProductType | null;
  /** The fee that a FEE payment collects. */
  feeType: FeeType | null;
  /** How often the same debit was tried again at the same account. It is zero on another account, where the debit is a new entry. */
  retriesMade: number;
  /** It takes a wrong debit back. */
  isReversal: boolean;
  /** It verifies an account. */
  isMicroEntry: boolean;
};

export function entryDescription({
  party,
  paymentType,
  productType,
  feeType,
  retriesMade,
  isReversal,
  isMicroEntry,
}: PaymentToDescribe): EntryDescription {
  if (isReversal) return "REVERSAL";
  if (isMicroEntry) return "ACCTVERIFY";
  if (party === "BOOK") return betweenBooks;
  if (party === "PLATFORM" && paymentType === "REPAYMENT") return fromPlatform;
  if (party !== "BUSINESS") return toParties[party];
  switch (paymentType) {
    case "OUTGOING":
      return "FUNDING";
    case "REFUND":
      return "REFUND";
    case "REPAYMENT":
      if (retriesMade > 0) return "RETRY PYMT";
      return productType ? repayments[productType] : "PAYMENT";
    case "FEE":
      if (retriesMade > 0) return "RETRY PYMT";
      return feeType ? fees[feeType] : "FEE";
  }
}
