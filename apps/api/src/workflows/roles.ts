import { type WorkflowKind, workflowKinds } from "./public.ts";

/**
 * What a worker does. `files` runs the workflows that open files of other people, and those that render the files of a whole month at once;
 * `main` runs everything else: all other workflows, event handlers, due jobs and regular jobs. Files that exhaust the machine of a worker for
 * files delay no payment.
 */
export const workerRoles = ["main", "files"] as const;
export type WorkerRole = (typeof workerRoles)[number];

const fileWorkflows: readonly WorkflowKind[] = ["scan-document", "render-statement"];

export const workflowsOf = (role: WorkerRole): readonly WorkflowKind[] =>
  workflowKinds.filter((kind) => fileWorkflows.includes(kind) === (role === "files"));

/** The roles named by `--only=ROLE,…`; all of them without it. */
export function rolesFrom(args: readonly string[]): readonly WorkerRole[] {
  const [option, ...others] = args;
  if (option === undefined) return workerRoles;
  const named = /^--only=(.+)$/.exec(option)?.[1]?.split(",") ?? [];
  const roles = workerRoles.filter((role) => named.includes(role));
  if (others.length > 0 || roles.length === 0 || roles.length !== named.length)
    throw new Error(`A worker takes --only with one or more of ${workerRoles.join(", ")}, or no argument for all.`);
  return roles;
}
