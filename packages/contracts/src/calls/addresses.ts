import { z } from "zod/mini";
import { call } from "../call.ts";

// The typed address is in the body, so that personal data does not appear in URLs.
const session = z.uuid();

export const suggestAddresses = call({
  method: "POST",
  path: "/api/v1/address-suggestions",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "Suggests addresses while a person types. Without suggestions the person types the whole address.",
  body: z.strictObject({ input: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), session }),
  answer: z.object({ isAvailable: z.boolean(), suggestions: z.array(z.object({ id: z.string(), text: z.string() })) }),
});

export const resolveAddress = call({
  method: "POST",
  path: "/api/v1/address-suggestions/resolve",
  audience: "portal",
  slice: "onboarding",
  action: "address.suggest",
  summary: "Reads the parts of a suggested address; null if the place has no street address or no longer exists.",
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(500)), session }),
  answer: z.object({
    address: z.nullable(
      z.object({
        addressLineOne: z.string(),
        city: z.string(),
        state: z.string(),
        zipcode: z.string(),
        country: z.string(),
      }),
    ),
  }),
});
