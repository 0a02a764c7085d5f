import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import { type SingleDebits, type singleDebits, singleDebitsText } from "@inlay/contracts/servicing/single-debits.ts";
import type { Circumstances } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { settingsOf } from "../platforms/public.ts";

/** An account of the business, as a person is shown it. */
export type ShownAccount = { id: string; last4: string };
type Debits = SingleDebits["debits"];

/** The text by which a person authorizes debits of an account, with these amounts and days. */
export async function debitAuthorizationText(
  tx: Tx,
  { platformId, language }: Pick<Person, "platformId" | "language">,
  name: keyof typeof singleDebits,
  { last4 }: ShownAccount,
  debits: Debits,
): Promise<{ version: string; text: string }> {
  const { referenceKanmonInCopy, platformProgramName } = await settingsOf(tx, platformId);
  return singleDebitsText(name, language, {
    lender: lenderName(referenceKanmonInCopy, platformProgramName),
    last4,
    debits,
  });
}

/** Saves the authorization with its text. The command that it is given for records the event. */
export async function saveDebitAuthorization(
  tx: Tx,
  caller: Person,
  issuedProductId: string,
  authorized: { name: keyof typeof singleDebits; account: ShownAccount; debits: Debits },
  { language, address }: Circumstances,
): Promise<string> {
  const { platformId, businessId, userId } = caller;
  const { name, account, debits } = authorized;
  const { version, text } = await debitAuthorizationText(tx, { platformId, language }, name, account, debits);
  const { id } = await tx
    .insertInto("debit_authorization")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      bank_account_id: account.id,
      last4: account.last4,
      user_id: userId,
      text,
      text_version: version,
      language,
      given_from: address,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
