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

/**
 * The block that is placed on the account. It forbids debits and payouts. KANMON_BLOCKED also blocks the bank that the account is linked
 * from, and FREEZE_ALL every account of the business: a bank that freezes an account does not say whether a sanctions list is the cause.
 */
export type AccountBlock = "NONE" | "UNTIL_AUTHORIZED" | "UNTIL_CLEARED" | "ACCOUNT" | "KANMON_BLOCKED" | "FREEZE_ALL";

/** The staff queue that must review the failure. */
export type Escalation = "STAFF" | "INCIDENT" | "LEGAL" | "UNEXPECTED_ERROR_QUEUE" | "TREASURY";

export type FailureRule = {
  /** The wire's flag that the customer can fix it. Our own handling is in the other columns. */
  isFixableByCustomer: boolean;
  retry: RetryRule;
  newAccount: NewAccount;
  block: AccountBlock;
  escalation: Escalation | null;
};

const row = (
  fixable: "fixable" | "not fixable",
  retry: RetryRule,
  newAccount: NewAccount,
  block: AccountBlock,
  escalation: Escalation | null = null,
): FailureRule => ({
  isFixableByCustomer: fixable === "fixable",
  retry,
  newAccount,
  block,
  escalation,
});

/** The processor's failure reasons, and how each is handled. */
export const failureReasons = {
  insufficient_funds: row("fixable", "TWICE", "NO", "NONE"),
  closed_account: row("fixable", "NO", "YES", "ACCOUNT"),
  invalid_account: row("fixable", "NO", "YES", "ACCOUNT"),
  invalid_routing: row("fixable", "AFTER_CORRECTION", "YES", "ACCOUNT"),
  invalid_routing_number: row("fixable", "AFTER_CORRECTION", "YES", "ACCOUNT"),
  blocked_account: row("fixable", "NO", "YES", "FREEZE_ALL", "STAFF"),
  debit_blocked: row("fixable", "AFTER_AUTHORIZATION", "MAYBE", "UNTIL_AUTHORIZED"),
  deceased_party: row("fixable", "NO", "YES", "ACCOUNT", "STAFF"),
  unauthorized_transfer: row("not fixable", "NEVER", "NEW_AUTHORIZATION", "KANMON_BLOCKED", "STAFF"),
  duplicated_transfer: row("not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_amount: row("not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_field: row("not fixable", "NO", "NO", "NONE", "INCIDENT"),
  unsupported_transfer: row("not fixable", "NO", "YES", "ACCOUNT"),
  canceled_transfer: row("fixable", "BY_STAFF", "NO", "NONE"),
  regulatory_error: row("not fixable", "NEVER", "NO", "FREEZE_ALL", "LEGAL"),
  transfer_on_hold: row("fixable", "AFTER_TWO_BANKING_DAYS", "NO", "NONE"),
  account_not_verified: row("fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  transfer_group_account_status: row("fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  transfer_group_customer_status: row("fixable", "AFTER_VERIFICATION", "MAYBE", "NONE"),
  unavailable_financial_institution: row("fixable", "SAME_DAY", "NO", "NONE"),
  network_error: row("fixable", "SAME_DAY", "NO", "NONE"),
  enterprise_insufficient_funds: row("fixable", "AFTER_TOP_UP", "NO", "NONE", "TREASURY"),
  invalid_flow_of_funds: row("fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_country_code: row("not fixable", "NO", "NO", "NONE", "INCIDENT"),
  invalid_currency: row("not fixable", "NO", "NO", "NONE", "INCIDENT"),
  wire_returned: row("fixable", "NO", "YES", "ACCOUNT"),
  card_expired: row("fixable", "NO", "YES", "NONE"),
  incomplete_card_holder_address: row("fixable", "NO", "YES", "NONE"),
  unexpected_error: row("not fixable", "NO", "NO", "NONE", "UNEXPECTED_ERROR_QUEUE"),
} as const satisfies Record<string, FailureRule>;

export type FailureReason = keyof typeof failureReasons;

const beforeTheBank: readonly RetryRule[] = [
  "SAME_DAY",
  "AFTER_TOP_UP",
  "AFTER_VERIFICATION",
  "AFTER_TWO_BANKING_DAYS",
];

/** False when the payment failed at the processor or in the network, so that no bank has debited or returned it. */
export const reachedTheBank = (reason: FailureReason): boolean => !beforeTheBank.includes(failureReasons[reason].retry);

/** False when our own account lacked funds. The borrower is never told that such a failure is theirs. */
export const isBorrowersFailure = (reason: FailureReason): boolean => reason !== "enterprise_insufficient_funds";

/**
 * The block that a failure places on the account. A return that no rule explains blocks it until staff have cleared it; a payment that failed for an unknown reason before it reached the bank says nothing about the account.
 */
export const blockAfter = ({ reason, achCode }: { reason: FailureReason; achCode: string | null }): AccountBlock =>
  reason === "unexpected_error" && achCode !== null ? "UNTIL_CLEARED" : failureReasons[reason].block;
