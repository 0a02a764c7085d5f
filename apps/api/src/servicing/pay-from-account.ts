import { Refusal } from "@inlay/contracts/errors.ts";
import { payNowParts } from "@inlay/lending/servicing/pay-now.ts";
import { type Circumstances, otherAccountsOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { whyNotDebit } from "../payments/public.ts";
import { debitAuthorizationText, saveDebitAuthorization } from "./debit-authorization.ts";
import { dueForOwner, orderAtOnce, type PayNowQuote, quoteOf, requireQuoted } from "./pay-now.ts";
import { lockOwn, readOwn } from "./read-servicing.ts";
import type { ServicedProduct } from "./serviced-product.ts";

/** Another account that can be debited for what is due, and what the person authorizes by choosing it. */
type PayableAccount = {
  bankAccountId: string;
  institutionName: string | null;
  accountNumberLast4: string;
  authorization: { version: string; text: string };
};

const text = "PAYMENT_FROM_ANOTHER_ACCOUNT";

/** Quotes what is due on a product, with the other accounts of the business that can be debited for it. */
export async function quotePayFromAccount(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
): Promise<{ quote: PayNowQuote; accounts: PayableAccount[] }> {
  const serviced = await readOwn(tx, caller.businessId, issuedProductId);
  const debits = debitsFor(serviced);
  const accounts: PayableAccount[] = [];
  for (const { id, last4, institutionName } of await otherAccountsOf(tx, caller.businessId)) {
    if (await whyNotDebit(tx, { businessId: caller.businessId, bankAccountId: id }, serviced.now)) continue;
    const authorization = await debitAuthorizationText(tx, caller, text, { id, last4 }, debits);
    accounts.push({ bankAccountId: id, institutionName, accountNumberLast4: last4, authorization });
  }
  return { quote: quoteOf(serviced, dueForOwner(serviced)), accounts };
}

/**
 * Debits at once what has fallen due from another account of the business, under an authorization of its own. The account that later payments
 * are debited from stays the same.
 */
export async function payFromAccount(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  authorized: { bankAccountId: string; amountCents: number; effectiveOn: string },
  circumstances: Circumstances,
): Promise<PayNowQuote> {
  const { businessId } = caller;
  const serviced = await lockOwn(tx, businessId, issuedProductId);
  const quote = requireQuoted(serviced, authorized);
  const account = (await otherAccountsOf(tx, businessId)).find(({ id }) => id === authorized.bankAccountId);
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  if (await whyNotDebit(tx, { businessId, bankAccountId: account.id }, serviced.now))
    throw new Refusal("PAY_NOW_OTHER_ACCOUNT_UNUSABLE");
  const debits = debitsFor(serviced);
  const given = { name: text, account, debits } as const;
  const debitAuthorizationId = await saveDebitAuthorization(tx, caller, issuedProductId, given, circumstances);
  const debited = { accountId: account.id, debitAuthorizationId };
  await orderAtOnce(tx, serviced, caller, debited, circumstances.requestId);
  return quote;
}

/** One debit for each kind of what is due. */
function debitsFor(serviced: ServicedProduct) {
  const due = dueForOwner(serviced);
  const { effectiveOn } = quoteOf(serviced, due);
  return payNowParts(due.items).map(({ amountCents }) => ({ amountCents, on: effectiveOn }));
}
