export { may, membersFor, performInSandbox } from "./perform-in-sandbox.ts";
export { type ActionPart, type ActionRequest, requestAction, type StaffAction } from "./staff-actions.ts";
export {
  closeOpenTask,
  closeTask,
  closeTasks,
  closeTasksOf,
  lastDueAt,
  type NewTask,
  openTask,
  openTaskOnce,
  subjectOfTask,
  subjectsWithTask,
  tasksOf,
} from "./tasks.ts";
