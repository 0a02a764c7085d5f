export { type ActionPart, type ActionRequest, requestAction, type StaffAction } from "./staff-actions.ts";
export {
  closeOpenTask,
  closeTask,
  closeTasksOf,
  type NewTask,
  openTask,
  openTaskOnce,
  subjectOfTask,
  tasksOf,
} from "./tasks.ts";
