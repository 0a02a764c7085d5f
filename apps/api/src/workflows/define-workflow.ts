import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { LogFields } from "../log.ts";
import {
  type Step,
  type Workflow,
  WorkflowFailed,
  type WorkflowIds,
  type WorkflowKind,
  type WorkflowPart,
} from "./public.ts";
import { type WorkerRole, workflowsOf } from "./roles.ts";

/** The workflows of a role as Restate workflows. Refuses to start when a kind has no definition or two. */
export function defineWorkflows(app: AppContext, parts: readonly WorkflowPart[], role: WorkerRole) {
  return workflowsOf(role).map((kind) => {
    const [workflow, second] = parts.flatMap((part) => part.workflows?.[kind] ?? []);
    if (!workflow || second)
      throw new Error(`the workflow ${kind} is defined by ${second ? "two slices" : "no slice"}`);
    return defineWorkflow(app, kind, workflow);
  });
}

/**
 * Restate keeps the error of a step that failed. It gets one without contents; the real error goes to our log, which writes allowed
 * fields only.
 */
export async function redactErrors<T>(app: AppContext, about: LogFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkflowFailed) throw new restate.TerminalError(error.message);
    app.log.warn("a workflow step failed and is retried", { ...about, error });
    throw new Error("the step failed and is retried");
  }
}

/**
 * A Restate workflow named like its kind. Its key is the run's id and attempt, so submitting it twice is harmless. Private data is read
 * from PostgreSQL inside a step and never reaches Restate's journal.
 */
function defineWorkflow(app: AppContext, kind: WorkflowKind, workflow: Workflow) {
  const run = workflow(app);
  const close = (ids: WorkflowIds, state: "DONE" | "FAILED") =>
    inScope(app.pool, { platformId: ids.platformId, businessId: "whole platform" }, async (tx) => {
      await tx
        .updateTable("workflow_run")
        .set({ state, ended_at: new Date() })
        .where("kind", "=", kind)
        .where("id", "=", ids.id)
        .where("state", "=", "OPEN")
        .execute();
    });

  return restate.workflow({
    name: kind,
    handlers: {
      run: async (ctx: restate.WorkflowContext, ids: WorkflowIds): Promise<void> => {
        const step: Step = (name, work) =>
          ctx.run(name, () => redactErrors(app, { workflow: kind, workflowId: ids.id }, work));
        try {
          await run(ids, step);
        } catch (error) {
          if (!(error instanceof restate.TerminalError)) throw error;
          await ctx.run("mark as failed", () => close(ids, "FAILED"));
          return;
        }
        await ctx.run("mark as done", () => close(ids, "DONE"));
      },
    },
  });
}
