import { z } from "zod/mini";
import { requiredText } from "./fields.ts";

export const businessNameMessage =
  "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics";
const allowed = "\\p{Script=Latin}\\p{M}0-9 '’.-";

/** The name that an owner enters. */
export const businessName = requiredText("Business name is required").check(
  z.regex(new RegExp(`^[${allowed}]+$`, "u"), businessNameMessage),
);

/** The allowed name that is nearest to a refused one; null if the name is allowed, or if letters or digits of it would be lost. */
export function nearestBusinessName(name: string): string | null {
  const nearest = name
    .replace(/["“”„«»™®©]/gu, "")
    .normalize("NFKC")
    .replace(/[&+]/gu, " and ")
    .replace(/@/gu, " at ")
    .replace(/[\p{Pd}−]/gu, "-")
    .replace(/[‘`´]/gu, "'");
  if (new RegExp(`(?=[\\p{L}\\p{N}])[^${allowed}]`, "u").test(nearest)) return null;
  const cleaned = nearest
    .replace(new RegExp(`[^${allowed}]`, "gu"), " ")
    .replace(/ +/gu, " ")
    .trim();
  const isName = /[\p{L}\p{N}]/u.test(cleaned) && z.safeParse(businessName, cleaned).success;
  return isName && cleaned !== name.trim() && !z.safeParse(businessName, name).success ? cleaned : null;
}
