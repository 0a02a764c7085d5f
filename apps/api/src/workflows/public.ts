import type { EventBody, EventKind } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";

/** Every workflow that Restate runs. A slice defines each of them; a kind that no slice or two slices define stops the start. */
export const workflowKinds = [
  "deliver-email",
  "deliver-sms",
  "send-sign-in-code",
  "send-step-up-code",
  "send-staff-code",
  "check-balance",
  "scan-document",
  "delete-upload",
  "prepare-signing",
  "read-signing",
  "render-statement",
  "read-identity",
  "send-payment",
  "read-payment",
  "read-transactions",
  "read-accounting",
  "pull-reports",
  "read-verification",
  "decide-applications",
  "check-closing",
  "end-signatures",
  "size-offers-again",
  "send-notices",
  "run-shadow-policy",
  "review-draw",
] as const;
export type WorkflowKind = (typeof workflowKinds)[number];

export type WorkflowIds = { platformId: string; businessId: string | null; id: string };

/** Runs a named step. Restate retries a step that throws without end and journals what it returns. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Thrown by a step when a retry cannot help. The workflow run becomes FAILED and waits for a person. */
export class WorkflowFailed extends Error {}

/** Built once a process, so that a workflow can hold a semaphore over all its runs. Ids go in and nothing comes out. */
export type Workflow = (app: AppContext) => (ids: WorkflowIds, step: Step) => Promise<void>;

export type EventRef = { id: string; platformId: string; businessId: string | null; stream: string };
export type RecordedEvent<Kind extends EventKind> = EventRef & { kind: Kind; body: EventBody<Kind> };

/** Prepares outside a transaction what needs a vendor or a key, then returns what to write inside one. */
export type EventHandler<Kind extends EventKind> = (
  app: AppContext,
  event: RecordedEvent<Kind>,
) => Promise<(tx: Tx) => Promise<void>>;

/** The handlers of every kind. Those of one event run in the order of the list. */
export type EventHandlers = { readonly [Kind in EventKind]: readonly EventHandler<Kind>[] };

export type Workflows = Partial<Record<WorkflowKind, Workflow>>;

/** What a slice gives to the engine. */
export type WorkflowPart = {
  workflows?: Workflows;
  eventHandlers?: Partial<EventHandlers>;
};

/**
 * Starts a workflow in the transaction of its cause. The relay submits it to Restate after the commit. Starting the same run again
 * changes nothing.
 */
export async function startWorkflow(
  tx: Tx,
  kind: WorkflowKind,
  { platformId, businessId, id }: WorkflowIds,
): Promise<void> {
  await tx
    .insertInto("workflow_run")
    .values({ kind, id, platform_id: platformId, business_id: businessId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
