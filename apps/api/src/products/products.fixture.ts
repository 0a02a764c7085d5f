import { randomUUID } from "node:crypto";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import type pg from "pg";

/** The terms of a term loan of 18 percent over twelve months. */
export const loanTerms = {
  productType: "TERM_LOAN",
  minLoanAmountCents: 1_000_000,
  maxLoanAmountCents: 50_000_000,
  interestRatePercentage: "18",
  feePercentage: "3",
  durationDays: 360,
  interestMethod: "AMORTIZED",
  payoffInterestBasis: "SPEC_CAPPED",
  existingDebts: [],
};

type Owner = { platformId: string; businessId: string };

/** Inserts an active term loan that owes principal and nothing else. Its funding is not in the ledger. */
export async function aLoanOwing(
  admin: pg.Pool,
  { platformId, businessId }: Owner,
  book: Book,
  owedCents: number,
  id: string = randomUUID(),
): Promise<string> {
  await admin.query(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, loan_status, product_state, funded_on)
     values ($1, $2, $3, 'TERM_LOAN', $4, $5, '{}', 'CURRENT', 'ACTIVE', '2026-01-02')`,
    [id, platformId, businessId, book, JSON.stringify(loanTerms)],
  );
  await admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, owed_principal_cents,
       owed_interest_cents, owed_fee_cents) values ($1, $2, $3, 1, '2026-02-02', '2026-02-02', $4, 0, 0)`,
    [platformId, businessId, id, owedCents],
  );
  return id;
}
