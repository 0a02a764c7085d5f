import type { Tx } from "../db/scope.ts";

export type Owner = { id: string; email: string; firstName: string | null; name: string | null; locale: "en" | "es" };

/** The primary owner, at the address that they gave themselves, else at the one that the platform gave. */
export async function primaryOwnerOf(tx: Tx, businessId: string): Promise<Owner | null> {
  const named = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .execute();
  const signedIn = await tx
    .selectFrom("user_role")
    .select("user_id as id")
    .where("business_id", "=", businessId)
    .where("role", "=", "PRIMARY_OWNER")
    .execute();
  const owners = await ownersOf(tx, businessId);
  for (const { id } of [...named, ...signedIn]) {
    const owner = owners.find((one) => one.id === id);
    if (owner) return owner;
  }
  return null;
}

/** Everyone named as an owner and everyone who signs in as one; each address once. */
export async function ownersOf(tx: Tx, businessId: string): Promise<Owner[]> {
  const named = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .select(["o.id", "o.email", "o.first_name", "o.last_name", "u.locale"])
    .where("o.business_id", "=", businessId)
    .where("o.removed_at", "is", null)
    .orderBy("o.id")
    .execute();
  const signedIn = await tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select(["u.id", "u.email", "u.first_name", "u.last_name", "u.locale"])
    .where("r.business_id", "=", businessId)
    .where("r.role", "in", ["PRIMARY_OWNER", "SECONDARY_OWNER"])
    .where("u.deactivated_at", "is", null)
    .orderBy("u.id")
    .execute();
  const byEmail = new Map<string, Owner>();
  for (const { id, email, first_name, last_name, locale } of [...named, ...signedIn])
    if (email && !byEmail.has(email))
      byEmail.set(email, {
        id,
        email,
        firstName: first_name,
        name: [first_name, last_name].filter(Boolean).join(" ") || null,
        locale: locale === "es" ? "es" : "en",
      });
  return [...byEmail.values()];
}

/** Whoever signs in for a business and wrote to staff, for the email with the answer. Null without an address. */
export async function askerOf(
  tx: Tx,
  userId: string,
): Promise<(Pick<Owner, "email" | "firstName" | "locale"> & { businessName: string | null }) | null> {
  const row = await tx
    .selectFrom("business_user as u")
    .innerJoin("business as b", "b.id", "u.business_id")
    .select(["u.email", "u.first_name as firstName", "u.locale", "b.name as businessName"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (!row?.email) return null;
  const { email, firstName, businessName } = row;
  return { email, firstName, locale: row.locale === "es" ? "es" : "en", businessName };
}
