import { type StaffRole, staffRoles } from "./staff-roles.ts";

/** The number of staff members that a payment up to an amount needs, and the role of the second one if a role is required. */
export type ApprovalTier = { upToCents: number; people: 1 | 2; checker: StaffRole | null };

/** The first tier that covers the amount. The last tier of `readTiers` covers every amount. */
export function tierFor(tiers: readonly ApprovalTier[], amountCents: number): ApprovalTier {
  const tier = tiers.find(({ upToCents }) => amountCents <= upToCents);
  if (!tier) throw new Error(`no approval tier covers ${amountCents} cents`);
  return tier;
}

const form = /^(\d{1,15}|\*):([12])(?::([A-Z]+))?$/;

/** Reads `2500000:1,25000000:2,*:2:TREASURY`. Amounts rise, and the last tier has no upper limit. */
export function readTiers(text: string): ApprovalTier[] {
  const tiers = text.split(",").map((part): ApprovalTier => {
    const [, amount = "", people, checker] = form.exec(part) ?? [];
    if (!amount) throw new Error(`${part} is not amount:people or amount:people:ROLE`);
    if (checker && !(staffRoles as readonly string[]).includes(checker)) throw new Error(`${checker} is not a role`);
    if (checker && people === "1")
      throw new Error(`${part} names a role for a second person but needs only one person`);
    return {
      upToCents: amount === "*" ? Number.MAX_SAFE_INTEGER : Number(amount),
      people: people === "1" ? 1 : 2,
      checker: (checker as StaffRole | undefined) ?? null,
    };
  });
  if (tiers.some((tier, n) => n > 0 && tier.upToCents <= (tiers[n - 1]?.upToCents ?? 0)))
    throw new Error("the amounts must rise");
  if (tiers.at(-1)?.upToCents !== Number.MAX_SAFE_INTEGER) throw new Error("the last amount must be *");
  return tiers;
}
