import { sql } from "kysely";
import { setPrimaryAccount } from "../../banking/public.ts";
import type { InputHandler } from "../step-handler.ts";
import { type BankInfoReady, collectBankInfo, saveBankInfo } from "../steps/collect-bank-info.ts";

/** Collects the account numbers again. If the typed-in servicing account is blocked, the new account becomes the primary one. */
export const recollectBankInfo: InputHandler<"RECOLLECT_BANK_INFO", BankInfoReady> = {
  ...collectBankInfo,
  complete: async (context, answer) => {
    const { tx, caller, settings, requestId } = context;
    const id = await saveBankInfo(context, answer);
    const failed = await tx
      .selectFrom("bank_account")
      .select("id")
      .where("business_id", "=", caller.businessId)
      .where("created_method", "=", "MANUAL")
      .where(sql<boolean>`'SERVICING' = any(roles)`)
      .where("blocked_at", "is not", null)
      .where("id", "<>", id)
      .executeTakeFirst();
    const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
    if (failed) await setPrimaryAccount(tx, caller, id, !settings.platformDisbursementAccountExpected, by);
  },
};
