import type { Slice } from "../slice.ts";
import { invitationEmail, inviteChangedCoOwners, noteBouncedInvitation } from "./invitation-emails.ts";
import { remindCoOwner, remindOfInput } from "./remind-co-owner.ts";
import { stepUpRoutes } from "./routes.ts";
import { peopleStaffActions, peopleStaffRoutes } from "./staff-actions.ts";
import { deleteExpiredCodes } from "./step-up.ts";
import { peopleWorkflows } from "./workflows.ts";

export const people: Slice = {
  name: "people",
  routes: { portal: [stepUpRoutes], staff: [peopleStaffRoutes] },
  workflows: peopleWorkflows,
  eventHandlers: {
    "invitation.made": [invitationEmail],
    "reminder.requested": [remindCoOwner],
    "additional_input.raised": [remindOfInput],
    "email.refused": [noteBouncedInvitation],
    "co_owner.named": [inviteChangedCoOwners],
    "co_owner.corrected": [inviteChangedCoOwners],
  },
  regularJobs: [{ name: "codes.delete-expired", everyMs: 600_000, run: deleteExpiredCodes }],
  staffActions: peopleStaffActions,
};
