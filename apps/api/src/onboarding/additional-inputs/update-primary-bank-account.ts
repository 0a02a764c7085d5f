import { Refusal } from "@inlay/contracts/errors.ts";
import { authorize, debitAuthorization, listAccounts, setPrimaryAccount } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import type { InputHandler } from "../step-handler.ts";

/** Chooses the account that repayments come from. Funds are paid to it too, unless the platform provides another account. */
export const updatePrimaryBankAccount: InputHandler<"UPDATE_PRIMARY_BANK_ACCOUNT"> = {
  load: async ({ tx, caller, settings }) => ({
    accounts: (await checkingAccounts(tx, caller.businessId)).map((account) => ({
      id: account.id,
      bankName: account.institutionName,
      accountName: account.accountName,
      accountNumberLast4: account.accountNumberLast4,
      achAuthorized: account.achAuthorized,
      isPrimary: account.roles.includes("SERVICING"),
    })),
    refusedAccountLast4: await refusedAccountLast4(tx, caller.businessId),
    isPaidTo: !settings.platformDisbursementAccountExpected,
    authorization: debitAuthorization(caller.language, settings),
  }),

  complete: async ({ tx, caller, settings, address, requestId }, { primaryBankAccountId, achAuthorized }) => {
    const accounts = await checkingAccounts(tx, caller.businessId);
    const chosen = accounts.find(({ id }) => id === primaryBankAccountId);
    if (!chosen) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
    if (!chosen.achAuthorized && !achAuthorized) throw new Refusal("ACH_AUTHORIZATION_REQUIRED");
    if (!chosen.achAuthorized)
      await authorize(tx, caller, chosen.id, { language: caller.language, address, requestId });
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    await setPrimaryAccount(tx, caller, chosen.id, !settings.platformDisbursementAccountExpected, by);
  },
};

/**
 * The checking accounts that the business added itself, without those provided by the platform and those that a return has blocked. A
 * stopped payment blocks an account only until it is authorized anew, so that one can be chosen.
 */
async function checkingAccounts(tx: Tx, businessId: string) {
  const checking = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where("account_subtype", "=", "checking")
    .where((where) => where.or([where("blocked_at", "is", null), where("is_blocked_until_authorized", "=", true)]))
    .execute();
  const ids = new Set(checking.map(({ id }) => id));
  return (await listAccounts(tx, businessId, ["PLAID", "MANUAL"])).filter(({ id }) => ids.has(id));
}

/** The account that a return has blocked last. Why a bank froze an account is not told. */
async function refusedAccountLast4(tx: Tx, businessId: string): Promise<string | null> {
  const refused = await tx
    .selectFrom("bank_account")
    .select("account_number_last4")
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("blocked_at", "is not", null)
    .where("is_blocked_until_authorized", "=", false)
    .where("frozen_at", "is", null)
    .where("removed_at", "is", null)
    .orderBy("blocked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return refused?.account_number_last4 ?? null;
}
