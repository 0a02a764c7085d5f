import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { debitAuthorization, setPrimaryAccount } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import type { InputHandler } from "../step-handler.ts";
import { type BankInfoReady, collectBankInfo, saveBankInfo } from "../steps/collect-bank-info.ts";

/**
 * Collects the account numbers again. If the typed-in servicing account is blocked, the new account becomes the primary one, which needs the
 * authorization to debit it.
 */
export const recollectBankInfo: InputHandler<"RECOLLECT_BANK_INFO", BankInfoReady> = {
  ...collectBankInfo,
  load: async (context) => {
    const { account, authorization } = await collectBankInfo.load(context);
    const { tx, caller, settings } = context;
    const isAuthorizationNeeded = (await blockedServicingAccounts(tx, caller.businessId)).length > 0;
    return {
      account,
      authorization: isAuthorizationNeeded ? debitAuthorization(caller.language, settings) : authorization,
    };
  },
  complete: async (context, answer) => {
    const { tx, caller, settings, requestId } = context;
    const id = await saveBankInfo(context, answer);
    const replaced = (await blockedServicingAccounts(tx, caller.businessId)).filter((one) => one !== id);
    if (replaced.length === 0) return;
    if (!answer.achAuthorized) throw new Refusal("ACH_AUTHORIZATION_REQUIRED");
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    await setPrimaryAccount(tx, caller, id, !settings.platformDisbursementAccountExpected, by);
  },
};

async function blockedServicingAccounts(tx: Tx, businessId: string): Promise<string[]> {
  const blocked = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where("created_method", "=", "MANUAL")
    .where(sql<boolean>`'SERVICING' = any(roles)`)
    .where("blocked_at", "is not", null)
    .execute();
  return blocked.map(({ id }) => id);
}
