import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { repaymentPercentageFor } from "@inlay/lending/mechanics/sales-share/sales-share.ts";
import { add, type Cents, cents, negate, noCents } from "@inlay/lending/money/cents.ts";
import { returnedBy, withheldOf } from "@inlay/lending/products/integrated-cash-advance/receivable.ts";
import { integratedCashAdvanceTerms } from "@inlay/lending/products/integrated-cash-advance/terms.ts";
import { whyNotPostReceivable } from "@inlay/lending/products/integrated-cash-advance/why-not-post-receivable.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Actor } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { lockDebitsOf, type Order } from "../../payments/public.ts";
import {
  acceptReceivable,
  type IssuedProduct,
  lockProductIfAny,
  refinancedBy,
  uncollectedOf,
} from "../../products/public.ts";
import { isDebitOnItsWay } from "../serviced-product.ts";
import { openSettlement } from "./settle-receivables.ts";

const [latestMinutesAhead, oldestDays] = [5, 90];
const minuteMs = 60_000;

export type PostedReceivable = {
  issuedProductId: string;
  transactionId: string;
  transactionAt: Date;
  chargeAmountCents: Cents;
  /** Null in a dry run that asks for the expected amount. */
  repaymentAmountCents: Cents | null;
  reversalOf: string | null;
};
type Receivable = { id: string; chargeAmountCents: Cents; repaymentAmountCents: Cents };

/**
 * Accepts what a platform has withheld of a card sale, or has given back with its refund, in the order of arrival. The same transaction again
 * changes nothing.
 */
export async function postReceivable(
  tx: Tx,
  { config }: AppContext,
  posted: PostedReceivable,
  by: { actor: Actor; requestId: string },
): Promise<{ id: string; isRepeat: boolean }> {
  const { transactionId, chargeAmountCents } = posted;
  const { named, product, debits } = await lockAdvances(tx, posted);
  const earlier = await findTransaction(tx, product.platformId, transactionId);
  const mismatch = (id: string) =>
    new Refusal("RECEIVABLE_MISMATCH", { context: { objectId: publicId("receivable", id) } });
  if (earlier && !(await isCollectedFor(tx, earlier.issuedProductId, named.id))) throw mismatch(earlier.id);
  const now = await businessNow(tx, product.businessId);
  if (!earlier) {
    refuseTime(posted.transactionAt, now);
    await refuseSaleAfterRefinance(tx, named, product, posted);
    if (product.fundedOn === null) throw new Refusal("NO_REMAINING_BALANCE");
  }

  const balanceCents = await uncollectedOf(tx, product);
  const reversed = posted.reversalOf === null ? null : await findReversed(tx, product, posted.reversalOf);
  const expectedCents = earlier ? earlier.repaymentAmountCents : expectedOf(named, posted, balanceCents, reversed);
  const repaymentCents = posted.repaymentAmountCents ?? expectedCents;
  const refusal = whyNotPostReceivable(
    { loanStatus: product.loanStatus, balanceCents },
    { chargeCents: chargeAmountCents, repaymentCents },
    expectedCents,
    earlier && { chargeCents: earlier.chargeAmountCents, repaymentCents: earlier.repaymentAmountCents },
  );
  if (refusal === "RECEIVABLE_MISMATCH" && earlier) throw mismatch(earlier.id);
  if (refusal === "INCORRECT_REPAYMENT_AMOUNT") throw new Refusal(refusal, { context: { expectedCents } });
  if (refusal === "WRONG_STATE")
    throw new Refusal(refusal, {
      context: { status: product.loanStatus, allowedFrom: ["CURRENT", "LATE", "DEFAULTED"] },
    });
  if (refusal === "NO_REMAINING_BALANCE") throw new Refusal(refusal);
  if (earlier) return { id: earlier.id, isRepeat: true };

  const id = uuidv7();
  const settlementId = await openSettlement(tx, {
    platformId: product.platformId,
    // Each business of the sandbox can have its own clock, which no day of its platform follows.
    businessId: config.isProduction ? null : product.businessId,
    book: product.book,
    now,
  });
  const receivable = {
    id,
    transactionId,
    transactionAt: posted.transactionAt,
    chargeAmountCents,
    amountCents: repaymentCents,
    reversalOfId: reversed?.sale.id ?? null,
    settlementId,
  };
  const payments = { today: dateAt(now), hasPendingOrders: debits.some(isDebitOnItsWay) };
  await refuseDuplicate(acceptReceivable(tx, product, receivable, balanceCents, { payments, by }), {
    // The same transaction of another product arrived at the same moment.
    transaction_taken: () => new Refusal("RECEIVABLE_MISMATCH", { context: { objectId: null } }),
  });
  return { id, isRepeat: false };
}

type Advances = {
  /** The advance that the platform has named. Its percentage applies. */
  named: IssuedProduct;
  /** The advance that is collected. */
  product: IssuedProduct;
  debits: readonly Order[];
};

/** Locks the advance that a receivable is collected of, debits first, and then the one that the platform has named. */
async function lockAdvances(tx: Tx, posted: PostedReceivable): Promise<Advances> {
  const id = await collectedId(tx, posted);
  const debits = await lockDebitsOf(tx, id);
  const product = await lockProductIfAny(tx, id);
  const named = id === posted.issuedProductId ? product : await lockProductIfAny(tx, posted.issuedProductId);
  if (!product || !named) throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  if (named.productType !== "INTEGRATED_MCA") throw new Refusal("NO_INTEGRATED_ADVANCE");
  // It was refinanced, or the payout of the new advance came back, while the locks were awaited.
  if ((await collectedId(tx, posted)) !== id) return lockAdvances(tx, posted);
  return { named, product, debits };
}

