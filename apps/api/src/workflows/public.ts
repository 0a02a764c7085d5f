import type { Tx } from "../db/scope.ts";

/** Every story the engine can carry. A file of the same name in this folder tells it. */
export type StoryKind =
  | "deliver-mail"
  | "deliver-text"
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

export type StoryIds = { platformId: string; businessId: string | null; id: string };

/**
 * Opens a story in the transaction of its cause. The relay offers it to the engine after the commit; opening the same one again
 * changes nothing.
 */
export async function openStory(tx: Tx, kind: StoryKind, { platformId, businessId, id }: StoryIds): Promise<void> {
  await tx
    .insertInto("story")
    .values({ kind, id, platform_id: platformId, business_id: businessId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
