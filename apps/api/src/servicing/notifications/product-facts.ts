import { isScheduled, type Obligation, totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Tx } from "../../db/scope.ts";
import type { ToTell } from "../../notifications/public.ts";
import { readObligations } from "../../products/public.ts";

/** The draw or invoice that a payment is for; null for the product itself. */
export type About = { drawId: string | null; invoiceId: string | null };
export const wholeProduct: About = { drawId: null, invoiceId: null };

type Coming = { principalCents: number; feeCents: number };

type Told = ToTell["event"];
type ProductFacts = Pick<
  Told,
  | "product"
  | "issuedProductId"
  | "issuedProductStatus"
  | "outstandingBalance"
  | "percentOfPrincipalPaid"
  | "paymentsMade"
  | "paymentsTotal"
  | "currentAvailableCreditLimitCents"
>;

/** What the events about a product say of it. A payment that is to come can be counted as paid already. */
export async function readProductFacts(
  tx: Tx,
  issuedProductId: string,
  { about = wholeProduct, coming = null }: { about?: About; coming?: Coming | null } = {},
): Promise<ProductFacts> {
  const row = await tx
    .selectFrom("issued_product")
    .select(["product_type", "loan_status", "limit_cents", "reserved_cents"])
    .where("id", "=", issuedProductId)
    .executeTakeFirstOrThrow();
  const product = row.product_type as ProductType;
  const status = row.loan_status as ProductFacts["issuedProductStatus"];
  const all = (await readObligations(tx, issuedProductId)).filter(isScheduled);
  const own = all.filter(
    ({ drawId, invoiceId }) =>
      (about.drawId === null || drawId === about.drawId) && (about.invoiceId === null || invoiceId === about.invoiceId),
  );
  const balance = isAdvance(product) ? wholeBalance : principalBalance;
  const left = sum(own, balance.left);
  const owed = sum(own, balance.owed);
  const comingCents = coming ? coming.principalCents + (isAdvance(product) ? coming.feeCents : 0) : 0;
  const outstandingBalance = Math.max(0, left - comingCents);
  const isOfInstallments = product === "TERM_LOAN" || (product === "LOC_TERM_LOAN" && about.drawId !== null);
  const made = own.filter((obligation) => totalOf(unpaid(obligation)) === 0).length;
  const isOpen = status === "CURRENT" || status === "LATE";
  return {
    product,
    issuedProductId,
    issuedProductStatus: status,
    outstandingBalance,
    percentOfPrincipalPaid: owed === 0 ? null : Math.floor(((owed - outstandingBalance) * 100) / owed),
    paymentsMade: isOfInstallments ? Math.min(own.length, made + (coming ? 1 : 0)) : null,
    paymentsTotal: isOfInstallments ? own.length : null,
    currentAvailableCreditLimitCents:
      row.limit_cents === null
        ? null
        : isOpen
          ? Math.max(0, row.limit_cents - sum(all, principalBalance.left) - row.reserved_cents)
          : 0,
  };
}

type Balance = { left: (one: Obligation) => number; owed: (one: Obligation) => number };
const principalBalance: Balance = {
  left: (one) => unpaid(one).principalCents,
  owed: ({ owed }) => owed.principalCents,
};
/** Of an advance everything was bought for one sum. */
const wholeBalance: Balance = { left: (one) => totalOf(unpaid(one)), owed: ({ owed }) => totalOf(owed) };

const sum = (all: readonly Obligation[], of: (one: Obligation) => number): number =>
  all.reduce((total, one) => total + of(one), 0);
