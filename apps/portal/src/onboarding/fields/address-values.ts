import type { resolveAddress } from "@inlay/contracts/calls/addresses.ts";
import type { z } from "zod/mini";

type KeptAddress = {
  addressLineOne: string;
  addressLineTwo: string | null;
  city: string;
  state: string;
  zipcode: string;
};

export const noAddress = {
  addressLineOne: "",
  addressLineTwo: "",
  city: "",
  state: "",
  zipcode: "",
  country: "",
  verified: false,
};
export type AddressValues = typeof noAddress;

/** The initial form values of an address. */
export const addressValues = (kept: KeptAddress | null, verified: boolean): AddressValues =>
  kept
    ? {
        ...noAddress,
        ...kept,
        verified,
        addressLineTwo: kept.addressLineTwo ?? "",
        country: kept.state === "PR" ? "Puerto Rico" : "United States",
      }
    : noAddress;

/** The countries that an address can be in. */
export const countries = ["United States", "Puerto Rico"] as const;

type Resolved = z.output<typeof resolveAddress.answer>["address"];

/** The form values of a picked suggestion. It is verified if it has all its parts. */
export const pickedAddress = (resolved: Resolved): Partial<AddressValues> & { verified: boolean } => ({
  ...resolved,
  verified: Boolean(resolved?.addressLineOne && resolved.city && resolved.state && resolved.zipcode),
});
