import { Refusal } from "@inlay/contracts/errors.ts";
import type { PartnerBankAccount } from "@inlay/contracts/partner/bank-accounts/bank-account.ts";
import { changeAccount, type EncryptableNumbers, encryptable, retireAccount } from "../../banking/public.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { readBankAccount, resolveBankAccount } from "./read-bank-accounts.ts";

/** Fetches the encryption key for new numbers. Null if the patch contains none. */
export async function prepareNumbers(input: PartnerInput<"updateBankAccount">): Promise<EncryptableNumbers | null> {
  const { app, caller, params } = input;
  const { accountNumber, routingNumber } = input.body;
  if (!accountNumber || !routingNumber) return null;
  const businessId = await inPlatform(input, async (scope) => {
    const id = await resolveBankAccount(scope, params.bankAccountId);
    const row = await scope.tx
      .selectFrom("bank_account")
      .select("business_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.business_id;
  });
  return encryptable(app, { platformId: caller.platformId, businessId }, { accountNumber, routingNumber });
}

export async function updateBankAccount(
  request: PartnerRequest<"updateBankAccount", EncryptableNumbers | null>,
): Promise<PartnerBankAccount> {
  const { tx, app, params, ready: numbers, ifMatch, by } = request;
  const { name, metadata } = request.body;
  const id = await resolveBankAccount(request, params.bankAccountId);
  if (numbers && ifMatch === null) throw new Refusal("IF_MATCH_REQUIRED");
  await changeAccount(tx, app, id, { name, metadata, numbers }, ifMatch, by);
  return readBankAccount(request, id);
}

export async function retireBankAccount(request: PartnerRequest<"retireBankAccount">): Promise<PartnerBankAccount> {
  const id = await resolveBankAccount(request, request.params.bankAccountId);
  await retireAccount(request.tx, id, request.by);
  return readBankAccount(request, id);
}
