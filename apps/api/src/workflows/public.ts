import type { Tx } from "../db/scope.ts";

/** All workflow kinds. Each is defined in the file of the same name in this folder. */
export type WorkflowKind =
  | "deliver-email"
  | "deliver-sms"
  | "send-sign-in-code"
  | "send-staff-code"
  | "check-balance"
  | "scan-document"
  | "prepare-signing"
  | "read-signing"
  | "send-payment"
  | "read-payment"
  | "read-transactions"
  | "read-accounting"
  | "pull-reports"
  | "read-verification";

export type WorkflowIds = { platformId: string; businessId: string | null; id: string };

/**
 * Inserts a workflow run in the transaction of its cause. The relay submits it to Restate after the commit. Starting the same run again
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
