import { Refusal } from "@inlay/contracts/errors.ts";
import { listAccounts, setPrimaryAccount } from "../banking/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import type { ClosingStepHandler, EventOf } from "./closing-step.ts";

/**
 * The accounts that the primary owner can choose from: those that the business added itself. An account that the platform provides takes
 * payouts only.
 */
export const accountsToChoose = (tx: Tx, businessId: string) => listAccounts(tx, businessId, ["PLAID", "MANUAL"]);

/**
 * Confirms for this application the account that repayments come from, and that is paid to unless the platform provides another. It gets its
 * roles, and its hold, by the rules for every change of the primary account.
 */
export const selectPrimaryBankAccount: ClosingStepHandler<EventOf<"PRIMARY_BANK_ACCOUNT_SELECTED">> = {
  complete: async ({ tx, caller, applicationId, requestId }, { primaryBankAccountId }) => {
    const { platformId, businessId, userId } = caller;
    await refuseOthers(tx, businessId, primaryBankAccountId);
    const { platformDisbursementAccountExpected } = await settingsOf(tx, platformId);
    const by = { actor: { kind: "USER", id: userId } as const, requestId };
    await setPrimaryAccount(tx, caller, primaryBankAccountId, !platformDisbursementAccountExpected, by);
    const confirmed = {
      bank_account_id: primaryBankAccountId,
      bank_account_confirmed_at: await businessNow(tx, businessId),
    };
    await tx
      .insertInto("closing")
      .values({ application_id: applicationId, platform_id: platformId, business_id: businessId, ...confirmed })
      .onConflict((conflict) => conflict.column("application_id").doUpdateSet(confirmed))
      .execute();
  },
  isSame: async ({ tx, applicationId }, { primaryBankAccountId }) =>
    (await confirmedAccount(tx, applicationId)) === primaryBankAccountId,
};

/** Refuses an account that the bank reports as a person's own, and one that the business did not add itself. */
async function refuseOthers(tx: Tx, businessId: string, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom("bank_account")
    .select(["holder", "created_method"])
    .where("id", "=", accountId)
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  const isOwn = account.created_method === "PLAID" || account.created_method === "MANUAL";
  if (!isOwn || account.holder !== "BUSINESS") throw new Refusal("ACCOUNT_NOT_OF_BUSINESS");
}

/** The account that was confirmed for an application and still serves repayments. */
export async function confirmedAccount(tx: Tx, applicationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("closing as c")
    .innerJoin("bank_account as a", "a.id", "c.bank_account_id")
    .select("a.id")
    .where("c.application_id", "=", applicationId)
    .where("a.removed_at", "is", null)
    .where("a.stopped_at", "is", null)
    .where("a.blocked_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}
