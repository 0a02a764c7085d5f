import { describe, expect, it } from "vitest";
import { ListUnavailable, type Sanctions } from "./port.ts";

/** The adapter under test and the controls of its list. */
export type SanctionsWorld = {
  sanctions: Sanctions;
  /** The adapter without a list. */
  without: Sanctions;
  /** Replaces the list with one of these people. */
  publish(people: string[]): Promise<void>;
};

/** The contract of every sanctions adapter. */
export function behavesLikeSanctions(world: () => SanctionsWorld): void {
  const screen = (name: string, kind: "PERSON" | "BUSINESS" = "PERSON") => world().sanctions.screen({ name, kind });

  describe("screened name", () => {
    it("that is not listed is clear, and the result names the list version", async () => {
      const screened = await screen("Mary Smith");
      expect(screened).toMatchObject({ result: "CLEAR", list: { entryCount: 2_000 } });
      expect(screened.list.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(screened.list.publishedAt.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it("that is listed is a possible match, with all details of the list", async () => {
      expect(await screen("Alexander Vorshenko")).toMatchObject({
        result: "POSSIBLE_MATCH",
        matches: [{ entryId: "50001", kind: "PERSON", programs: ["SANDBOX-A"] }],
      });
      const business = await screen("Meridian Gate Lines LLC", "BUSINESS");
      expect(business).toMatchObject({
        result: "POSSIBLE_MATCH",
        matches: [{ entryId: "50003", kind: "ORGANIZATION" }],
      });
      if (business.result === "CLEAR") throw new Error("the screening is clear");
      expect(business.score).toBe(business.matches[0]?.score);
      expect(business.score).toBeLessThanOrEqual(1);
    });
  });

  describe("new sanctions list", () => {
    it("is used from the next name on, and has another version", async () => {
      const before = await screen("Petra Quillfeather");
      await world().publish(["QUILLFEATHER, Petra"]);
      const after = await screen("Petra Quillfeather");
      expect([before.result, after.result]).toEqual(["CLEAR", "POSSIBLE_MATCH"]);
      expect(after.list.sha256).not.toBe(before.list.sha256);
      expect(after.list.entryCount).toBe(1);
    });

    it("that is empty or missing clears nobody", async () => {
      await world().publish([]);
      await expect(screen("Mary Smith")).rejects.toThrow(ListUnavailable);
      await expect(world().without.screen({ name: "Mary Smith", kind: "PERSON" })).rejects.toThrow(ListUnavailable);
    });
  });
}
