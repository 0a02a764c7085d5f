import { Refusal } from "@inlay/contracts/errors.ts";
import type {
  PartnerBankAccount,
  PartnerBankAccountCreate,
} from "@inlay/contracts/partner/bank-accounts/bank-account.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import {
  type EncryptableNumbers,
  encryptable,
  preparePartyAccount,
  savePlatformProvidedAccount,
} from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import { settingsOf } from "../../platforms/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { readBankAccount } from "./read-bank-accounts.ts";

/** `saveForParty` saves the account of a payee or creditor; null for an account of the business itself. */
type PreparedAccount = {
  businessId: string;
  numbers: EncryptableNumbers;
  saveForParty: ((tx: Tx) => Promise<string>) | null;
};

/** Resolves the business, fetches the encryption key for the numbers and screens a payee, before the transaction begins. */
export async function prepareBankAccount(input: PartnerInput<"createBankAccount">): Promise<PreparedAccount> {
  const { app, caller, body } = input;
  const reference = body.businessId ?? `platform:${body.platformBusinessId}`;
  const businessId = await inPlatform(input, (scope) => resolveBusiness(scope, reference));
  const { platformId } = caller;
  const numbers = await encryptable(app, { platformId, businessId }, body);
  const { party, holderName } = body;
  if (party === "BUSINESS" || !holderName) return { businessId, numbers, saveForParty: null };
  const account = { ...detailsOf(body), platformId, businessId, party, holderName, enteredBy: null };
  const holder = body.isPersonal ? ("PERSONAL" as const) : ("BUSINESS" as const);
  const saveForParty = await preparePartyAccount(
    app,
    { ...account, holder, createdMethod: "PLATFORM" },
    numbers,
    input.by,
  );
  return { businessId, numbers, saveForParty };
}

const detailsOf = (body: PartnerBankAccountCreate) => ({
  name: body.name,
  metadata: body.metadata ?? {},
  platformBankAccountId: body.platformBankAccountId ?? null,
  institutionName: body.institutionName ?? null,
  subtype: body.accountType === "SAVINGS" ? ("savings" as const) : ("checking" as const),
});

export async function createBankAccount(
  request: PartnerRequest<"createBankAccount", PreparedAccount>,
): Promise<PartnerBankAccount> {
  const { tx, app, caller, body, by } = request;
  const { platformId } = caller;
  const { businessId, numbers, saveForParty } = request.ready;
  const { createdMethod } = body;
  if (!isEnabled(body, await settingsOf(tx, platformId))) throw new Refusal("FEATURE_NOT_ENABLED");
  if (saveForParty) return readBankAccount(request, await saveForParty(tx));
  const account = { ...detailsOf(body), platformId, businessId, createdMethod };
  return readBankAccount(request, await savePlatformProvidedAccount(tx, app, account, numbers, by));
}

/**
 * A platform may provide a payout account only by agreement, a report account only for the product that needs no linked bank, and a payee's
 * account only where bills are financed.
 */
function isEnabled({ party, createdMethod }: PartnerBankAccountCreate, settings: PlatformSettings): boolean {
  if (party === "CREDITOR") return true;
  if (party === "PAYEE") return settings.platformEnabledProducts.includes("EXTEND_PAY_PURCHASE_ORDER");
  return createdMethod === "PLATFORM"
    ? settings.platformDisbursementAccountExpected
    : settings.platformEnabledProducts.includes("INTEGRATED_MCA");
}
