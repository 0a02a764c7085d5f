import type { resolveAddress } from "@inlay/contracts/calls/addresses.ts";
import { isWholeAddress } from "@inlay/contracts/fields/read-address.ts";
import type { z } from "zod/mini";
import type { Draft } from "../../shared/flow/flow.ts";

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
  // Nearly every address is there.
  country: "United States",
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

/** Whether a draft has a part of an address and not all of them. Such an address was typed by hand and is continued there. */
export function isPartOfAddress(draft: Draft | null): boolean {
  const { addressLineOne, addressLineTwo, city, state, zipcode } = { ...noAddress, ...draft };
  const isBegun = [addressLineOne, addressLineTwo, city, state, zipcode].some((part) => part !== "");
  return isBegun && !isWholeAddress({ addressLineOne, city, state, zipcode });
}

/** The address in one line, as far as it is known. */
export const inOneLine = ({ addressLineOne, city, state, zipcode }: AddressValues): string =>
  [addressLineOne, city, `${state} ${zipcode}`.trim()].filter((part) => part !== "").join(", ");

/** Whether two addresses are the same in every part. */
export const isEqualAddress = (one: AddressValues, other: AddressValues): boolean =>
  inOneLine(one) === inOneLine(other) && one.addressLineTwo === other.addressLineTwo;

/** Whether an address that was looked up is the typed one. The house number, the city and the ZIP code have to be the same. */
export function isSameAddress(typed: AddressValues, resolved: NonNullable<Resolved>): boolean {
  const key = ({ addressLineOne, city, zipcode }: Pick<AddressValues, "addressLineOne" | "city" | "zipcode">) =>
    [addressLineOne.split(" ")[0], city, zipcode].join("|").toLowerCase();
  return key(typed) === key(resolved);
}
