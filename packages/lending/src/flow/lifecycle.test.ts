import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../money/runs.fixture.ts";
import { lifecycle } from "./lifecycle.ts";

const door = lifecycle("door", {
  begins: { HUNG: "SHUT", HUNG_WIDE: ["OPEN", "SHUT"] },
  moves: {
    SHUT: { PUSHED: ["OPEN", "SHUT"], BURNT: "GONE" },
    OPEN: { PULLED: "SHUT" },
    GONE: {},
  },
  ends: ["GONE"],
});

describe("lifecycle", () => {
  it("starts and moves as its table says", () => {
    expect(door.begin("HUNG")).toBe("SHUT");
    expect(door.next("OPEN", "PULLED")).toBe("SHUT");
    expect(door.isOver("GONE")).toBe(true);
    expect(door.isOver("OPEN")).toBe(false);
  });

  it("accepts only a target that the table allows when it allows several", () => {
    expect(door.begin("HUNG_WIDE", "OPEN")).toBe("OPEN");
    expect(door.next("SHUT", "PUSHED", "OPEN")).toBe("OPEN");
    expect(() => door.next("SHUT", "PUSHED")).toThrow("door: PUSHED while SHUT leads to OPEN or SHUT");
    expect(() => door.next("SHUT", "PUSHED", "GONE")).toThrow(
      "door: PUSHED while SHUT leads to OPEN or SHUT, not to GONE",
    );
    expect(() => door.next("OPEN", "PULLED", "OPEN")).toThrow("leads to SHUT, not to OPEN");
  });

  it("refuses an event that its table does not name, and lists the states that allow it", () => {
    expect(() => door.next("GONE", "PULLED")).toThrow("door: PULLED while GONE leads to nothing");
    expect(door.allows("GONE", "PULLED")).toBe(false);
    expect(door.allowedFrom("PULLED")).toEqual(["OPEN"]);
  });

  it("never leaves its table, for any sequence of events", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...door.events)), fc.nat(), (events, pick) => {
        let state = door.begin("HUNG");
        for (const event of events) {
          const open = door.targets(state, event);
          const chosen = open[pick % Math.max(1, open.length)];
          if (chosen === undefined) expect(() => door.next(state, event)).toThrow();
          else state = door.next(state, event, chosen);
          expect(door.states).toContain(state);
        }
      }),
      runs,
    );
  });

  it("does not compile with a target, an initial state or an end state that has no row", () => {
    // @ts-expect-error: nowhere has no row.
    lifecycle("typo", { begins: { A: "S" }, moves: { S: { B: "nowhere" } }, ends: [] });
    // @ts-expect-error: nowhere has no row.
    lifecycle("typo", { begins: { A: "nowhere" }, moves: { S: { B: "S" } }, ends: [] });
    // @ts-expect-error: nowhere has no row.
    lifecycle("typo", { begins: { A: "S" }, moves: { S: { B: "S" } }, ends: ["nowhere"] });
    // @ts-expect-error: there is no such event.
    expect(() => door.next("OPEN", "PAINTED")).toThrow();
  });
});
