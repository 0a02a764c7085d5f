import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type DishonorCode, whyNotDishonor, whyNotReverse } from "@inlay/lending/payments/reversal.ts";
import { businessNow } from "../db/business-now.ts";
import type { Actor } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import { createOrder } from "./create-order.ts";
import { lockOrder, type Order, subjectsOf } from "./order.ts";

type RequestedBy = { actor: Actor; requestId: string };
const noSplit = { principalCents: 0, interestCents: 0, feeCents: 0 };

const wrongState = (status: string, allowedFrom: string[]) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom } });

/** Pays a wrong debit back as a reversal, once per debit. When it is submitted, everything that the debit did is taken back. */
export async function reverseDebit(tx: Tx, id: string, by: RequestedBy): Promise<string> {
  const order = await found(tx, id);
  const now = await businessNow(tx, order.businessId);
  const today = dateAt(now);
  const isCorrection = correctsAnother(order);
  const refusal = whyNotReverse({ ...order, isCorrection }, today);
  if (refusal) throw refusedAs(refusal, order);
  return once(
    createOrder(
      tx,
      {
        ...order,
        key: `reversal/${id}/${await corrections(tx, id, "reversal_of_id")}`,
        direction: "OUTGOING",
        paymentType: "REFUND",
        feeType: null,
        split: noSplit,
        item: `reversal/${id}`,
        subjects: subjectsOf(order),
        dueOn: bankingDayOnOrAfter(addBankingDays(today, 1)),
        purpose: "REVERSAL",
        entries: null,
        refundOfId: null,
        reversalOfId: id,
        isManual: false,
      },
      by,
    ),
  );
}

/**
 * Records that our bank sends a wrong return back, which collects the debit again, once per debit. Our bank does it between the banks, so
 * the order is never sent to the processor as an entry.
 */
export async function dishonorReturn(tx: Tx, id: string, code: DishonorCode, by: RequestedBy): Promise<string> {
  const order = await found(tx, id);
  const now = await businessNow(tx, order.businessId);
  const returned = await tx
    .selectFrom("payment_order as o")
    .leftJoin("payment_order_step as s", (join) =>
      join.onRef("s.payment_order_id", "=", "o.id").on("s.status", "=", "FAILED_PAYMENT"),
    )
    .select(["o.return_code as code", "s.happened_at as at"])
    .where("o.id", "=", id)
    .orderBy("s.id", "desc")
    .executeTakeFirstOrThrow();
  const refusal = whyNotDishonor(
    {
      ...order,
      isCorrection: correctsAnother(order),
      returnCode: returned.code,
      returnedOn: dateAt(returned.at ?? now),
    },
    dateAt(now),
  );
  if (refusal) throw refusedAs(refusal, order);
  const { principalCents, interestCents, feeCents } = order;
  return once(
    createOrder(
      tx,
      {
        ...order,
        rail: "OUTSIDE",
        key: `dishonor/${id}/${await corrections(tx, id, "dishonor_of_id")}`,
        split: { principalCents, interestCents, feeCents },
        item: `dishonor/${id}`,
        subjects: subjectsOf(order),
        dueOn: bankingDayOnOrAfter(dateAt(now)),
        dishonorOfId: id,
        dishonorCode: code,
        isManual: true,
      },
      by,
    ),
  );
}

/** Whether an order corrects another: a reversal pays a wrong debit back, a dishonored return collects a wrong return. */
const correctsAnother = ({ reversalOfId, dishonorOfId }: Order): boolean =>
  reversalOfId !== null || dishonorOfId !== null;

async function found(tx: Tx, id: string): Promise<Order> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  // The debit of a verification takes back its own credits, so there is nothing to correct.
  if (order.purpose === "MICRO_ENTRY") throw wrongState("MICRO_ENTRY", ["TAKEN_OR_RETURNED_DEBIT"]);
  return order;
}

function refusedAs(refusal: string, { status }: Order): Refusal {
  const allowedFrom: Record<string, string[]> = {
    REVERSAL_WINDOW_OVER: ["WITHIN_FIVE_BANKING_DAYS"],
    DISHONOR_WINDOW_OVER: ["WITHIN_FIVE_BANKING_DAYS"],
  };
  return wrongState(refusal === "WRONG_STATE" ? status : refusal, allowedFrom[refusal] ?? ["TAKEN_OR_RETURNED_DEBIT"]);
}

/** The number of corrections of a locked order so far. Only one of them can stand: a unique index refuses a second. */
async function corrections(tx: Tx, id: string, column: "reversal_of_id" | "dishonor_of_id"): Promise<number> {
  return (await tx.selectFrom("payment_order").select("id").where(column, "=", id).execute()).length;
}

/** Only one correction of a debit can stand. */
const once = (created: Promise<string>): Promise<string> =>
  refuseDuplicate(created, {
    one_reversal: () => wrongState("CORRECTED_ALREADY", ["NOT_CORRECTED"]),
    one_dishonor: () => wrongState("CORRECTED_ALREADY", ["NOT_CORRECTED"]),
  });
