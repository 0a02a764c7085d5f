import { z } from "zod/mini";

/** What an event is about. Objects of the partner API have their names there. */
export type EventObject =
  | "account_change"
  | "accountant_invitation"
  | "accounting_connection"
  | "accounting_reading"
  | "additional_input"
  | "agreement"
  | "application"
  | "bank_account"
  | "bank_item"
  | "bank_line"
  | "business"
  | "clock"
  | "co_owner"
  | "connect_token"
  | "disclosure"
  | "document"
  | "draw_request"
  | "email"
  | "embedded_session"
  | "identity_inquiry"
  | "input_request"
  | "invitation"
  | "invoice"
  | "issued_product"
  | "lien_filing"
  | "micro_entry_verification"
  | "notice"
  | "notification_batch"
  | "offer"
  | "owner_statement"
  | "payment"
  | "payoff_letter"
  | "pilot_invoice"
  | "platform"
  | "policy"
  | "prequalification"
  | "receivable"
  | "receivable_settlement"
  | "appeal"
  | "correction"
  | "reminder"
  | "report"
  | "sales_day"
  | "sanctions_screening"
  | "shadow_run"
  | "staff_member"
  | "staff_request"
  | "staff_sign_in"
  | "statement"
  | "task"
  | "user";

/** Partners receive an event as a webhook. Staff see it in the history of its object. An internal event only triggers handlers. */
type Audience = { visibility: "partner"; webhook: string } | { visibility: "staff" | "internal"; webhook: null };

export type EventDefinition = Audience & {
  /** When it is recorded. */
  when: string;
  object: EventObject;
  /** The version of the body's shape. A changed shape gets the next number. */
  version: number;
  /** Ids and figures. Never a secret or personal data, because events have many readers. */
  body: z.ZodMiniObject;
};

/** The events of one area by kind: a noun and a verb in the past tense, such as `payment.settled`. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

// The strings of a body. Free text has no place in it.
export const id = z.guid();
export const time = z.iso.datetime({ precision: 3 });
export const date = z.iso.date();
/** A value of one of our lists that is defined outside the contracts. */
export const code = z.string().check(z.regex(/^[A-Z][A-Z_]*$/));
/** Names of fields, never their values. */
export const fieldNames = z.array(z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/)));
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const last4 = z.string().check(z.regex(/^\d{2,4}$/));

export const count = z.int().check(z.minimum(0));
export const cents = z.int();
