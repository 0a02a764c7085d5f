import type { Slice } from "../slice.ts";
import { invitationEmail, inviteChangedCoOwners, noteBouncedInvitation } from "./invitation-emails.ts";
import { peopleStaffActions, peopleStaffRoutes } from "./staff-actions.ts";
import { peopleWorkflows } from "./workflows.ts";

export const people: Slice = {
  name: "people",
  routes: { staff: [peopleStaffRoutes] },
  workflows: peopleWorkflows,
  eventHandlers: {
    "invitation.made": [invitationEmail],
    "email.refused": [noteBouncedInvitation],
    "co_owner.named": [inviteChangedCoOwners],
    "co_owner.corrected": [inviteChangedCoOwners],
  },
  staffActions: peopleStaffActions,
};
