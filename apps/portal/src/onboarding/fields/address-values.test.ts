import { address, servedCountries } from "@inlay/contracts/fields/fields.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import {
  addressValues,
  countries,
  inOneLine,
  isPartOfAddress,
  isSameAddress,
  noAddress,
  pickedAddress,
} from "./address-values.ts";

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

describe("typed address", () => {
  const typed = { ...noAddress, ...resolved };

  it.each([{ zipcode: "97206" }, { city: "Salem" }, { addressLineOne: "14 Harbor St" }])(
    "is not the one that was looked up if it differs in %o",
    (part) => expect(isSameAddress({ ...typed, ...part }, resolved)).toBe(false),
  );

  it("is the one that was looked up if only the spelling of the street differs", () =>
    expect(isSameAddress({ ...typed, addressLineOne: "12 harbor st", city: "PORTLAND" }, resolved)).toBe(true));

  it("that is a part of an address in a draft is continued by hand; none and a whole one are not", () => {
    expect(isPartOfAddress({ addressLineOne: "12 Harbor St", country: "United States" })).toBe(true);
    expect(isPartOfAddress({ zipcode: "97205" })).toBe(true);
    expect(isPartOfAddress({ firstName: "Rosa", country: "United States" })).toBe(false);
    expect(isPartOfAddress(typed)).toBe(false);
    expect(isPartOfAddress(null)).toBe(false);
  });

  it("is shown in one line without the parts that are missing", () => {
    expect(inOneLine(typed)).toBe("12 Harbor Street, Portland, OR 97205");
    expect(inOneLine({ ...noAddress, city: "Portland" })).toBe("Portland");
    expect(inOneLine(noAddress)).toBe("");
  });
});

describe("country of an address", () => {
  it("is the United States unless the person chooses another", () =>
    expect(addressValues(null, false).country).toBe("United States"));

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
