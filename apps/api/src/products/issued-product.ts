import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book, FeeType } from "@inlay/lending/ledger/accounts.ts";
import type { LoanStatus, ProductState } from "@inlay/lending/mechanics/issued-product.ts";
import { type Issued, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, cents, sum } from "@inlay/lending/money/cents.ts";
import { products } from "@inlay/lending/products/all.ts";
import type { Product } from "@inlay/lending/products/product.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Selectable } from "kysely";
import type { Obligation as ObligationTable } from "../db/schema.generated.ts";
import { prepared, type Tx } from "../db/scope.ts";

/** An issued product in its current state. */
export type IssuedProduct = {
  id: string;
  platformId: string;
  businessId: string;
  productType: ProductType;
  book: Book;
  terms: unknown;
  request: unknown;
  loanStatus: LoanStatus;
  productState: ProductState;
  fundedOn: BusinessDate | null;
  writtenOffAt: Date | null;
  /** The product whose payout has paid this one off. */
  refinancedById: string | null;
  statusBeforeRefinance: Extract<LoanStatus, "CURRENT" | "LATE"> | null;
};

/** The payout that was submitted to the processor. */
export type FundingOrder = {
  id: string;
  drawId: string | null;
  invoiceId: string | null;
  effectiveOn: BusinessDate;
  /** The day for which the payout was claimed. What it refinances is paid off as of this day, also if the processor has moved the payout. */
  claimedFor: BusinessDate;
  occurredOn: BusinessDate;
};

const columns = [
  "id",
  "platform_id as platformId",
  "business_id as businessId",
  "product_type as productType",
  "book",
  "terms",
  "request",
  "loan_status as loanStatus",
  "product_state as productState",
  "funded_on as fundedOn",
  "written_off_at as writtenOffAt",
  "refinanced_by_id as refinancedById",
  "status_before_refinance as statusBeforeRefinance",
] as const;

/**
 * Returns the product, locked until the transaction ends. Decisions about a product, its obligations and its payment orders happen one at a
 * time, because each of them locks the product before anything else of it.
 */
export async function lockProduct(tx: Tx, id: string): Promise<IssuedProduct> {
  const product = await lockProductIfAny(tx, id);
  if (!product) throw new Error("an issued product does not exist");
  return product;
}

/** The same for an id that may belong to no product of the business. */
export async function lockProductIfAny(tx: Tx, id: string): Promise<IssuedProduct | null> {
  const [row] = await lockOne(tx, { id });
  return row ? (row as unknown as IssuedProduct) : null;
}

const selectOne = (db: Tx, { id }: { id: string }) =>
  db.selectFrom("issued_product").select(columns).where("id", "=", id);
const readOne = prepared(selectOne);
const lockOne = prepared((db, which: { id: string }) => selectOne(db, which).forUpdate());

/** A product as it stands, without a lock, to be shown and not to decide by. */
export async function readProductIfAny(tx: Tx, id: string): Promise<IssuedProduct | null> {
  const [row] = await readOne(tx, { id });
  return row ? (row as unknown as IssuedProduct) : null;
}

