import { staffRoles } from "./staff-roles.ts";

/** Everyone who can stand at one of our doors. A signed-in person without a role yet is NO_ROLE; STAFF is any of our own people. */
export const callers = [
  "ANYONE",
  "NO_ROLE",
  "PRIMARY_OWNER",
  "PRIMARY_OWNER_CONFLICT",
  "SECONDARY_OWNER",
  "OPERATOR",
  "ACCOUNTANT",
  "PLATFORM_KEY",
  "PLATFORM_USER",
  "CAPITAL_USER",
  "STAFF",
  ...staffRoles,
] as const;
export type Caller = (typeof callers)[number];

const signedIn = ["NO_ROLE", "PRIMARY_OWNER", "PRIMARY_OWNER_CONFLICT", "SECONDARY_OWNER", "OPERATOR"] as const;
const servicers = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR"] as const;
const partner = ["PLATFORM_KEY"] as const;
const partnerReaders = ["PLATFORM_KEY", "PLATFORM_USER"] as const;

/**
 * Who may do what, in one table that a lawyer could read. Each route names one of these actions, and a route that names
 * none does not start. Screens read the same table to explain a button that is off.
 */
const permissions = {
  // The doors themselves.
  "session.open": ["ANYONE"],
  "session.close": ["ANYONE"],
  "platform.introduce": ["ANYONE"],
  "service.watch": ["ANYONE"],
  // A vendor's signature says who it is.
  "vendor.webhook": ["ANYONE"],

  // The shell: a person sees where they stand, whatever their role.
  "self.view": signedIn,
  "self.choose-locale": signedIn,
  "session.view": signedIn,
  "session.extend": signedIn,
  "workflow.view": signedIn,
  "role.claim": signedIn,
  "support.ask": signedIn,
  "interaction.report": signedIn,
  "embedded-session.read": signedIn,
  "address.suggest": signedIn,
  "business.choose-look": ["PRIMARY_OWNER"],

  // Onboarding and closing belong to the primary owner.
  "onboarding.read-step": ["PRIMARY_OWNER"],
  "onboarding.complete-step": ["PRIMARY_OWNER"],
  "onboarding.answer-survey": ["PRIMARY_OWNER"],
  "co-owners.manage": ["PRIMARY_OWNER"],
  "accounting.supply": ["PRIMARY_OWNER", "ACCOUNTANT"],
  "document.upload": ["PRIMARY_OWNER", "ACCOUNTANT"],
  "offers.view": ["PRIMARY_OWNER"],
  "offers.read-step": ["PRIMARY_OWNER"],
  "offers.complete-step": ["PRIMARY_OWNER"],
  "offers.refresh": ["PRIMARY_OWNER"],
  "identity.verify": ["PRIMARY_OWNER", "SECONDARY_OWNER"],
  "bank-account.link": ["PRIMARY_OWNER"],
  "bank-account.view": ["PRIMARY_OWNER"],
  "bank-account.reveal-number": ["PRIMARY_OWNER"],
  "bank-account.set-primary": ["PRIMARY_OWNER"],

  // An employee who cannot go on may have us write to an owner.
  "owner.ask": ["OPERATOR"],

  // A co-owner does their own part only: consent, identity, signing.
  "co-owner.view": ["SECONDARY_OWNER"],
  "co-owner.complete-step": ["SECONDARY_OWNER"],
  "co-owner.decline": ["SECONDARY_OWNER"],

  // Living with the product.
  "servicing.view": servicers,
  "servicing.begin": ["PRIMARY_OWNER"],
  "invoice.submit": ["PRIMARY_OWNER", "OPERATOR"],
  "invoice.cancel": ["PRIMARY_OWNER", "OPERATOR"],
  "invoice.pay-now": ["PRIMARY_OWNER", "OPERATOR"],
  "draw.request": ["PRIMARY_OWNER", "OPERATOR"],
  "payoff.schedule": ["PRIMARY_OWNER"],
  "document.view": servicers,
  "report.export": servicers,

  // Helpers of the sandbox environment; their routes do not exist in production.
  "sandbox.play": ["PRIMARY_OWNER", "OPERATOR"],

  // The partner's server.
  "partner.business.create": partner,
  "partner.business.read": partnerReaders,
  "partner.business.change": partner,
  "partner.user.create": partner,
  "partner.user.read": partnerReaders,
  "partner.user.change": partner,
  "partner.connect-token.create": partner,
  "partner.connect-token.read": partner,
  "partner.bank-account.create": partner,
  "partner.bank-account.read": partnerReaders,
  "partner.bank-account.change": partner,
  "partner.bank-account.retire": partner,
  "partner.sales-day.record": partner,
  "partner.sales-day.read": partnerReaders,
  "partner.clock.read": partner,
  "partner.clock.advance": partner,

  // Our own people. What takes two of them is asked for and agreed to under the same action, by different people.
  "staff.self.view": ["STAFF"],
  "staff.passkey.add": ["STAFF"],
  "staff.member.view": ["STAFF"],
  "staff.member.admit": ["ADMIN"],
  "staff.member.change": ["ADMIN"],
  "staff.member.invite": ["ADMIN"],
  "staff.business.find": ["STAFF"],
  "staff.task.view": ["STAFF"],
  "staff.task.claim": ["STAFF"],
  "staff.task.release": ["STAFF"],
  "staff.task.release-of-others": ["ADMIN"],
  "staff.request.view": ["STAFF"],
  "staff.request.decide": ["STAFF"],
  "staff.owner-conflict.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.owner-conflict.resolve": ["UNDERWRITER", "OPERATIONS"],
  "staff.payment.approve": ["OPERATIONS", "TREASURY"],
  "staff.payment.reject": ["OPERATIONS", "TREASURY"],
  "staff.payment.retry": ["OPERATIONS"],
  "staff.debits.release": ["OPERATIONS", "TREASURY"],
  "staff.bank-item.block": ["OPERATIONS", "UNDERWRITER"],
  "staff.bank-item.unblock": ["OPERATIONS"],
  "staff.bank-account.verify": ["OPERATIONS"],
  "staff.user.invite": ["OPERATIONS", "UNDERWRITER"],
  "staff.sanctions.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.sanctions.clear": ["UNDERWRITER", "OPERATIONS"],
  "staff.sanctions.confirm": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.raise": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.release": ["UNDERWRITER", "OPERATIONS"],
  "staff.onboarding.reopen": ["UNDERWRITER", "OPERATIONS"],
} as const satisfies Record<string, readonly Caller[]>;

export type Action = keyof typeof permissions;
export const actions = Object.keys(permissions) as Action[];

/** A person may hold several roles; one that is allowed is enough. */
export function mayDo(who: readonly Caller[], action: Action): boolean {
  const allowed: readonly Caller[] = permissions[action];
  return allowed.includes("ANYONE") || who.some((caller) => allowed.includes(caller));
}

export const whoMay = (action: Action): readonly Caller[] => permissions[action];
