import { Refusal } from "@inlay/contracts/errors.ts";
import type {
  PartnerBankAccount,
  PartnerBankAccountCreate,
} from "@inlay/contracts/partner/bank-accounts/bank-account.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { type EncryptableNumbers, encryptable, savePlatformProvidedAccount } from "../../banking/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { readBankAccount } from "./read-bank-accounts.ts";

type PreparedAccount = { businessId: string; numbers: EncryptableNumbers };

/** Resolves the business and fetches the encryption key for the numbers before the transaction begins. */
export async function prepareBankAccount(input: PartnerInput<"createBankAccount">): Promise<PreparedAccount> {
  const { app, caller, body } = input;
  const reference = body.businessId ?? `platform:${body.platformBusinessId}`;
  const businessId = await inPlatform(input, (scope) => resolveBusiness(scope, reference));
  return { businessId, numbers: await encryptable(app, { platformId: caller.platformId, businessId }, body) };
}

export async function createBankAccount(
  request: PartnerRequest<"createBankAccount", PreparedAccount>,
): Promise<PartnerBankAccount> {
  const { tx, app, caller, body, by } = request;
  const { platformId } = caller;
  const { businessId, numbers } = request.ready;
  const { createdMethod } = body;
  if (!isEnabled(createdMethod, await settingsOf(tx, platformId))) throw new Refusal("FEATURE_NOT_ENABLED");
  const id = await savePlatformProvidedAccount(
    tx,
    app,
    {
      platformId,
      businessId,
      createdMethod,
      name: body.name,
      metadata: body.metadata ?? {},
      platformBankAccountId: body.platformBankAccountId ?? null,
      institutionName: body.institutionName ?? null,
      subtype: body.accountType === "SAVINGS" ? "savings" : "checking",
    },
    numbers,
    by,
  );
  return readBankAccount(request, id);
}

/** A platform may provide a payout account only by agreement, and a report account only for the product that needs no linked bank. */
const isEnabled = (method: PartnerBankAccountCreate["createdMethod"], settings: PlatformSettings): boolean =>
  method === "PLATFORM"
    ? settings.platformDisbursementAccountExpected
    : settings.platformEnabledProducts.includes("INTEGRATED_MCA");
