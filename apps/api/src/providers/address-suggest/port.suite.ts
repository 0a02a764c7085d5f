import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type AddressSuggest, SuggestionsUnavailable } from "./port.ts";

/** The contract of every address suggestion adapter, tested with the sandbox's streets. */
export function behavesLikeAddressSuggest(
  suggest: () => AddressSuggest,
  /** With a short timeout. */
  impatient: () => AddressSuggest,
  unreachable: () => AddressSuggest,
): void {
  const session = randomUUID();

  it("completes typed input in any case, with at most five suggestions", async () => {
    const found = await suggest().suggest("12 mai", session);
    expect(found.map((one) => one.text)).toContain("12 Main St, Salem, OR, USA");
    expect((await suggest().suggest("1", session)).length).toBeLessThanOrEqual(5);
  });

  it("finds nothing for nonsense", async () => {
    expect(await suggest().suggest("zzzzqqq", session)).toEqual([]);
  });

  it("resolves a suggestion into the parts of an address", async () => {
    const [first] = await suggest().suggest("12 Main", session);
    expect(await suggest().resolve(first?.id ?? "", session)).toEqual({
      addressLineOne: "12 Main Street",
      city: "Salem",
      state: "OR",
      zipcode: "97301",
      country: "US",
    });
  });

  it("returns Puerto Rico as a state as well as a country", async () => {
    const [first] = await suggest().suggest("250 Calle", session);
    expect(await suggest().resolve(first?.id ?? "", session)).toMatchObject({
      state: "PR",
      country: "PR",
      zipcode: "00901",
    });
  });

  it("returns null for an unknown place, or one without a street number", async () => {
    expect(await suggest().resolve("no-such-place", session)).toBeNull();
    const [crossing] = await suggest().suggest("Crossing", session);
    expect(await suggest().resolve(crossing?.id ?? "", session)).toBeNull();
  });

  it("throws SuggestionsUnavailable, and nothing else, when the source is down, slow or unreachable", async () => {
    await expect(suggest().suggest("outage", session)).rejects.toThrow(SuggestionsUnavailable);
    await expect(impatient().suggest("slowly", session)).rejects.toThrow(SuggestionsUnavailable);
    await expect(unreachable().suggest("12 Main", session)).rejects.toThrow(SuggestionsUnavailable);
  });
}