/**
 * The advance that a receivable is collected of: the named one, after its refinance the new one, and for a refund the one that its sale was
 * collected of.
 */
async function collectedId(
  tx: Tx,
  { issuedProductId, reversalOf }: Pick<PostedReceivable, "issuedProductId" | "reversalOf">,
): Promise<string> {
  const product = await tx
    .selectFrom("issued_product")
    .select(["platform_id as platformId", "loan_status as loanStatus", "refinanced_by_id as refinancedById"])
    .where("id", "=", issuedProductId)
    .executeTakeFirst();
  if (!product) return issuedProductId;
  const { platformId, loanStatus, refinancedById } = product;
  if (reversalOf !== null) {
    const sale = await findTransaction(tx, platformId, reversalOf);
    return sale && (await isCollectedFor(tx, sale.issuedProductId, issuedProductId))
      ? sale.issuedProductId
      : issuedProductId;
  }
  if (loanStatus !== "REFINANCED" || refinancedById === null) return issuedProductId;
  return collectedId(tx, { issuedProductId: refinancedById, reversalOf });
}

/** Whether a receivable of an advance can have been posted for another: it is the same one, or has refinanced it. */
async function isCollectedFor(tx: Tx, issuedProductId: string, namedId: string): Promise<boolean> {
  if (issuedProductId === namedId) return true;
  const refinanced = await refinancedBy(tx, issuedProductId);
  for (const id of refinanced) if (await isCollectedFor(tx, id, namedId)) return true;
  return false;
}

/** The platform may still report a sale that it made before the refinance. Later sales are withheld for the new advance, by its own terms. */
async function refuseSaleAfterRefinance(
  tx: Tx,
  named: IssuedProduct,
  product: IssuedProduct,
  { transactionAt, reversalOf }: PostedReceivable,
): Promise<void> {
  if (named.id === product.id || reversalOf !== null) return;
  const { fundedOn } = await tx
    .selectFrom("issued_product")
    .select("funded_on as fundedOn")
    .where("id", "=", named.refinancedById)
    .executeTakeFirstOrThrow();
  if (fundedOn === null || dateAt(transactionAt) > String(fundedOn))
    throw new Refusal("ADVANCE_REFINANCED", { context: { issuedProductId: publicId("issuedProduct", product.id) } });
}

function refuseTime(transactionAt: Date, now: Date): void {
  const minutes = (now.getTime() - transactionAt.getTime()) / minuteMs;
  const invalid = (code: "TOO_LARGE" | "TOO_SMALL", message: string) =>
    new Refusal("VALIDATION_FAILED", { fields: [{ pointer: "/transactionTime", code, message }] });
  if (minutes < -latestMinutesAhead)
    throw invalid("TOO_LARGE", `transactionTime must be at most ${latestMinutesAhead} minutes ahead.`);
  if (minutes > oldestDays * 24 * 60)
    throw invalid("TOO_SMALL", `transactionTime must be at most ${oldestDays} days old.`);
}

type Reversed = { sale: Receivable; refundedBeforeCents: Cents };

function expectedOf(
  named: IssuedProduct,
  { chargeAmountCents }: PostedReceivable,
  balanceCents: Cents,
  reversed: Reversed | null,
): Cents {
  const terms = integratedCashAdvanceTerms.parse(named.terms);
  const { advanceAmountCents } = named.request as { advanceAmountCents: Cents };
  const repaymentPercentage = repaymentPercentageFor(terms.repaymentPercentageTiers, advanceAmountCents);
  if (!reversed) return withheldOf({ chargeAmountCents, repaymentPercentage, balanceCents }, plainWorksheet);
  const { sale, refundedBeforeCents } = reversed;
  const refundedCents = negate(chargeAmountCents);
  if (add(refundedBeforeCents, refundedCents) > sale.chargeAmountCents)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [
        {
          pointer: "/chargeAmountCents",
          code: "TOO_LARGE",
          message: "The refunds of a sale must not exceed its chargeAmountCents.",
        },
      ],
    });
  return returnedBy(
    {
      refundedCents,
      refundedBeforeCents,
      chargeAmountCents: sale.chargeAmountCents,
      withheldCents: sale.repaymentAmountCents,
      repaymentPercentage,
    },
    plainWorksheet,
  );
}

/** The sale that is refunded, and what was refunded of it before. */
async function findReversed(tx: Tx, product: IssuedProduct, transactionId: string): Promise<Reversed> {
  const sale = await findTransaction(tx, product.platformId, transactionId);
  if (!sale || sale.issuedProductId !== product.id || sale.chargeAmountCents < 0)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [{ pointer: "/reversalOf", code: "INVALID", message: "This is not a sale of the advance." }],
    });
  const refunds = await tx
    .selectFrom("receivable")
    .select("charge_amount_cents")
    .where("reversal_of_id", "=", sale.id)
    .execute();
  const refundedBeforeCents = refunds.reduce((all, refund) => add(all, cents(-refund.charge_amount_cents)), noCents);
  return { sale, refundedBeforeCents };
}

async function findTransaction(
  tx: Tx,
  platformId: string,
  transactionId: string,
): Promise<(Receivable & { issuedProductId: string }) | null> {
  const row = await tx
    .selectFrom("receivable")
    .select(["id", "issued_product_id", "charge_amount_cents", "amount_cents"])
    .where("platform_id", "=", platformId)
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        issuedProductId: row.issued_product_id,
        chargeAmountCents: cents(row.charge_amount_cents),
        repaymentAmountCents: cents(row.amount_cents),
      }
    : null;
}
