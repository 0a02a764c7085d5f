import { parsePhoneNumberFromString } from "libphonenumber-js/core";
import { z } from "zod/mini";
import { usPhoneMetadata } from "./us-phone-metadata.ts";

// Separate from fields.ts so that only screens with a phone field load the numbering plan.

/** The number as +1 and ten digits, or null if it is not a valid number of the United States or Puerto Rico. */
export function usPhoneNumber(text: string): string | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: "US", extract: false }, usPhoneMetadata);
  return number?.isValid() && number.ext === undefined ? number.number : null;
}

const normalized = z.overwrite((text: string) => usPhoneNumber(text) ?? text);
const isUsNumber = (message: string) => z.refine<string>((text) => usPhoneNumber(text) !== null, message);

const requiredPhone = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      normalized,
      isUsNumber("Must be a valid USA phone number"),
    );

export const businessPhone = requiredPhone("Business phone number is required");
export const ownerPhone = requiredPhone("Phone number is required");
export const personalPhone = requiredPhone("Personal phone number is required");

/** A co-owner's number may be missing or empty. */
export const secondaryOwnerPhone = z.optional(
  z.pipe(
    z.nullable(
      z.string().check(
        z.trim(),
        normalized,
        z.refine((text) => text === "" || usPhoneNumber(text) !== null, "Phone number is not a valid USA number"),
      ),
    ),
    z.transform((text: string | null) => text || null),
  ),
);

const partnerMessage = "phoneNumber must be a valid US phone number.";

/** A partner's server sends only digits and a plus. */
export const partnerPhone = z
  .string(partnerMessage)
  .check(z.regex(/^\+?\d+$/, { error: partnerMessage, abort: true }), normalized, isUsNumber(partnerMessage));
