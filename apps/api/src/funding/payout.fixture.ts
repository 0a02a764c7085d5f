import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { TestServer } from "../http/server.fixture.ts";
import { accept, fail, settle } from "../payments/apply-processor-status.ts";
import { lockOrder } from "../payments/order.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import type { SignedLoan } from "./signed.fixture.ts";

type Ordered = { id: string; key: string; status: string; cents: number; account: string; approved: string | null };

/** The orders of a loan's business, in their order. */
export const ordersOf = async ({ database }: TestServer, { businessId }: SignedLoan): Promise<Ordered[]> =>
  (
    await database.admin.query<Ordered>(
      `select id, key, status, amount_cents::int as cents, bank_account_id as account, approved_by as approved
       from app.payment_order where business_id = $1 order by id`,
      [businessId],
    )
  ).rows;

/** What the processor says about an order on a day, and what follows from it. */
export async function processorSays(
  server: TestServer,
  loan: SignedLoan,
  orderId: string,
  what: "ACCEPTED" | "SETTLED" | "RETURNED",
  on: string,
): Promise<void> {
  const now = new Date(`${on}T17:00:00Z`);
  await server.database.admin.query(
    "update app.business_clock set now_at = $2 where business_id = $1 and now_at < $2",
    [loan.businessId, now],
  );
  await loan.within(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new Error("there is no such order");
    const payment = { processorId: randomUUID(), achState: "pending", effectiveOn: businessDate(on), failure: null };
    if (what === "ACCEPTED") await accept(tx, order, payment as never, now);
    if (what === "SETTLED") await settle(tx, order, now);
    if (what === "RETURNED") await fail(tx, order, { reason: "invalid_account", achCode: "R03" } as never, now);
  });
  await handleEvents(server, loan.businessId);
}

/** The balances of the product by account, without those that are zero. */
export async function balancesOf(server: TestServer, issuedProductId: string): Promise<Record<string, number>> {
  const { rows } = await server.database.admin.query<{ name: string; cents: string }>(
    `select a.code as name, sum(l.debit_cents - l.credit_cents)::text as cents from app.journal_line l
     join app.ledger_account a on a.number = l.account
     where l.issued_product_id = $1 group by a.code having sum(l.debit_cents - l.credit_cents) <> 0 order by 1`,
    [issuedProductId],
  );
  return Object.fromEntries(rows.map(({ name, cents }) => [name, Number(cents)]));
}

/** The payout of a funded loan fails, and its account can be paid all the same. Returns the path for paying it again. */
export async function returnPayout(server: TestServer, loan: SignedLoan): Promise<string> {
  const [payout] = await ordersOf(server, loan);
  await processorSays(server, loan, payout?.id ?? "", "ACCEPTED", "2026-11-19");
  await processorSays(server, loan, payout?.id ?? "", "RETURNED", "2026-11-20");
  await server.database.admin.query("update app.bank_account set blocked_at = null where business_id = $1", [
    loan.businessId,
  ]);
  return `/businesses/${loan.businessId}/issued-products/${await issuedProductOf(server, loan)}/fund`;
}

export async function issuedProductOf({ database }: TestServer, { offerId }: SignedLoan): Promise<string> {
  const { rows } = await database.admin.query<{ id: string }>("select id from app.issued_product where offer_id = $1", [
    offerId,
  ]);
  return rows[0]?.id ?? "";
}
