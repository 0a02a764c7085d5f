import type { Tx } from "../db/scope.ts";
import { promisedHours } from "./applications.ts";
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

/** The promised time begins when the last co-owner who must be verified has finished. Until then there is no date. */
function promisedBy(receivedAt: Date, finishedAt: readonly (Date | null)[]): Date | null {
  const finished = finishedAt.filter((at) => at !== null);
  if (finished.length < finishedAt.length) return null;
  return later(new Date(Math.max(...[receivedAt, ...finished].map((at) => at.getTime()))));
}

const later = (from: Date): Date => new Date(from.getTime() + promisedHours * 3_600_000);

/** By when the answer about an application is promised, in business time. Null while a co-owner who must be verified is waited for. */
export const whenPromised = async (tx: Tx, businessId: string, receivedAt: Date): Promise<Date | null> =>
  promisedBy(receivedAt, await coOwnersFinishedAt(tx, businessId));
