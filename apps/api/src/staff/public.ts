export { bouncedTask, endBouncedTask } from "./bounced-invitation.ts";
export { conflictTask } from "./owner-conflict.ts";
export { prepareStaffCode } from "./sign-in.ts";
export { type ActionRequest, requestAction, type StaffAction } from "./staff-actions.ts";
export { closeTask, type NewTask, openTask } from "./tasks.ts";
