import type { Tx } from "../db/scope.ts";
import { promisedBy } from "./applications.ts";
import { coOwnersFinishedAt } from "./data-complete.ts";

/** When the newest application of a business was received, and by when its owner is promised an answer. Both in business time. */
export async function promisedAnswer(
  tx: Tx,
  businessId: string,
): Promise<{ receivedAt: Date; promisedBy: Date | null }> {
  const { receivedAt } = await tx
    .selectFrom("loan_application")
    .select("received_at as receivedAt")
    .where("business_id", "=", businessId)
    .orderBy("received_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { receivedAt, promisedBy: await whenPromised(tx, businessId, receivedAt) };
}

/** By when the answer about an application is promised, in business time. Null while a co-owner who must be verified is waited for. */
export const whenPromised = async (tx: Tx, businessId: string, receivedAt: Date): Promise<Date | null> =>
  promisedBy(receivedAt, await coOwnersFinishedAt(tx, businessId));
