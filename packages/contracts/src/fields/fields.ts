import { z } from "zod/mini";
import { secret } from "../secret.ts";
import { usStates } from "./us-states.ts";

const longestText = 200;

/** Required text. A failed check skips the next ones, so a field reports one error at a time. */
export const requiredText = (message: string) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.normalize(),
      z.minLength(1, { error: message, abort: true }),
      z.maxLength(longestText, { error: `Please use at most ${longestText} characters`, abort: true }),
    );

/** Nine digits or more, however they are grouped: a tax number or the number of an account. */
const privateNumber = /(?:\d[ .\-–/]?){9,}/;

/** For a text in a person's own words, which is not encrypted. */
export const noPrivateNumber = z.refine<string>((text) => !privateNumber.test(text), {
  error: "Please leave out tax and account numbers. If we need one, we ask for it on a secure page.",
});

const numberInText = (message: string) =>
  z.string(message).check(
    z.overwrite((text: string) => text.replace(/[\s-]/g, "")),
    z.minLength(1, { error: message, abort: true }),
  );

// People.
export const firstName = requiredText("First name is required");
export const lastName = requiredText("Last name is required");
export const email = requiredText("Email is required").check(z.email("Please enter a valid email"));

// The business.
/** The name as a platform knows it: any printable characters. */
export const partnerBusinessName = requiredText("name is required.").check(
  z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u, "name must contain printable characters only."),
);

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
const isWebAddress = (message: string) => z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: message });

/** People type `acme.com`; the stored value has a scheme. */
export const website = requiredText("Website is required").check(
  z.overwrite(withScheme),
  isWebAddress("Must be a valid url"),
);

// Addresses.
const poBox = /\bp(?:ost)?[\s.]*o(?:ffice)?[\s.]*b(?:ox)?\b/i;
const noPoBox = (message: string) => z.refine<string>((line) => !poBox.test(line), message);

const fiveDigitZip = (zip: string): string => zip.replace(/^(\d{5})[-+\s]?\d{4}$/, "$1");

const puertoRico = ["Puerto Rico", "PR"] as const;
export const servedCountries = ["United States", "USA", "US", ...puertoRico] as const;
export const unservedCountryMessage = "Sorry, we do not serve your region at this time.";

const isServed = (country: string): boolean => (servedCountries as readonly string[]).includes(country);
const isPuertoRico = (country: string): boolean => (puertoRico as readonly string[]).includes(country);

/** Every accepted country name is stored as US. Puerto Rico becomes the state PR, as in postal addresses. */
export const settleCountry = <A extends { country: string; state: string }>(address: A): A => ({
  ...address,
  country: "US",
  state: isPuertoRico(address.country) ? "PR" : address.state,
});

/** The address fields of the portal. A step that includes them among other fields ends with `settleCountry`. */
export const addressFields = {
  addressLineOne: requiredText("Address line 1 is required").check(noPoBox("Address cannot be a PO Box")),
  addressLineTwo: z.optional(
    z.string().check(z.trim(), z.maxLength(longestText), noPoBox("Address cannot be a PO Box")),
  ),
  city: requiredText("City is required"),
  state: z.enum(usStates, "State is requried"),
  country: requiredText("Country is required").check(z.refine(isServed, unservedCountryMessage)),
  /** A ZIP+4 code is taken by its first five digits. */
  zipcode: requiredText("Zip code is required").check(
    z.overwrite(fiveDigitZip),
    z.regex(/^\d{5}$/, "Zip code must be 5 digits"),
  ),
  verified: z.optional(z.boolean()),
};
export const address = z.object(addressFields, "Address is required").check(z.overwrite(settleCountry));

const streetMessage = "The address must be a street address, not a PO Box.";
const zipMessage =
  "Zip code can be 5 digits, 9 digits, or 5+4 including a hyphen or plus sign, e.g. 90210, 902101234, 90210-1234 or 90210+1234";

/** An address from a partner's server. It must be complete, and ZIP+4 codes are accepted. */
export const partnerAddress = z
  .strictObject({
    addressLineOne: requiredText("addressLineOne is required.").check(noPoBox(streetMessage)),
    addressLineTwo: z.optional(z.string().check(z.trim(), z.maxLength(longestText), noPoBox(streetMessage))),
    city: requiredText("city is required."),
    state: z.enum(usStates, "state must be the two-letter code of a US state or territory."),
    zipcode: z.string(zipMessage).check(
      z.trim(),
      z.regex(/^\d{5}([-+]?\d{4})?$/, { error: zipMessage, abort: true }),
      z.overwrite((zip: string) => zip.replace(/^(\d{5})[-+]?(\d{4})$/, "$1-$2")),
    ),
    country: requiredText("country is required.").check(z.refine(isServed, unservedCountryMessage)),
  })
  .check(z.overwrite(settleCountry));

/** An address as it is stored and returned. */
export const keptAddress = z.object({
  addressLineOne: z.string(),
  addressLineTwo: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  country: z.literal("US"),
});

// Sensitive numbers. A form validates the `…Digits` shape; the server parses with the shape that returns a Secret.
// An EIN has no check digit. Its first two digits name the IRS office that issued it, and some were never used.
const einPrefix = /^(?:0[1-6]|1[0-6]|2[0-7]|[35]\d|[468][0-8]|7[1-7]|9[0-589])/;
export const einDigits = numberInText("EIN is required").check(
  z.regex(/^\d{9}$/, { error: "Please enter a full EIN", abort: true }),
  z.regex(einPrefix, "EIN is not valid"),
);
export const ein = secret(einDigits);

export const ssnDigits = numberInText("SSN is required").check(z.regex(/^\d{9}$/, "Please enter a full SSN"));
export const ssn = secret(ssnDigits);

export const accountNumberDigits = numberInText("Account number is required").check(
  z.regex(/^\d+$/, { error: "Account number must only contain digits", abort: true }),
  z.maxLength(25, "Account number can have at most 25 digits"),
);
export const accountNumber = secret(accountNumberDigits);

/** The ABA checksum: the nine digits, weighted 3, 7, 1, add up to a multiple of ten. */
const passesAbaChecksum = (digits: string): boolean =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0) % 10 === 0;

export const routingNumberDigits = numberInText("Routing number is required").check(
  z.regex(/^\d{9}$/, { error: "Routing number must be 9 digits", abort: true }),
  z.refine(passesAbaChecksum, "Routing number is not valid"),
);
export const routingNumber = secret(routingNumberDigits);
