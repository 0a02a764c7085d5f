import type { Slice } from "../slice.ts";
import { bouncedTask, endBouncedTask } from "./bounced-invitation.ts";
import { askAboutCoOwners, askForOtherAddress } from "./doubtful-co-owner.ts";
import { expirePrequalification } from "./expire-prequalification.ts";
import { conflictTask } from "./owner-conflict.ts";
import { onboardingRoutes } from "./routes.ts";
import { onboardingStaffActions, onboardingStaffRoutes } from "./staff-actions.ts";

export const onboarding: Slice = {
  name: "onboarding",
  routes: { portal: [onboardingRoutes], staff: [onboardingStaffRoutes] },
  dueJobs: [expirePrequalification],
  eventHandlers: {
    "user.primary_owner_conflict": [conflictTask],
    "invitation.made": [endBouncedTask],
    "invitation.bounced": [bouncedTask, askForOtherAddress],
    "co_owner.declined": [askAboutCoOwners],
  },
  staffActions: onboardingStaffActions,
};
