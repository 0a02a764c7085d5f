import type { Slice } from "../slice.ts";
import { emailNotificationBatch, sendNotificationBatch } from "./batches/send-batch.ts";
import { conflictEmail } from "./conflict-email.ts";
import { emailConsentCopy } from "./consent-copy.ts";
import { carrierWebhook } from "./handle-carrier-webhook.ts";
import { microEntryEmail } from "./micro-entry-email.ts";
import { ownerWantedEmail } from "./owner-wanted-email.ts";
import { preferenceRoutes } from "./preferences.ts";
import { reminderRoutes } from "./refuse-reminders.ts";
import { remind } from "./reminders.ts";
import { notificationStaffRoutes } from "./staff-routes.ts";
import { stepUpResetEmail } from "./step-up-reset-email.ts";
import { stopRoutes } from "./stop-links.ts";
import { notificationWorkflows } from "./workflows.ts";

export const notifications: Slice = {
  name: "notifications",
  routes: { portal: [reminderRoutes, preferenceRoutes, stopRoutes], staff: [notificationStaffRoutes] },
  webhooks: [carrierWebhook],
  workflows: notificationWorkflows,
  dueJobs: [remind, sendNotificationBatch],
  eventHandlers: {
    "user.conflict_raised": [conflictEmail],
    "user.role_claimed": [ownerWantedEmail],
    "user.step_up_methods_removed": [stepUpResetEmail],
    "consent.given": [emailConsentCopy],
    "notification_batch.sent": [emailNotificationBatch],
    "micro_entry_verification.expired": [microEntryEmail],
    "micro_entry_verification.failed": [microEntryEmail],
    "micro_entry_verification.reminded": [microEntryEmail],
    "micro_entry_verification.settled": [microEntryEmail],
  },
};
