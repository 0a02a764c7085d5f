import { Refusal } from "@inlay/contracts/errors.ts";
import type { Completion } from "@inlay/contracts/onboarding/steps.ts";
import { addAccount, authorize, debitAuthorization, fingerprintsOf, listAccounts } from "../../banking/public.ts";
import type { DataKey } from "../../db/vault.ts";
import type { CompletionContext, StepHandler } from "../step-handler.ts";

export type BankInfoReady = { key: DataKey } & Awaited<ReturnType<typeof fingerprintsOf>>;

export const collectBankInfo: StepHandler<"COLLECT_BANK_INFO", BankInfoReady> = {
  load: async ({ tx, caller, settings }) => {
    const [account] = (await listAccounts(tx, caller.businessId, ["MANUAL"])).reverse();
    return {
      account: account
        ? {
            bankName: account.institutionName ?? account.accountName,
            accountNumberLast4: account.accountNumberLast4,
            achAuthorized: account.achAuthorized,
          }
        : null,
      authorization: settings.achAuthorizationRequired ? debitAuthorization(caller.language, settings) : null,
    };
  },

  prepare: async (app, { platformId, businessId }, numbers) => ({
    key: await app.vault.keyFor({ platformId, businessId }),
    ...(await fingerprintsOf(app, numbers)),
  }),

  complete: async (context, answer) => {
    await saveBankInfo(context, answer);
    return {};
  },
};

/** Saves the account and its ACH authorization. Returns the account's id. */
export async function saveBankInfo(
  { tx, app, caller, settings, requestId, address, ready }: CompletionContext<BankInfoReady>,
  answer: Completion<"COLLECT_BANK_INFO">,
): Promise<string> {
  if (settings.achAuthorizationRequired && !answer.achAuthorized) throw new Refusal("ACH_AUTHORIZATION_REQUIRED");
  const { platformId, businessId, userId } = caller;
  const account = {
    platformId,
    businessId,
    bankName: answer.name,
    accountName: answer.name,
    subtype: answer.accountSubtype,
    accountNumber: answer.accountNumber,
    routingNumber: answer.routingNumber,
    fingerprints: ready.fingerprints,
  };
  const id = await addAccount(tx, app, ready.key, account, { actor: { kind: "USER", id: userId }, requestId });
  if (answer.achAuthorized) await authorize(tx, caller, id, { language: caller.language, address, requestId });
  return id;
}
