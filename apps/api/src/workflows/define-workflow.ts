import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { LogFields } from "../log.ts";
import type { WorkflowIds, WorkflowKind } from "./public.ts";

/** Runs a named step. A step that throws is tried again without end; what it returns is written into the engine's journal. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Thrown by a step when trying again cannot help. The story is put aside for a person. */
export class WorkflowFailed extends Error {}

/**
 * The engine keeps the error of a step that failed. So it gets one without contents; what really happened goes to our log, which
 * knows what may be said.
 */
export async function redactErrors<T>(app: AppContext, about: LogFields, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WorkflowFailed) throw new restate.TerminalError(error.message);
    app.log.warn("a step will be tried again", { ...about, error });
    throw new Error("the step failed and will be tried again");
  }
}

/**
 * A story as a Restate workflow of the same name. Its key is the story's id and attempt, so offering it twice is harmless. Ids go
 * in, nothing comes out: whatever is private is read from PostgreSQL inside a step and stays there.
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
          await ctx.run("put aside", () => close(ids, "FAILED"));
          return;
        }
        await ctx.run("close", () => close(ids, "DONE"));
      },
    },
  });
}
