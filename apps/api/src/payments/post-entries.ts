import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import type { Tx } from "../db/scope.ts";
import { post, reverse } from "../ledger/public.ts";
import { type Order, subjectsOf } from "./order.ts";

const about = ({ id, platformId, businessId }: Order, key: string, now: Date) => ({
  key: `payment-order/${id}/${key}`,
  occurredOn: dateAt(now),
  source: { type: "payment order", id },
  subjects: { platformId, businessId },
});

/** Posts an entry of an order, once per key. */
export async function postEntry(tx: Tx, order: Order, entry: Entry, key: string, now: Date): Promise<string> {
  const { subjects, ...posting } = about(order, key, now);
  return post(tx, entry, {
    ...posting,
    subjects: {
      ...subjects,
      paymentOrderId: order.id,
      ...subjectsOf(order),
    },
  });
}

/** Reverses a journal of an order. */
export const reverseEntry = (tx: Tx, order: Order, journalId: string, key: string, now: Date): Promise<string> =>
  reverse(tx, journalId, about(order, key, now));