/** The products of a business that are funded and not over, as they stand and not locked, oldest first. */
export async function readOpenProducts(tx: Tx, businessId: string): Promise<IssuedProduct[]> {
  const rows = await tx
    .selectFrom("issued_product")
    .select(columns)
    .where("business_id", "=", businessId)
    .where("loan_status", "in", ["CURRENT", "LATE", "DEFAULTED"])
    .where("product_state", "=", "ACTIVE")
    .where("funded_on", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows as unknown as IssuedProduct[];
}

/** The functions of a product type, for terms that its own schema has parsed. */
export function functionsOf(productType: ProductType): Product<ProductType, unknown, unknown> {
  return products[productType] as unknown as Product<ProductType, unknown, unknown>;
}

/** A locked product as its functions expect it: terms, obligations, and what payments have paid of the principal. */
export async function readIssued(tx: Tx, product: IssuedProduct): Promise<Issued<unknown>> {
  if (!product.fundedOn) throw new Error("a product that is not funded owes nothing");
  const paymentsOf = tx
    .selectFrom("payment_application as application")
    .innerJoin("obligation", "obligation.id", "application.obligation_id")
    .select(["application.effective_on", "application.paid_principal_cents"])
    .where("application.issued_product_id", "=", product.id)
    .where("application.taken_back_at", "is", null)
    // Neither what is owed back nor a fee is a part of what was lent.
    .where("obligation.refund_order_id", "is", null)
    .where((row) =>
      row.or([row("application.paid_principal_cents", ">", 0), row("application.paid_interest_cents", ">", 0)]),
    )
    .orderBy("application.effective_on")
    .orderBy("application.id");
  const [payments, obligations] = await Promise.all([paymentsOf.execute(), readObligations(tx, product.id)]);
  return {
    terms: functionsOf(product.productType).terms.parse(product.terms),
    book: product.book,
    fundedOn: product.fundedOn,
    status: product.loanStatus,
    isWrittenOff: product.writtenOffAt !== null,
    obligations,
    principalPaid: payments.map((payment) => ({
      on: payment.effective_on as unknown as BusinessDate,
      principalCents: cents(payment.paid_principal_cents),
    })),
  };
}

/** The obligations of a product, without those of a payout that was returned. */
export async function readObligations(tx: Tx, issuedProductId: string): Promise<Obligation[]> {
  return (await obligationsOf(tx, { issuedProductId })).map(obligationOf);
}

const obligationsOf = prepared((db, { issuedProductId }: { issuedProductId: string }) =>
  db
    .selectFrom("obligation")
    .selectAll()
    .where("issued_product_id", "=", issuedProductId)
    .where("cancelled_at", "is", null)
    .orderBy("due_on")
    .orderBy("number")
    .orderBy("id"),
);

/** A row of obligations, as far as an obligation is made of it. */
export type ObligationRow = Pick<
  Selectable<ObligationTable>,
  | "id"
  | "draw_id"
  | "invoice_id"
  | "number"
  | "due_on"
  | "fee_type"
  | "owed_principal_cents"
  | "owed_interest_cents"
  | "owed_fee_cents"
  | "paid_principal_cents"
  | "paid_interest_cents"
  | "paid_fee_cents"
  | "waived_principal_cents"
  | "waived_interest_cents"
  | "waived_fee_cents"
  | "billed_interest_cents"
  | "unearned_fee_cents"
  | "rebate_fee_percentage"
  | "rebate_plan_days"
  | "refund_order_id"
>;

export const obligationOf = (row: ObligationRow): Obligation => ({
  id: row.id,
  drawId: row.draw_id,
  invoiceId: row.invoice_id,
  number: row.number,
  dueOn: row.due_on as unknown as BusinessDate | null,
  feeType: row.fee_type as FeeType | null,
  owed: amountsOf(row.owed_principal_cents, row.owed_interest_cents, row.owed_fee_cents),
  paid: amountsOf(row.paid_principal_cents, row.paid_interest_cents, row.paid_fee_cents),
  waived: amountsOf(row.waived_principal_cents, row.waived_interest_cents, row.waived_fee_cents),
  billedInterestCents: cents(row.billed_interest_cents),
  unearnedFeeCents: cents(row.unearned_fee_cents),
  rebateTerms:
    row.rebate_fee_percentage === null || row.rebate_plan_days === null
      ? null
      : { transactionFeePercentage: row.rebate_fee_percentage, planDays: row.rebate_plan_days },
  isOwedBack: row.refund_order_id !== null,
});

/** Everything that is unpaid on a product, with interest and fees that are not due yet. */
export async function owedOn(tx: Tx, issuedProductId: string): Promise<Cents> {
  const obligations = await readObligations(tx, issuedProductId);
  return sum(obligations.map((obligation) => totalOf(unpaid(obligation))));
}

/** Amounts as the columns hold them. */
export const amountsOf = (principalCents: number, interestCents: number, feeCents: number) => ({
  principalCents: cents(principalCents),
  interestCents: cents(interestCents),
  feeCents: cents(feeCents),
});
