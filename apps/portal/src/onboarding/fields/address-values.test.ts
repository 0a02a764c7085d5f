import { address, servedCountries } from "@inlay/contracts/fields/fields.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { addressValues, countries, pickedAddress } from "./address-values.ts";

const resolved = {
  addressLineOne: "12 Harbor Street",
  city: "Portland",
  state: "OR",
  zipcode: "97205",
  country: "United States",
};

describe("picked address", () => {
  it("is sent as verified, with the parts of the suggestion", () =>
    expect(pickedAddress(resolved)).toEqual({ ...resolved, verified: true }));

  it.each(["addressLineOne", "city", "state", "zipcode"])("without %s is not verified", (part) =>
    expect(pickedAddress({ ...resolved, [part]: "" })).toMatchObject({ verified: false }),
  );

  it("that cannot be resolved is not verified", () => expect(pickedAddress(null)).toEqual({ verified: false }));
});

describe("country of an address", () => {
  it("is the United States or Puerto Rico, both of which are served", () => {
    expect(countries).toEqual(["United States", "Puerto Rico"]);
    for (const country of countries) expect(servedCountries).toContain(country);
  });

  it("that is Puerto Rico is saved as the state PR, and shown as Puerto Rico again", () => {
    const saved = z.parse(address, { ...resolved, state: "PR", country: "Puerto Rico" });
    expect(saved).toMatchObject({ state: "PR", country: "US" });
    const kept = { ...resolved, addressLineTwo: null };
    expect(addressValues({ ...kept, state: "PR" }, false).country).toBe("Puerto Rico");
    expect(addressValues(kept, false).country).toBe("United States");
  });
});
