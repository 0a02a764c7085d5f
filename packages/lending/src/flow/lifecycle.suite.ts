import { describe, expect, it } from "vitest";

type Lifecycle = {
  name: string;
  states: readonly string[];
  events: readonly string[];
  beginnings: readonly string[];
  starts(event: string): readonly string[];
  targets(from: string, event: string): readonly string[];
  begin(event: string, chosen?: string): string;
  next(from: string, event: string, chosen?: string): string;
  allows(from: string, event: string): boolean;
  allowedFrom(event: string): readonly string[];
  isOver(state: string): boolean;
};

type TableRow = { from: string; event: string; to: readonly string[] };

/** Reads lines of the form `from, from | event, event | to or to`. A dash in the first column means that the object does not exist yet. */
function rowsOf(table: string): TableRow[] {
  const lines = table.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => {
    const [froms = "", events = "", tos = ""] = line.split("|").map((cell) => cell.trim());
    const to = tos.split(" or ");
    return froms.split(", ").flatMap((from) => events.split(", ").map((event) => ({ from, event, to })));
  });
}

/** Tests that a lifecycle equals the table, that every state is reachable, and that only the named end states are final. */
export function followsLifecycle(lifecycle: Lifecycle, expected: { table: string; ends: readonly string[] }): void {
  const rows = rowsOf(expected.table);
  const initial = rows.filter((row) => row.from === "–");
  const moves = rows.filter((row) => row.from !== "–");
  const { name, states, events, beginnings } = lifecycle;

  describe(`${name} lifecycle`, () => {
    it.each(initial)("starts in $to on $event", ({ event, to }) => {
      expect(lifecycle.starts(event)).toEqual(to);
      for (const state of to) expect(lifecycle.begin(event, state)).toBe(state);
      if (to.length === 1) expect(lifecycle.begin(event)).toBe(to[0]);
      else expect(() => lifecycle.begin(event)).toThrow(to.join(" or "));
    });

    it.each(moves)("moves from $from on $event to $to", ({ from, event, to }) => {
      expect(lifecycle.targets(from, event)).toEqual(to);
      expect(lifecycle.allows(from, event)).toBe(true);
      expect(lifecycle.allowedFrom(event)).toContain(from);
      for (const state of to) expect(lifecycle.next(from, event, state)).toBe(state);
      if (to.length === 1) expect(lifecycle.next(from, event)).toBe(to[0]);
      else expect(() => lifecycle.next(from, event)).toThrow(to.join(" or "));
    });

    it("has the events of the table and no others", () => {
      expect(new Set(beginnings)).toEqual(new Set(initial.map((row) => row.event)));
      expect(new Set(events)).toEqual(new Set(moves.map((row) => row.event)));
    });

    it("refuses every event and every target that the table does not name, in every state", () => {
      for (const from of states) {
        for (const event of events) {
          const open = moves.find((row) => row.from === from && row.event === event)?.to ?? [];
          expect(lifecycle.allows(from, event)).toBe(open.length > 0);
          expect(lifecycle.allowedFrom(event).includes(from)).toBe(open.length > 0);
          if (open.length === 0) expect(() => lifecycle.next(from, event)).toThrow(`${event} while ${from}`);
          for (const other of states.filter((state) => !open.includes(state)))
            expect(() => lifecycle.next(from, event, other)).toThrow(name);
        }
      }
    });

    const exits = (from: string) => events.flatMap((event) => lifecycle.targets(from, event));

    it("reaches every state from its initial states", () => {
      const reached = new Set(beginnings.flatMap((event) => lifecycle.starts(event)));
      for (const state of reached) for (const next of exits(state)) reached.add(next);
      expect([...reached].toSorted()).toEqual([...states].toSorted());
    });

    it("ends in the expected states only, and has no other dead end", () => {
      expect(states.filter((state) => lifecycle.isOver(state)).toSorted()).toEqual([...expected.ends].toSorted());
      const stuck = states.filter((state) => exits(state).every((next) => next === state));
      for (const state of stuck) expect(expected.ends).toContain(state);
    });

    it("can reach an end state from every state, if it has end states", () => {
      const closing = new Set(expected.ends);
      for (let found = -1; found !== closing.size; ) {
        found = closing.size;
        for (const state of states) if (exits(state).some((next) => closing.has(next))) closing.add(state);
      }
      expect([...closing].toSorted()).toEqual(expected.ends.length === 0 ? [] : [...states].toSorted());
    });
  });
}
