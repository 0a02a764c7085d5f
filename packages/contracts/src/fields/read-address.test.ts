import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWholeAddress, readAddress } from "./read-address.ts";
import { usStates } from "./us-states.ts";

const harbor = {
  addressLineOne: "2210 Harbor Way",
  addressLineTwo: "",
  city: "Oakland",
  state: "CA",
  zipcode: "94607",
  country: "United States",
};

describe("address typed in one line", () => {
  it.each([
    "2210 Harbor Way, Oakland, CA 94607",
    "  2210  Harbor Way , Oakland , ca  94607 ",
    "2210 Harbor Way, Oakland, CA, 94607, USA",
    "2210 Harbor Way, Oakland, CA 94607-1234",
    "2210 Harbor Way, Oakland, California 94607, United States",
    "2210 Harbor Way, Oakland CA 94607",
    "2210 Harbor Way Oakland CA 94607",
  ])("is read whole: %s", (text) => expect(readAddress(text)).toEqual(harbor));

  it.each([
    ["2210 Harbor Way Apt 4, Oakland, CA 94607", "Apt 4"],
    ["2210 Harbor Way, Suite 200B, Oakland, CA 94607", "Suite 200B"],
    ["2210 Harbor Way #4, Oakland, CA 94607", "#4"],
  ])("has its unit in the second line: %s", (text, addressLineTwo) =>
    expect(readAddress(text)).toEqual({ ...harbor, addressLineTwo }),
  );

  it.each<[string, object]>([
    ["2210 Har", { addressLineOne: "2210 Har" }],
    ["2210 Harbor Way", { addressLineOne: "2210 Harbor Way" }],
    ["2210 Harbor Way, Oakland", { addressLineOne: "2210 Harbor Way", city: "Oakland" }],
    ["2210 Harbor Way, Oakland, CA", { addressLineOne: "2210 Harbor Way", city: "Oakland", state: "CA" }],
    ["2210 Harbor Way, 94607", { addressLineOne: "2210 Harbor Way", zipcode: "94607" }],
    ["12 Park Ct", { addressLineOne: "12 Park Ct" }],
    ["12345", { addressLineOne: "12345" }],
    ["12345 Main St", { addressLineOne: "12345 Main St" }],
    ["PO Box 7, Salem, OR 97301", { addressLineOne: "PO Box 7", city: "Salem", state: "OR", zipcode: "97301" }],
    ["", {}],
  ])("is read as far as it goes: %s", (text, parts) => {
    const nothing = { addressLineOne: "", addressLineTwo: "", city: "", state: "", zipcode: "" };
    expect(readAddress(text)).toEqual({ ...nothing, country: "United States", ...parts });
  });

  it("in Puerto Rico has its country and the state PR", () => {
    const fortaleza = { addressLineOne: "250 Calle de la Fortaleza", city: "San Juan", state: "PR", zipcode: "00901" };
    for (const text of [
      "250 Calle de la Fortaleza, San Juan, PR 00901",
      "250 Calle de la Fortaleza, San Juan 00901, Puerto Rico",
    ])
      expect(readAddress(text)).toEqual({ ...fortaleza, addressLineTwo: "", country: "Puerto Rico" });
  });

  it("with commas is read back part by part, whatever the street and the city", () => {
    const words = fc
      .array(fc.stringMatching(/^[A-Z][a-z]{2,9}$/), { minLength: 1, maxLength: 3 })
      .map((all) => all.join(" "));
    const parts = fc.record({
      number: fc.integer({ min: 1, max: 99_999 }),
      street: words,
      city: words,
      state: fc.constantFrom(...usStates),
      zipcode: fc.stringMatching(/^\d{5}$/),
    });
    fc.assert(
      fc.property(parts, ({ number, street, city, state, zipcode }) => {
        const read = readAddress(`${number} ${street}, ${city}, ${state} ${zipcode}`);
        expect(read).toMatchObject({ addressLineOne: `${number} ${street}`, city, state, zipcode });
        expect(isWholeAddress(read)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
