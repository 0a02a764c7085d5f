import { Refusal } from "@inlay/contracts/errors.ts";
import type { Metadata } from "@inlay/contracts/partner/metadata.ts";
import { accountHeldUntil } from "@inlay/lending/banking/account-hold.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Party } from "@inlay/lending/payments/why-not-submit-payment.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { statement, type Tx } from "../db/scope.ts";
import { screenName } from "../underwriting/public.ts";
import { saveNumbers } from "./accounts.ts";
import type { RequestedBy } from "./item.ts";
import {
  type EncryptableNumbers,
  fingerprintOf,
  openVerificationTask,
  whyNotProvided,
} from "./platform-provided-account.ts";

/** An account of somebody else than the business: the payee of its bills, a creditor whose debt is paid off, or the platform. */
export type PartyAccount = {
  platformId: string;
  /** Null for the platform's own account. */
  businessId: string | null;
  party: Exclude<Party, "BUSINESS">;
  holderName: string;
  holder: "BUSINESS" | "PERSONAL";
  name: string;
  subtype: "checking" | "savings";
  /** Who gave the numbers: the platform by its API, the payee on its own page, or staff. Never the business. */
  createdMethod: "PLATFORM" | "PAYEE" | "STAFF";
  /** The staff member who entered the account. */
  enteredBy: string | null;
  platformBankAccountId: string | null;
  institutionName: string | null;
  metadata: Metadata;
};

/**
 * Screens the holder of another party's account against the sanctions list and returns a function that saves the account in the caller's
 * transaction. It begins unverified and on hold. Payments to it wait for its verification, its screening and the end of the hold.
 */
export async function preparePartyAccount(
  app: AppContext,
  account: PartyAccount,
  numbers: EncryptableNumbers,
  by: RequestedBy,
): Promise<(tx: Tx) => Promise<string>> {
  const { platformId, businessId, party, holderName, holder, createdMethod } = account;
  const id = uuidv7();
  const name = { name: holderName, kind: holder === "BUSINESS" ? ("BUSINESS" as const) : ("PERSON" as const) };
  const kind = party === "PLATFORM" ? "PLATFORM" : "PAYEE";
  const saveScreening = await screenName(app, { platformId, businessId, kind, id, name }, by);
  return async (tx) => {
    await refuseOwnAccount(tx, businessId, numbers);
    const now = await businessNow(tx, businessId);
    const last4 = numbers.accountNumber.last4();
    const provided = createdMethod === "PLATFORM" ? fingerprintOf(numbers) : null;
    const made = await tx
      .insertInto("bank_account")
      .values({
        id,
        platform_id: platformId,
        business_id: businessId,
        party,
        holder_name: holderName,
        holder,
        created_method: createdMethod,
        entered_by: account.enteredBy,
        platform_bank_account_id: account.platformBankAccountId,
        institution_name: account.institutionName,
        account_name: account.name,
        account_number_last4: last4,
        account_subtype: account.subtype,
        added_on: dateAt(now),
        held_until_at: accountHeldUntil(now),
        provided_fingerprint: provided,
        metadata: JSON.stringify(account.metadata),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) throw await whyNotProvided(tx, account, numbers);
    await saveNumbers(tx, app, numbers.key, id, numbers);
    const { isClear } = await saveScreening(tx);
    if (isClear)
      await tx
        .updateTable("bank_account")
        .set({ sanctions_clear_on: dateAt(now) })
        .where("id", "=", id)
        .execute();
    await openVerificationTask(tx, { platformId, businessId, id });
    if (party !== "PLATFORM" && createdMethod !== "STAFF")
      await record(tx, {
        platformId,
        businessId,
        kind: "bank_account.added",
        body: { bankAccountId: id, createdMethod, last4, party },
        action: "bank-account.add-party",
        object: { kind: "bank account", id },
        after: { party },
        ...by,
      });
    return id;
  };
}

/** Money for a payee or a creditor must not reach the business itself, which could keep it and leave the bill or the debt unpaid. */
async function refuseOwnAccount(
  tx: Tx,
  businessId: string | null,
  { fingerprints }: EncryptableNumbers,
): Promise<void> {
  if (!businessId) return;
  const own = await statement(
    tx,
    `select from app.bank_account a
     join app.secret n on n.owner_id = a.id and n.field = 'ACCOUNT_NUMBER' and n.blind_index = $2
     join app.secret r on r.owner_id = a.id and r.field = 'ROUTING_NUMBER' and r.blind_index = $3
     where a.business_id = $1 and a.party = 'BUSINESS'`,
    [businessId, fingerprints.accountNumber, fingerprints.routingNumber],
  );
  if (own.length > 0) throw new Refusal("PAYEE_ACCOUNT_IS_OWN");
}

/** Whether the numbers of another party's account are also those of an account of the business, whichever came first. */
export async function isOwnAccount(tx: Tx, accountId: string): Promise<boolean> {
  const own = await statement(
    tx,
    `select from app.bank_account p
     join app.bank_account a on a.business_id = p.business_id and a.party = 'BUSINESS'
     join app.secret pn on pn.owner_id = p.id and pn.field = 'ACCOUNT_NUMBER'
     join app.secret pr on pr.owner_id = p.id and pr.field = 'ROUTING_NUMBER'
     join app.secret n on n.owner_id = a.id and n.field = 'ACCOUNT_NUMBER' and n.blind_index = pn.blind_index
     join app.secret r on r.owner_id = a.id and r.field = 'ROUTING_NUMBER' and r.blind_index = pr.blind_index
     where p.id = $1`,
    [accountId],
  );
  return own.length > 0;
}
