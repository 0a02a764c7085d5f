import { raiseInput, withdrawInputs } from "../additional-inputs/public.ts";
import { loanAccountsOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import type { EventHandler } from "../workflows/public.ts";
import { withdrawDebits } from "./collect.ts";
import type { ServicedProduct } from "./serviced-product.ts";

/**
 * The account of a product may not be debited any more, because the authorization was revoked: the debits that nobody has claimed are
 * withdrawn, and the owner is asked for another account, unless the platform provides it. What falls due can be paid by wire meanwhile.
 */
export async function turnAutopayOff(tx: Tx, serviced: ServicedProduct): Promise<void> {
  await withdrawDebits(tx, serviced, null);
  const { platformId, businessId } = serviced.product;
  const { debited } = await loanAccountsOf(tx, businessId);
  if (debited?.isChosenByOwner)
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    });
}

/** The account is authorized again, so its owner is not asked for another one any more. */
export const endAccountRequest: EventHandler<"bank_account.authorized"> =
  async (_app, { platformId, businessId, body: { bankAccountId } }) =>
  async (tx) => {
    if (!businessId) return;
    const { debited } = await loanAccountsOf(tx, businessId);
    if (debited?.id === bankAccountId && debited.isUsable)
      await withdrawInputs(tx, { platformId, businessId }, "UPDATE_PRIMARY_BANK_ACCOUNT");
  };
