import type { EventKind } from "./catalog.ts";

const kinds: readonly EventKind[] = [
  // Who owns the business.
  "user.created",
  "user.role_claimed",
  "user.conflict_raised",
  "user.conflict_resolved",
  // The plan of the onboarding, and what is done of it.
  "onboarding.step_completed",
  "onboarding.step_edited",
  "prequalification.completed",
  "prequalification.expired",
  "bank_account.added",
  "bank_account.retired",
  // What is missing after consent, and from whom.
  "additional_input.raised",
  "additional_input.done",
  "additional_input.released",
  "additional_input.notice_given",
  "invitation.made",
  "invitation.accepted",
  "co_owner.step_completed",
  "co_owner.input_answered",
  "co_owner.declined",
  "co_owner.removed",
  "co_owner.stopped",
  // Whether the application goes on.
  "application.submitted",
  "bank_account.added",
  "bank_account.retired",
  "application.incomplete",
  "application.withdrawn",
  "application.priced",
  "application.offered",
  "application.declined",
  "application.offers_expired",
  "application.refresh_requested",
  "offer.selected",
  "offer.unselected",
  "closing.step_completed",
  "closing.agreement_ended",
  "offer.accepted",
  "application.expired",
  "application.funded",
  "servicing.initialized",
  // The status of each product, and what is to come of it.
  "product.funded",
  "product.funding_returned",
  "product.status_changed",
  "payment.settled",
  "payment.returned",
  "onboarding.restarted",
  "onboarding.stopped",
  "onboarding.reopened",
  "sanctions_screening.decided",
];

/**
 * The events after which the status of a business in the partner API may be another. Each moves the version and `updatedAt` of the business
 * in its own transaction, also where it writes no column of the business.
 */
export const statusEvents: ReadonlySet<EventKind> = new Set(kinds);
