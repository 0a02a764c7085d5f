import { Refusal } from "@inlay/contracts/errors.ts";
import { isLinked } from "@inlay/lending/banking/bank-item.ts";
import { listAccounts, listItems } from "../../banking/public.ts";
import type { StepHandler } from "../step-handler.ts";

export const collectPlaid: StepHandler<"COLLECT_PLAID"> = {
  load: async ({ tx, caller, settings, answers }) => ({
    items: await listItems(tx, caller.businessId),
    achAuthorizationRequired: settings.achAuthorizationRequired,
    optToProvideBankStatements: answers.optToProvideBankStatements ?? false,
    plaidAssetReportProvided: (await listAccounts(tx, caller.businessId, ["PLATFORM_PLAID_ASSET_REPORT"])).length > 0,
  }),

  complete: async ({ tx, caller, settings }, { optToProvideBankStatements = false }) => {
    if (optToProvideBankStatements) return { optToProvideBankStatements };
    const linked = (await listItems(tx, caller.businessId)).filter(({ status }) => isLinked(status));
    if (linked.length === 0) throw new Refusal("BANK_NOT_LINKED");
    const accounts = linked.flatMap((item) => item.accounts);
    if (!accounts.some(({ subtype }) => subtype === "checking")) throw new Refusal("CHECKING_ACCOUNT_REQUIRED");
    if (settings.achAuthorizationRequired && !accounts.every(({ achAuthorized }) => achAuthorized))
      throw new Refusal("ACH_AUTHORIZATION_REQUIRED");
    return { optToProvideBankStatements };
  },
};
