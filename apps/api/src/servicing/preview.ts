import { isAssessed, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, sum } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import type { Order } from "../payments/public.ts";
import { daysPastDueOfProduct } from "./age.ts";
import { lockOwn } from "./read-servicing.ts";
import { isDebitWithdrawable, type ServicedProduct } from "./serviced-product.ts";

/** What is owed on a product, and what follows from it. */
export type Position = {
  loanStatus: ServicedProduct["product"]["loanStatus"];
  daysPastDue: number;
  /** Installments that have fallen due, without fees. */
  dueCents: Cents;
  feesCents: Cents;
  /** All of it, with what is not due yet and its interest. */
  owedCents: Cents;
};

export type Debit = { paymentOrderId: string; amountCents: Cents; effectiveOn: Order["effectiveOn"] };

export type Preview = { before: Position; after: Position; withdrawn: Debit[]; ordered: Debit[] };

/**
 * What a command would do to a product. It is performed and taken back, so that it cannot differ from what is shown. What the command refuses
 * is refused here, too.
 */
export async function preview<T>(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  command: () => Promise<T>,
): Promise<Preview & { result: T; debits: ServicedProduct["debits"] }> {
  const before = await lockOwn(tx, businessId, issuedProductId);
  await sql`savepoint preview`.execute(tx);
  try {
    const result = await command();
    const after = await lockOwn(tx, businessId, issuedProductId);
    const [had, left] = [before, after].map(({ debits }) => debits.filter(isDebitWithdrawable));
    const without = (some: readonly Order[] = [], others: readonly Order[] = []) =>
      some.filter(({ id }) => !others.some((other) => other.id === id)).map(toDebit);
    return {
      before: positionOf(before),
      after: positionOf(after),
      withdrawn: without(had, left),
      ordered: without(left, had),
      result,
      debits: before.debits,
    };
  } finally {
    await sql`rollback to savepoint preview`.execute(tx);
  }
}

export const toDebit = ({ id, amountCents, effectiveOn }: Order): Debit => ({
  paymentOrderId: id,
  amountCents,
  effectiveOn,
});

function positionOf(serviced: ServicedProduct): Position {
  const { product, obligations, today } = serviced;
  const isDue = ({ dueOn }: Obligation) => dueOn !== null && dueOn <= today;
  const unpaidOf = (some: readonly Obligation[]) => sum(some.map((one) => totalOf(unpaid(one))));
  return {
    loanStatus: product.loanStatus,
    daysPastDue: daysPastDueOfProduct(serviced),
    dueCents: unpaidOf(obligations.filter((one) => !isAssessed(one) && isDue(one))),
    feesCents: unpaidOf(obligations.filter(isAssessed)),
    owedCents: unpaidOf(obligations),
  };
}
