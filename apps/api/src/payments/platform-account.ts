import type { Tx } from "../db/scope.ts";

/** The verified account of a platform, from which it pays what it has withheld and to which we pay its share; null if it has none. */
export async function findPlatformAccount(tx: Tx, platformId: string): Promise<string | null> {
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("platform_id", "=", platformId)
    .where("party", "=", "PLATFORM")
    .where("removed_at", "is", null)
    .where("verification", "=", "VERIFIED")
    .executeTakeFirst();
  return account?.id ?? null;
}
