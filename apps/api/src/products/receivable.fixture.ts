import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import { acceptReceivable, uncollectedOf } from "./accept-receivable.ts";
import type { IssuedProduct } from "./issued-product.ts";
import type { PaymentsState } from "./states.ts";

type Received = { id: string; amountCents: Cents };

/**
 * Accepts a receivable of any amount, in a settlement that nothing collects. A negative one refunds a part of the product's first receivable.
 */
export async function receive(
  tx: Tx,
  product: IssuedProduct,
  { id, amountCents }: Received,
  payments: PaymentsState,
): Promise<void> {
  const { platformId, businessId, book } = product;
  const settlementId = uuidv7();
  await tx
    .insertInto("receivable_settlement")
    .values({
      id: settlementId,
      platform_id: platformId,
      business_id: businessId,
      book,
      status: "SETTLED",
      opened_on: payments.today,
      settles_on: payments.today,
      total_cents: amountCents,
      receivable_count: 1,
    })
    .execute();
  const sale =
    amountCents < 0
      ? await tx
          .selectFrom("receivable")
          .select("id")
          .where("issued_product_id", "=", product.id)
          .where("charge_amount_cents", ">", 0)
          .orderBy("id")
          .limit(1)
          .executeTakeFirstOrThrow()
      : null;
  const receivable = {
    id,
    transactionId: id,
    transactionAt: new Date(`${payments.today}T12:00:00Z`),
    chargeAmountCents: cents(amountCents < 0 ? amountCents : amountCents * 10 + 1),
    amountCents,
    reversalOfId: sale?.id ?? null,
    settlementId,
  };
  const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
  await acceptReceivable(tx, product, receivable, await uncollectedOf(tx, product), { payments, by });
}

/** The terms of an advance of which 5,000 cents are collected at 15 percent of card sales. */
export const integratedTerms = {
  productType: "INTEGRATED_MCA",
  minLoanAmountCents: 1,
  maxAdvanceAmountCents: 4_000,
  feeFactor: "1.25",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 4_000, repaymentPercentage: "15" }],
  estimatedAverageMonthlySalesInCents: 1_000_000,
  refinanced: null,
};

/** An integrated advance of 5,000 cents at 15 percent that nothing was collected of. */
export async function anIntegratedAdvance(
  admin: pg.Pool,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<string> {
  const id = uuidv7();
  const tenant = [platformId, businessId, id];
  await admin.query(
    `insert into app.issued_product (platform_id, business_id, id, product_type, book, terms, request, loan_status, product_state, funded_on)
     values ($1, $2, $3, 'INTEGRATED_MCA', 'EQUITY', $4, '{"advanceAmountCents": 4000}', 'CURRENT', 'ACTIVE', '2026-01-02')`,
    [...tenant, JSON.stringify(integratedTerms)],
  );
  await admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, owed_principal_cents, owed_interest_cents,
       owed_fee_cents, fee_type, unearned_fee_cents) values ($1, $2, $3, 1, 4000, 0, 1000, 'MCA_FEE', 1000)`,
    tenant,
  );
  return id;
}
