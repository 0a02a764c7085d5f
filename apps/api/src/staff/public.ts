export { bouncedTask, endBouncedTask } from "./bounced-invitation.ts";
export { ask, type Deed, type Order } from "./deeds.ts";
export { conflictTask } from "./owner-conflict.ts";
export { prepareStaffCode } from "./sign-in.ts";
export { closeTask, type NewTask, openTask } from "./tasks.ts";
