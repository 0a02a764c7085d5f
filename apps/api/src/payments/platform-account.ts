import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import type { Tx } from "../db/scope.ts";

/**
 * The verified account of a platform: for an INCOMING payment one that the platform has authorized us to debit for what it has withheld, for
 * an OUTGOING one that to which its share is paid. Null if it has none.
 */
export async function findPlatformAccount(
  tx: Tx,
  platformId: string,
  direction: PaymentDirection,
): Promise<string | null> {
  const account = await tx
    .selectFrom("bank_account as a")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .select(["a.id", "h.id as authorizationId"])
    .where("a.platform_id", "=", platformId)
    .where("a.party", "=", "PLATFORM")
    .where("a.removed_at", "is", null)
    .where("a.verification", "=", "VERIFIED")
    .executeTakeFirst();
  const isMissing = !account || (direction === "INCOMING" && account.authorizationId === null);
  return isMissing ? null : account.id;
}
