/** The kinds of staff tasks. A new kind must be added here. */
export const taskKinds = [
  "PRIMARY_OWNER_CONFLICT",
  "PAYMENT_APPROVAL",
  "PAYMENT_HELD",
  "PAYMENT_NOT_SENT",
  "PAYMENT_NOT_RECEIVED",
  "PAYMENT_UNUSUAL",
  "PAYMENT_FAILED",
  "PAYMENT_DOUBLED",
  "PAYMENT_UNSETTLED",
  "REFINANCE_INCOMPLETE",
  "BOOKS_UNSETTLED",
  "PROCESSOR_OUTAGE",
  "RECONCILIATION_FAULT",
  "LEDGER_INVARIANT_FAILED",
  "AUDIT_CHAIN_BROKEN",
  "AUDIT_ANCHOR_INVALID",
  "RETURN_RATE_ALARM",
  "MICRO_ENTRY_ALARM",
  "SANCTIONS_REVIEW",
  "REPORT_REFUSED",
  "REPORT_INCONCLUSIVE",
  "BANK_ACCOUNT_UNVERIFIED",
  "BUSINESS_FROZEN",
  "ACCOUNT_CORRECTION_OPEN",
  "ACCOUNT_CHANGE_STOPPED",
  "INVITATION_BOUNCED",
  "ANSWER_OVERDUE",
  "CORRECTION_REQUESTED",
  "CO_OWNER_UNVERIFIED",
  "CO_OWNER_UNANSWERED",
  "SIGNING_FAILED",
] as const;

/** Tasks about something that has ended, which nothing in the system closes: whoever has looked into it resolves the task. */
export const taskKindsToResolve: readonly TaskKind[] = [
  "PAYMENT_NOT_SENT",
  "PAYMENT_NOT_RECEIVED",
  "PAYMENT_FAILED",
  "CO_OWNER_UNANSWERED",
  "ANSWER_OVERDUE",
];
export type TaskKind = (typeof taskKinds)[number];
