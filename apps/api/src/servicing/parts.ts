import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { ExpressionBuilder } from "kysely";
import type { DB } from "../db/schema.generated.ts";

/** One part of an installment that its owner has split. */
export type Part = {
  obligationId: string;
  number: 1 | 2;
  amountCents: Cents;
  /** The authorized day of its debit. */
  on: BusinessDate;
  /** Staff have put the installment off since, so that it is debited as a whole again. */
  isReplaced: boolean;
};

/** The parts of the split installments of the product that a query is about. The row of its servicing is locked before. */
export const selectParts = (query: ExpressionBuilder<DB & { servicing: DB["product_servicing"] }, "servicing">) =>
  query
    .selectFrom("arrangement as a")
    .select(["a.obligation_id as obligationId", "a.part", "a.amount_cents as amountCents", "a.to_on as on"])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom("arrangement as later")
            .select("later.id")
            .whereRef("later.obligation_id", "=", "a.obligation_id")
            .whereRef("later.id", ">", "a.id")
            .where("later.kind", "=", "HARDSHIP"),
        )
        .as("isReplaced"),
    )
    .whereRef("a.issued_product_id", "=", "servicing.issued_product_id")
    .where("a.kind", "=", "SPLIT")
    .orderBy("a.obligation_id")
    .orderBy("a.part");

type Row = {
  obligationId: string | null;
  part: number | null;
  amountCents: number | null;
  on: unknown;
  isReplaced: unknown;
};

export const toPart = ({ obligationId, part, amountCents, on, isReplaced }: Row): Part => ({
  obligationId: obligationId ?? "",
  number: part === 1 ? 1 : 2,
  amountCents: cents(amountCents ?? 0),
  on: businessDate(String(on)),
  isReplaced: isReplaced === true,
});
