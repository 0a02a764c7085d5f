import type { StaffAction } from "../approvals/public.ts";
import type { Slice } from "../slice.ts";
import { allowInquiry, closingStaffRoutes } from "./allow-inquiry.ts";
import { decideSignerChange, signerChangeStaffRoutes } from "./decide-signer-change.ts";
import { askAboutCoSigner, followEndedAgreement, followSigner, remindCoSigner } from "./follow-agreement.ts";
import { askAboutInquiry, identityWebhook, readInquiries } from "./follow-inquiry.ts";
import { tellOfApproval, tellOfRetry } from "./identity-emails.ts";
import { awaitClosing, remindOfClosing } from "./remind-of-closing.ts";
import { closingRoutes, coOwnerClosingRoutes } from "./routes.ts";

export const closing: Slice = {
  name: "closing",
  routes: { portal: [closingRoutes, coOwnerClosingRoutes], staff: [closingStaffRoutes, signerChangeStaffRoutes] },
  staffActions: [allowInquiry, decideSignerChange] as unknown as StaffAction[],
  webhooks: [identityWebhook],
  dueJobs: [askAboutInquiry],
  eventHandlers: {
    "closing.step_completed": [awaitClosing],
    "identity_inquiry.retry_allowed": [tellOfRetry],
    "identity_inquiry.updated": [tellOfApproval],
    "offer.selected": [awaitClosing],
    "reminder.requested": [remindCoSigner, remindOfClosing],
    "reminder.unanswered": [askAboutCoSigner],
    "signing.declined": [followEndedAgreement],
    "signing.failed": [followEndedAgreement],
    "signing.signer_completed": [followSigner],
    "signing.voided": [followEndedAgreement],
  },
  workflows: {
    /**
     * Why durable: a webhook may be lost and the vendor may be down, so the state is read until it is answered. Key: the reading. Final:
     * nothing; a reading without an undecided inquiry does nothing.
     */
    "read-identity": (app) => (ids, step) => step("read", () => readInquiries(app, ids)),
  },
};
