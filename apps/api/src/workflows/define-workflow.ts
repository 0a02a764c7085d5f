import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { LogFields } from "../log.ts";
import type { WorkflowIds, WorkflowKind } from "./public.ts";

/** Runs a named step. A step that throws is retried without limit; its result is written to Restate's journal. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Thrown by a step when a retry cannot help. The workflow run is then marked FAILED. */
export class WorkflowFailed extends Error {}

/**
 * Replaces the error of a failed step by one without contents, because Restate stores it. The error itself goes to our log, which
 * contains only allowed fields.
 */
export async function redactErrors<T>(app: AppContext, about: LogFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkflowFailed) throw new restate.TerminalError(error.message);
    app.log.warn("a workflow step failed and will be retried", { ...about, error });
    throw new Error("the step failed and will be retried");
  }
}

/**
 * Defines the Restate workflow of a kind. Its key is the id and attempt of the workflow run, so submitting it twice is harmless. Its input
 * is ids and it has no output: private data is read from PostgreSQL inside a step and does not leave it.
 */
export function defineWorkflow(
  app: AppContext,
  kind: WorkflowKind,
  body: (ids: WorkflowIds, step: Step) => Promise<void>,
) {
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
          await body(ids, step);
        } catch (error) {
          if (!(error instanceof restate.TerminalError)) throw error;
          await ctx.run("mark failed", () => close(ids, "FAILED"));
          return;
        }
        await ctx.run("close", () => close(ids, "DONE"));
      },
    },
  });
}
