import { staffRoles } from "./staff-roles.ts";

/** The kinds of API caller. NO_ROLE is a signed-in person without a role yet; STAFF is any staff member. */
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
 * The permissions of every caller, in one table. Each route names one of these actions; the server does not start with a route that names
 * none. Screens read the same table to explain why a button is disabled.
 */
const permissions = {
  // Public routes: sign-in, public pages and health checks.
  "session.open": ["ANYONE"],
  "session.close": ["ANYONE"],
  "platform.introduce": ["ANYONE"],
  "service.watch": ["ANYONE"],
  // The webhook's signature authenticates the vendor.
  "vendor.webhook": ["ANYONE"],
  // The token of an emailed link authenticates an owner, who may never have signed in.
  "account-change.view": ["ANYONE"],
  "account-change.stop": ["ANYONE"],
  "reminder.refuse": ["ANYONE"],
  "notification.stop": ["ANYONE"],

  // The portal's frame, for every signed-in person.
  "self.view": signedIn,
  "self.choose-locale": signedIn,
  "session.view": signedIn,
  "session.extend": signedIn,
  "workflow.view": signedIn,
  "role.claim": signedIn,
  "support.ask": signedIn,
  "interaction.report": signedIn,
  "step-up.pass": signedIn,
  "step-up.manage-methods": signedIn,
  "address.suggest": signedIn,
  "business.choose-theme": ["PRIMARY_OWNER"],

  // Onboarding and closing belong to the primary owner.
  "onboarding.read-step": ["PRIMARY_OWNER"],
  "onboarding.complete-step": ["PRIMARY_OWNER"],
  "onboarding.answer-survey": ["PRIMARY_OWNER"],
  "application.withdraw": ["PRIMARY_OWNER"],
  "correction.request": ["PRIMARY_OWNER"],
  "correction.view": ["PRIMARY_OWNER"],
  "application.apply-again": ["PRIMARY_OWNER"],
  "co-owners.manage": ["PRIMARY_OWNER"],
  "accounting.supply": ["PRIMARY_OWNER", "ACCOUNTANT"],
  "document.upload": ["PRIMARY_OWNER", "ACCOUNTANT"],
  "decline.view": ["PRIMARY_OWNER"],
  "appeal.request": ["PRIMARY_OWNER"],
  "offers.view": ["PRIMARY_OWNER"],
  "offers.read-step": ["PRIMARY_OWNER"],
  "offers.complete-step": ["PRIMARY_OWNER"],
  "offers.refresh": ["PRIMARY_OWNER"],
  // Disclosures are accepted and agreements signed in our own pages, never by a partner's key.
  "offers.disclose": ["PRIMARY_OWNER"],
  "offers.sign": ["PRIMARY_OWNER"],
  "offers.decide-about-signer": ["PRIMARY_OWNER"],
  "identity.verify": ["PRIMARY_OWNER", "SECONDARY_OWNER"],
  "bank-account.link": ["PRIMARY_OWNER"],
  "bank-account.view": ["PRIMARY_OWNER"],
  "bank-account.reveal-number": ["PRIMARY_OWNER"],
  "bank-account.set-primary": ["PRIMARY_OWNER"],
  "bank-account.revoke-authorization": ["PRIMARY_OWNER"],
  "bank-account.verify": ["PRIMARY_OWNER"],

  // An employee who is blocked may ask for an email to an owner.
  "owner.ask": ["OPERATOR"],

  // A co-owner does their own part only: consent, identity, signing.
  "co-owner.view": ["SECONDARY_OWNER"],
  "co-owner.complete-step": ["SECONDARY_OWNER"],
  "co-owner.decline": ["SECONDARY_OWNER"],

  // Which of the notices about decisions an owner may read depends on the notice: see `listNotices`.
  "notice.view": ["PRIMARY_OWNER", "SECONDARY_OWNER"],

  // Each person reads and chooses what they themselves are told.
  "notification.view": servicers,
  "notification.choose": servicers,

  // Servicing.
  "servicing.view": servicers,
  "embedded-session.read": servicers,
  "servicing.begin": ["PRIMARY_OWNER"],
  "invoice.submit": ["PRIMARY_OWNER", "OPERATOR"],
  "invoice.cancel": ["PRIMARY_OWNER", "OPERATOR"],
  "invoice.pay-now": ["PRIMARY_OWNER", "OPERATOR"],
  "draw.request": ["PRIMARY_OWNER", "OPERATOR"],
  "payoff.schedule": ["PRIMARY_OWNER"],
  "payment.pay-now": ["PRIMARY_OWNER", "OPERATOR"],
  "payment.choose-retry-day": ["PRIMARY_OWNER", "OPERATOR"],
  "payment.move": ["PRIMARY_OWNER"],
  "payment.split": ["PRIMARY_OWNER"],
  "payment.pay-from-another-account": ["PRIMARY_OWNER"],
  "advance.true-up": ["PRIMARY_OWNER", "OPERATOR"],
  "document.view": servicers,
  "report.export": servicers,

  // Sandbox controls; their routes do not exist in production.
  "sandbox.play": ["PRIMARY_OWNER", "OPERATOR"],

  // The partner API.
  "partner.business.create": partner,
  "partner.business.read": partnerReaders,
  "partner.business.change": partner,
  "partner.user.create": partner,
  "partner.user.read": partnerReaders,
  "partner.user.change": partner,
  "partner.prequalification.create": partner,
  "partner.prequalification.read": partnerReaders,
  "partner.connect-token.create": partner,
  "partner.connect-token.read": partner,
  "partner.document.create": partner,
  "partner.document.read": partnerReaders,
  "partner.embedded-session.create": partner,
  "partner.embedded-session.read": partner,
  "partner.embedded-session.revoke": partner,
  "partner.pilot-invoice.create": partner,
  "partner.pilot-invoice.read": partnerReaders,
  "partner.pilot-invoice.withdraw": partner,
  "partner.application.read": partnerReaders,
  "partner.application.mark-up": partner,
  "partner.bank-account.create": partner,
  "partner.bank-account.read": partnerReaders,
  "partner.bank-account.change": partner,
  "partner.bank-account.retire": partner,
  "partner.sales-day.record": partner,
  "partner.sales-day.read": partnerReaders,
  "partner.receivable.post": partner,
  "partner.receivable.read": partnerReaders,
  "partner.clock.read": partner,
  "partner.clock.advance": partner,

  // Staff. A staff action that needs two people is requested and approved under the same name, by different staff members.
  "staff.self.view": ["STAFF"],
  "staff.passkey.add": ["STAFF"],
  "staff.member.view": ["STAFF"],
  "staff.member.admit": ["ADMIN"],
  "staff.member.change": ["ADMIN"],
  "staff.member.invite": ["ADMIN"],
  "staff.member.reset": ["ADMIN"],
  "staff.business.find": ["STAFF"],
  "staff.business.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.document.open": ["UNDERWRITER", "OPERATIONS"],
  // Each role sees the private numbers that its own work is about.
  "staff.tax-number.reveal": ["UNDERWRITER"],
  "staff.account-number.reveal": ["OPERATIONS"],
  "staff.task.view": ["STAFF"],
  "staff.task.claim": ["STAFF"],
  "staff.task.release": ["STAFF"],
  "staff.task.resolve": ["STAFF"],
  "staff.task.release-of-others": ["ADMIN"],
  "staff.request.view": ["STAFF"],
  "staff.request.decide": ["STAFF"],
  "staff.owner-conflict.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.owner-conflict.resolve": ["UNDERWRITER", "OPERATIONS"],
  "staff.payment.approve": ["OPERATIONS", "TREASURY"],
  "staff.payment.reject": ["OPERATIONS", "TREASURY"],
  "staff.payment.retry": ["OPERATIONS"],
  "staff.payment.release-unusual": ["OPERATIONS", "TREASURY"],
  "staff.payment.cancel-unusual": ["OPERATIONS", "TREASURY"],
  "staff.payment.reverse": ["OPERATIONS", "TREASURY"],
  "staff.payment.dishonor-return": ["OPERATIONS", "TREASURY"],
  "staff.debits.release": ["OPERATIONS", "TREASURY"],
  "staff.ledger-check.view": ["OPERATIONS", "TREASURY"],
  "staff.bank-line.view": ["OPERATIONS", "TREASURY"],
  "staff.bank-line.identify": ["OPERATIONS", "TREASURY"],
  "staff.bank-line.charge": ["OPERATIONS", "TREASURY"],
  "staff.bank-line.request-return": ["OPERATIONS", "TREASURY"],
  "staff.treasury.transfer": ["TREASURY"],
  "staff.treasury.call-capital": ["TREASURY"],
  "staff.treasury.collect-settlement": ["TREASURY"],
  "staff.treasury.pay-revenue-share": ["TREASURY"],
  "staff.platform-account.save": ["TREASURY"],
  "staff.bank-item.block": ["OPERATIONS", "UNDERWRITER"],
  "staff.bank-item.unblock": ["OPERATIONS"],
  "staff.bank-account.verify": ["OPERATIONS"],
  "staff.bank-account.unblock": ["OPERATIONS"],
  "staff.bank-account.close-correction": ["OPERATIONS"],
  "staff.account-change.view": ["OPERATIONS", "UNDERWRITER"],
  "staff.account-change.decide": ["OPERATIONS"],
  "staff.user.invite": ["OPERATIONS", "UNDERWRITER"],
  "staff.user.reset-step-up": ["OPERATIONS"],
  "staff.sanctions.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.sanctions.clear": ["UNDERWRITER", "OPERATIONS"],
  "staff.sanctions.confirm": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.raise": ["UNDERWRITER", "OPERATIONS"],
  "staff.additional-input.release": ["UNDERWRITER", "OPERATIONS"],
  "staff.correction.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.correction.answer": ["UNDERWRITER", "OPERATIONS"],
  "staff.onboarding.reopen": ["UNDERWRITER", "OPERATIONS"],
  "staff.co-owner.ask-again": ["UNDERWRITER", "OPERATIONS"],
  "staff.co-owner.waive-verification": ["UNDERWRITER"],
  "staff.identity-inquiry.allow-retry": ["UNDERWRITER", "OPERATIONS"],
  "staff.report.pull-again": ["UNDERWRITER", "OPERATIONS"],
  "staff.report.accept": ["UNDERWRITER"],
  "staff.policy.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.policy.propose": ["UNDERWRITER"],
  "staff.policy.try": ["UNDERWRITER"],
  "staff.policy.activate": ["UNDERWRITER"],
  "staff.application.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.application.rule": ["UNDERWRITER"],
  "staff.application.assign-capital": ["UNDERWRITER"],
  "staff.application.refresh-offers": ["UNDERWRITER"],
  "staff.closing.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.closing.check": ["UNDERWRITER", "OPERATIONS"],
  "staff.closing.confirm-check": ["UNDERWRITER", "OPERATIONS"],
  "staff.closing.record-payoff-letter": ["UNDERWRITER", "OPERATIONS"],
  "staff.closing.fail": ["UNDERWRITER"],
  "staff.closing.decide-signer-change": ["UNDERWRITER"],
  "staff.loan.fund": ["UNDERWRITER", "OPERATIONS", "TREASURY"],
  "staff.lien-filing.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.lien-filing.record": ["OPERATIONS"],
  "staff.servicing.view": ["UNDERWRITER", "OPERATIONS", "TREASURY"],
  "staff.product.default": ["UNDERWRITER", "OPERATIONS"],
  "staff.product.write-off": ["UNDERWRITER", "OPERATIONS"],
  "staff.draw.approve": ["UNDERWRITER", "OPERATIONS"],
  "staff.draw.reject": ["UNDERWRITER"],
  "staff.line.suspend": ["UNDERWRITER", "OPERATIONS"],
  "staff.line.reinstate": ["UNDERWRITER"],
  "staff.line.change-limit": ["UNDERWRITER"],
  "staff.product.reinstate": ["UNDERWRITER", "OPERATIONS"],
  "staff.product.close-business": ["UNDERWRITER", "OPERATIONS"],
  "staff.debit-authorization.revoke": ["OPERATIONS"],
  "staff.sales-evidence.record": ["UNDERWRITER", "OPERATIONS"],
  "staff.fee.waive": ["OPERATIONS"],
  "staff.product.put-off-payments": ["UNDERWRITER", "OPERATIONS"],
  "staff.pilot-invoice.import": ["OPERATIONS"],
  "staff.invoice.review": ["UNDERWRITER", "OPERATIONS"],
  "staff.outside-payment.record": ["OPERATIONS", "TREASURY"],
  "staff.outside-payment.return": ["OPERATIONS", "TREASURY"],
  "staff.outside-payment.announce": ["OPERATIONS", "TREASURY"],
  "staff.product.answer-payoff-request": ["OPERATIONS"],
  "staff.appeal.view": ["UNDERWRITER", "OPERATIONS"],
  "staff.appeal.answer": ["UNDERWRITER"],
  "staff.notice.view": ["UNDERWRITER", "OPERATIONS"],
  // A private notice shows a credit score, which underwriters see in the case as well.
  "staff.notice.print": ["UNDERWRITER"],
} as const satisfies Record<string, readonly Caller[]>;

export type Action = keyof typeof permissions;
export const actions = Object.keys(permissions) as Action[];

/** A caller may hold several roles. One allowed role is enough. */
export function mayDo(who: readonly Caller[], action: Action): boolean {
  const allowed: readonly Caller[] = permissions[action];
  return allowed.includes("ANYONE") || who.some((caller) => allowed.includes(caller));
}

export const whoMay = (action: Action): readonly Caller[] => permissions[action];
