export { type ActionPart, type ActionRequest, requestAction, type StaffAction } from "./staff-actions.ts";
export { closeOpenTask, closeTask, type NewTask, openTask, subjectOfTask, tasksOf } from "./tasks.ts";
