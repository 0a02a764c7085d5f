import { z } from "zod/mini";
import type { RuleMarks } from "../errors/validation.ts";
import { Refusal, refusals } from "../errors.ts";

const mostKeys = 50;
const mostBytes = 8192;

const key = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,40}$/));
const value = z.union([z.string().check(z.maxLength(500)), z.number(), z.boolean()]);

const writtenLikeSsnOrEin = /(?<!\d)(\d{3}[- ]\d{2}[- ]\d{4}|\d{2}-\d{7})(?!\d)/;
const nineDigits = /^\s*\d{9}\s*$/;
// Card numbers begin with 3 to 6 or 22 to 27, which distinguishes them from timestamps in milliseconds.
const writtenLikeCard = /(?<!\d)(?:[3-6]|2[2-7])(?:[ -]?\d){13,18}(?!\d)/g;

/** The Luhn check digit of payment cards. */
function passesLuhnCheck(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const counted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** A JSON number may be an amount, so nine digits count as sensitive only in a string. */
function looksSensitive(given: string | number | boolean): boolean {
  if (typeof given === "boolean") return false;
  const text = String(given);
  const cards = text.match(writtenLikeCard) ?? [];
  if (cards.some((card) => passesLuhnCheck(card.replace(/\D/g, "")))) return true;
  return typeof given === "string" && (nineDigits.test(text) || writtenLikeSsnOrEin.test(text));
}

const sensitive: RuleMarks = { fieldCode: "NOT_ALLOWED", refusal: "SENSITIVE_VALUE" };
const bytes = (given: unknown): number => new TextEncoder().encode(JSON.stringify(given)).length;

const holdsNothingSensitive = z.check<Record<string, string | number | boolean | null>>((context) => {
  for (const [name, given] of Object.entries(context.value)) {
    if (given === null || !looksSensitive(given)) continue;
    context.issues.push({
      code: "custom",
      path: [name],
      message: refusals.SENSITIVE_VALUE.message,
      params: sensitive,
      input: "[hidden]",
    });
  }
});

const tooManyKeys = `metadata can have at most ${mostKeys} keys.`;
const tooManyBytes = "metadata can have at most 8 kB.";
const hasRoomForKeys = z.refine<object>((given) => Object.keys(given).length <= mostKeys, {
  error: tooManyKeys,
  params: { fieldCode: "TOO_LONG" } satisfies RuleMarks,
});
const hasRoomForBytes = z.refine<object>((given) => bytes(given) <= mostBytes, {
  error: tooManyBytes,
  params: { fieldCode: "TOO_LONG" } satisfies RuleMarks,
});

/** A platform's own key-value data on an object. It is returned unchanged and must not contain personal numbers. */
export const metadata = z.record(key, value).check(hasRoomForKeys, hasRoomForBytes, holdsNothingSensitive);
export type Metadata = z.infer<typeof metadata>;

/** Metadata as it is returned. */
export const keptMetadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A change of metadata by key. Null removes a key, and missing keys stay unchanged. */
export const metadataPatch = z
  .record(key, z.nullable(value))
  .check(hasRoomForKeys, hasRoomForBytes, holdsNothingSensitive);

export type MetadataPatch = z.infer<typeof metadataPatch>;

/** Applies a patch. The size limits hold for the merged metadata. */
export function mergeMetadata(kept: Metadata, patch: MetadataPatch): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...kept, ...patch }).filter((entry): entry is [string, Metadata[string]] => entry[1] !== null),
  );
  const message = Object.keys(merged).length > mostKeys ? tooManyKeys : bytes(merged) > mostBytes ? tooManyBytes : null;
  if (message)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [{ in: "BODY", pointer: "/metadata", code: "TOO_LONG", message }],
    });
  return merged;
}
