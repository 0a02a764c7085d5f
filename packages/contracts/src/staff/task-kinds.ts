/** The kinds of staff tasks. A new kind must be added here. */
export const taskKinds = [
  "PRIMARY_OWNER_CONFLICT",
  "PAYMENT_APPROVAL",
  "PAYMENT_HELD",
  "PAYMENT_NOT_SENT",
  "PAYMENT_FAILED",
  "PAYMENT_DOUBLED",
  "PAYMENT_UNSETTLED",
  "PROCESSOR_OUTAGE",
  "RECONCILIATION_FAULT",
  "RETURN_RATE_ALARM",
  "SANCTIONS_REVIEW",
  "REPORT_REFUSED",
  "REPORT_INCONCLUSIVE",
  "BANK_ACCOUNT_UNVERIFIED",
  "INVITATION_BOUNCED",
  "CO_OWNER_UNVERIFIED",
  "SIGNING_FAILED",
] as const;
export type TaskKind = (typeof taskKinds)[number];
