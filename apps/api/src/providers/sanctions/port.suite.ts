import { describe, expect, it } from "vitest";
import { ListUnavailable, type Sanctions } from "./port.ts";

/** What the suite needs of the world around the list. */
export type SanctionsWorld = {
  sanctions: Sanctions;
  /** The same, where no list lies. */
  without: Sanctions;
  /** Puts a list of these people in the place of the other. */
  publish(people: string[]): Promise<void>;
};

/** What everybody promises who holds names against a sanctions list for us. */
export function behavesLikeSanctions(world: () => SanctionsWorld): void {
  const screen = (name: string, kind: "PERSON" | "BUSINESS" = "PERSON") => world().sanctions.screen({ name, kind });

  describe("a name", () => {
    it("that nobody on the list bears is clear, and is told which list it was held against", async () => {
      const screened = await screen("Mary Smith");
      expect(screened).toMatchObject({ result: "CLEAR", list: { entryCount: 2_000 } });
      expect(screened.list.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(screened.list.publishedAt.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it("of somebody on the list is a possible match, with all that the list says of them", async () => {
      expect(await screen("Alexander Vorshenko")).toMatchObject({
        result: "POSSIBLE_MATCH",
        matches: [{ entryId: "50001", kind: "PERSON", programs: ["SANDBOX-A"] }],
      });
      const business = await screen("Meridian Gate Lines LLC", "BUSINESS");
      expect(business).toMatchObject({
        result: "POSSIBLE_MATCH",
        matches: [{ entryId: "50003", kind: "ORGANIZATION" }],
      });
      if (business.result === "CLEAR") throw new Error("clear");
      expect(business.score).toBe(business.matches[0]?.score);
      expect(business.score).toBeLessThanOrEqual(1);
    });
  });

  describe("a new list", () => {
    it("holds from the next name on, and says that it is another", async () => {
      const before = await screen("Petra Quillfeather");
      await world().publish(["QUILLFEATHER, Petra"]);
      const after = await screen("Petra Quillfeather");
      expect([before.result, after.result]).toEqual(["CLEAR", "POSSIBLE_MATCH"]);
      expect(after.list.sha256).not.toBe(before.list.sha256);
      expect(after.list.entryCount).toBe(1);
    });

    it("that is empty, or is not there, clears nobody", async () => {
      await world().publish([]);
      await expect(screen("Mary Smith")).rejects.toThrow(ListUnavailable);
      await expect(world().without.screen({ name: "Mary Smith", kind: "PERSON" })).rejects.toThrow(ListUnavailable);
    });
  });
}
