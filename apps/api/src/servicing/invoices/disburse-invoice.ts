import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import { subjectsWithTask } from "../../approvals/public.ts";
import { loanAccountsOf } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import { createOrder } from "../../payments/public.ts";
import { type Invoice, type IssuedProduct, setPayeeAccount } from "../../products/public.ts";
import { bySystem } from "../serviced-product.ts";
import { isPayoutOpen, payoutsOf } from "./end-invoice.ts";
import { payeeAccountFor } from "./payee-account.ts";
import { isBillProduct } from "./quote-invoice.ts";

const mostPayouts = 3;

/**
 * Orders the payout of an approved invoice to the business, or of a bill to its payee. It waits where no account is known, while a payout is
 * open, and until staff have looked into one that was not sent. Returns whether staff have rejected the payout.
 */
export async function disburseInvoice(
  tx: Tx,
  product: IssuedProduct,
  invoice: Invoice,
  now: Date,
): Promise<"REJECTED" | "WAITS"> {
  const payouts = await payoutsOf(tx, invoice.id);
  const last = payouts.at(-1);
  if (last?.status === "REJECTED") return "REJECTED";
  if (payouts.some(isPayoutOpen) || payouts.length >= mostPayouts || product.loanStatus !== "CURRENT") return "WAITS";
  const waiting = await subjectsWithTask(
    tx,
    "PAYMENT_NOT_SENT",
    payouts.map(({ id }) => id),
  );
  if (waiting.size > 0) return "WAITS";
  const accountId = await accountOf(tx, product, invoice);
  if (accountId === null) return "WAITS";
  const { id: issuedProductId, platformId, businessId, productType, book } = product;
  const amountCents = invoice.payoutCents;
  await createOrder(
    tx,
    {
      platformId,
      businessId,
      key: `invoice/${invoice.id}/payout/${payouts.length + 1}`,
      bankAccountId: accountId,
      direction: "OUTGOING",
      paymentType: "OUTGOING",
      productType,
      feeType: null,
      amountCents,
      split: { principalCents: amountCents, interestCents: noCents, feeCents: noCents },
      book,
      item: `invoice/${invoice.id}`,
      subjects: { issuedProductId, invoiceId: invoice.id },
      dueOn: dateAt(now),
      purpose: "FUNDING",
      entries: null,
      isManual: false,
    },
    bySystem,
  );
  return "WAITS";
}

async function accountOf(tx: Tx, product: IssuedProduct, invoice: Invoice): Promise<string | null> {
  if (!isBillProduct(product)) return (await loanAccountsOf(tx, product.businessId)).paidTo?.id ?? null;
  // The payee may have given another account since.
  const accountId = await payeeAccountFor(tx, product, invoice.party);
  if (accountId !== null && accountId !== invoice.payeeAccountId)
    await setPayeeAccount(tx, product, invoice, accountId);
  return accountId;
}
