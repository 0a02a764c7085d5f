import type { Action } from "@inlay/lending/access/permissions.ts";

/** The scopes that a restricted key may have. */
export const scopes = [
  "platform:read",
  "platform:write",
  "keys:read",
  "keys:write",
  "themes:read",
  "themes:write",
  "businesses:read",
  "businesses:write",
  "users:read",
  "users:write",
  "prequalifications:read",
  "prequalifications:write",
  "sessions:write",
  "documents:read",
  "documents:write",
  "applications:read",
  "applications:write",
  "decline_notices:read",
  "offers:read",
  "offers:write",
  "products:read",
  "invoices:read",
  "invoices:write",
  "draws:read",
  "draws:write",
  "payoffs:read",
  "payoffs:write",
  "payments:read",
  "payments:write",
  "bank_accounts:read",
  "bank_accounts:write",
  "sales:read",
  "sales:write",
  "receivables:read",
  "receivables:write",
  "revenue_share:read",
  "revenue_share:write",
  "reports:read",
  "reports:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "logs:read",
  "sandbox:write",
] as const;
export type Scope = (typeof scopes)[number];

export type PartnerAction = Extract<Action, `partner.${string}`>;

/** The scope that each partner action requires. */
export const scopeOf: Record<PartnerAction, Scope> = {
  "partner.business.create": "businesses:write",
  "partner.business.read": "businesses:read",
  "partner.business.change": "businesses:write",
  "partner.user.create": "users:write",
  "partner.user.read": "users:read",
  "partner.user.change": "users:write",
  "partner.prequalification.create": "prequalifications:write",
  "partner.prequalification.read": "prequalifications:read",
  "partner.connect-token.create": "sessions:write",
  "partner.connect-token.read": "sessions:write",
  "partner.application.read": "applications:read",
  "partner.application.mark-up": "offers:write",
  "partner.bank-account.create": "bank_accounts:write",
  "partner.bank-account.read": "bank_accounts:read",
  "partner.bank-account.change": "bank_accounts:write",
  "partner.bank-account.retire": "bank_accounts:write",
  "partner.sales-day.record": "sales:write",
  "partner.sales-day.read": "sales:read",
  "partner.clock.read": "sandbox:write",
  "partner.clock.advance": "sandbox:write",
};

/** A write scope includes the read scope. */
export const hasScope = (granted: readonly string[], needed: Scope): boolean =>
  granted.includes(needed) || granted.includes(needed.replace(/:read$/, ":write"));
