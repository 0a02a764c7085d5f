import { type StaffRole, staffRoles } from "./staff-roles.ts";

/** How many of our people it takes up to an amount, and who must be the second where not everybody may be. */
export type ApprovalTier = { upToCents: number; people: 1 | 2; checker: StaffRole | null };

/** The first tier that reaches as far as the amount. The last one of `readTiers` always does. */
export function tierFor(tiers: readonly ApprovalTier[], amountCents: number): ApprovalTier {
  const tier = tiers.find(({ upToCents }) => amountCents <= upToCents);
  if (!tier) throw new Error(`no tier reaches ${amountCents}`);
  return tier;
}

const form = /^(\d{1,15}|\*):([12])(?::([A-Z]+))?$/;

/** Reads `2500000:1,25000000:2,*:2:TREASURY`. Amounts rise, and the last tier has no end. */
export function readTiers(text: string): ApprovalTier[] {
  const tiers = text.split(",").map((part): ApprovalTier => {
    const [, amount = "", people, checker] = form.exec(part) ?? [];
    if (!amount) throw new Error(`${part} is not amount:people or amount:people:ROLE`);
    if (checker && !(staffRoles as readonly string[]).includes(checker)) throw new Error(`${checker} is not a role`);
    if (checker && people === "1") throw new Error(`${part} names a second person but needs one only`);
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
