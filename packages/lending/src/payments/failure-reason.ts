/** Whether the same account may be debited again, and under which condition. */
export type RetryRule =
  | "TWICE"
  | "SAME_DAY"
  | "AFTER_TWO_BANKING_DAYS"
  | "AFTER_AUTHORIZATION"
  | "AFTER_VERIFICATION"
  | "AFTER_CORRECTION"
  | "AFTER_TOP_UP"
  | "BY_STAFF"
  | "NO"
  | "NEVER";

/** Whether the borrower is asked for another account. */
export type NewAccount = "YES" | "MAYBE" | "NO" | "NEW_AUTHORIZATION";

/** The block that is placed on the account. */
export type AccountBlock = "NONE" | "UNTIL_AUTHORIZED" | "DEBITS" | "KANMON_BLOCKED" | "FREEZE_ALL";

/** The staff queue that must review the failure. */
export type Escalation = "STAFF" | "INCIDENT" | "LEGAL" | "UNEXPECTED_ERROR_QUEUE" | "TREASURY";

export type FailureRule = {
  /** The ACH return codes of this reason. */
  achCodes: readonly string[];
  /** The wire's flag that the customer can fix it. Our own handling is in the other columns. */
  isFixableByCustomer: boolean;
  retry: RetryRule;
  newAccount: NewAccount;
  block: AccountBlock;
  escalation: Escalation | null;
};

const row = (
  achCodes: string,
  fixable: "fixable" | "not fixable",
  retry: RetryRule,
  newAccount: NewAccount,
  block: AccountBlock,
  escalation: Escalation | null = null,
): FailureRule => ({
  achCodes: achCodes === "" ? [] : achCodes.split(" "),
  isFixableByCustomer: fixable === "fixable",
  retry,
  newAccount,
  block,
  escalation,
});

/** The processor's failure reasons, and how each is handled. */
export const failureReasons = {
  insufficient_funds: row("R01 R09", "fixable", "TWICE", "NO", "NONE"),
  closed_account: row("R02", "fixable", "NO", "YES", "DEBITS"),
  invalid_account: row("R03 R04", "fixable", "NO", "YES", "DEBITS"),
  invalid_routing: row("R12 R13 R28", "fixable", "AFTER_CORRECTION", "YES", "DEBITS"),
  invalid_routing_number: row("R12 R13 R28", "fixable", "AFTER_CORRECTION", "YES", "DEBITS"),
  blocked_account: row("R16", "fixable", "NO", "YES", "DEBITS", "STAFF"),
  debit_blocked: row("R08", "fixable", "AFTER_AUTHORIZATION", "MAYBE", "UNTIL_AUTHORIZED"),
  deceased_party: row("R14 R15", "fixable", "NO", "YES", "DEBITS", "STAFF"),
  unauthorized_transfer: row(
    "R05 R07 R10 R11 R29",
    "not fixable",
    "NEVER",
    "NEW_AUTHORIZATION",
    "KANMON_BLOCKED",
    "STAFF",
  ),
  duplicated_transfer: row("R24", "not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_amount: row("R19", "not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_field: row("R17 R18 R21 R22 R26", "not fixable", "NO", "NO", "NONE", "INCIDENT"),
  unsupported_transfer: row("R20 R23", "not fixable", "NO", "YES", "DEBITS"),
  canceled_transfer: row("R06 R31", "fixable", "BY_STAFF", "NO", "NONE"),
  regulatory_error: row("R16", "not fixable", "NEVER", "NO", "FREEZE_ALL", "LEGAL"),
  transfer_on_hold: row("", "fixable", "AFTER_TWO_BANKING_DAYS", "NO", "NONE"),
  account_not_verified: row("", "fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  transfer_group_account_status: row("", "fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  transfer_group_customer_status: row("", "fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  unavailable_financial_institution: row("", "fixable", "SAME_DAY", "NO", "NONE"),
  network_error: row("", "fixable", "SAME_DAY", "NO", "NONE"),
  enterprise_insufficient_funds: row("", "fixable", "AFTER_TOP_UP", "NO", "NONE", "TREASURY"),
  invalid_flow_of_funds: row("", "fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_country_code: row("", "not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_currency: row("", "not fixable", "NO", "NO", "NONE", "INCIDENT"),
  wire_returned: row("", "fixable", "NO", "YES", "DEBITS"),
  card_expired: row("", "fixable", "NO", "YES", "NONE"),
  incomplete_card_holder_address: row("", "fixable", "NO", "YES", "NONE"),
  unexpected_error: row("", "not fixable", "NO", "NO", "NONE", "UNEXPECTED_ERROR_QUEUE"),
} as const satisfies Record<string, FailureRule>;

export type FailureReason = keyof typeof failureReasons;

/** False when our own account lacked funds. The borrower is never told that such a failure is theirs. */
export const isBorrowersFailure = (reason: FailureReason): boolean => reason !== "enterprise_insufficient_funds";

const reasons = Object.keys(failureReasons) as FailureReason[];

/**
 * The failure reason of an ACH return code. R16 is a frozen account unless it comes with a sanctions instruction. R29 counts as
 * unauthorized even if a debit filter caused it, because it is safer never to retry it.
 */
export function reasonForReturn(achCode: string, isSanctionsInstruction: boolean): FailureReason {
  if (achCode === "R16") return isSanctionsInstruction ? "regulatory_error" : "blocked_account";
  return reasons.find((reason) => failureReasons[reason].achCodes.includes(achCode)) ?? "unexpected_error";
}
