import type { Slice } from "../slice.ts";
import { askAboutCoOwners, askAboutUnanswered, askForOtherAddress, endWaiting } from "./co-owner/doubtful-co-owner.ts";
import { correctionEmail } from "./corrections/correction-email.ts";
import { expirePrequalification } from "./prequalification/expire-prequalification.ts";
import { onboardingRoutes } from "./routes.ts";
import { bouncedTask, endBouncedTask } from "./staff/bounced-invitation.ts";
import { conflictTask } from "./staff/owner-conflict.ts";
import { onboardingStaffActions, onboardingStaffRoutes } from "./staff/staff-actions.ts";
import { remindOwner } from "./unfinished/remind-owner.ts";
import { receivedEmail } from "./waiting/received-email.ts";

export const onboarding: Slice = {
  name: "onboarding",
  routes: { portal: [onboardingRoutes], staff: [onboardingStaffRoutes] },
  dueJobs: [expirePrequalification],
  eventHandlers: {
    "application.submitted": [receivedEmail],
    "user.conflict_raised": [conflictTask],
    "invitation.made": [endBouncedTask],
    "invitation.bounced": [bouncedTask, askForOtherAddress],
    "co_owner.declined": [askAboutCoOwners],
    "correction.answered": [correctionEmail],
    "reminder.requested": [remindOwner],
    "reminder.unanswered": [askAboutUnanswered],
    "co_owner.onboarding_completed": [endWaiting],
    "co_owner.removed": [endWaiting],
  },
  staffActions: onboardingStaffActions,
};
