import { z } from "zod/mini";
import { reason, task } from "../shapes.ts";
import { taskKinds } from "../task-kinds.ts";
import { page, staffCall, taskParams } from "./staff-call.ts";

/** Tasks that wait for a person. */
export const tasks = {
  listTasks: staffCall("/api/staff/v1/tasks", {
    method: "GET",
    action: "staff.task.view",
    summary: "Lists open tasks of all tenants, most urgent first.",
    query: z.strictObject({
      ...page,
      kind: z.optional(z.enum(taskKinds)),
      assignee: z.optional(z.enum(["me", "nobody"])),
    }),
    answer: z.object({ tasks: z.array(task), hasMore: z.boolean() }),
  }),
  claimTask: staffCall("/api/staff/v1/tasks/:taskId/claim", {
    method: "POST",
    action: "staff.task.claim",
    summary: "Assigns an unassigned task to the caller.",
    params: taskParams,
    answer: task,
  }),
  releaseTask: staffCall("/api/staff/v1/tasks/:taskId/release", {
    method: "POST",
    action: "staff.task.release",
    summary: "Returns a task to the unassigned tasks.",
    params: taskParams,
    answer: task,
  }),
  resolveTask: staffCall("/api/staff/v1/tasks/:taskId/resolve", {
    method: "POST",
    action: "staff.task.resolve",
    summary: "Closes a task of the caller that reports a payment which was not sent, did not come or failed.",
    params: taskParams,
    body: z.strictObject({ reason }),
    answer: z.object({ resolved: z.literal(true) }),
  }),
};
