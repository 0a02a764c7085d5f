import type { Store } from "./store.ts";

/** A world is a business, and has a time of its own once somebody says which; until then it is the real one. */
export type Clocks = {
  now(world: string): Date;
  /** Time only moves forward: an earlier instant changes nothing. */
  set(world: string, now: Date): void;
  /** The times that were told, by world. */
  told(): Record<string, string>;
};

export function openClocks(store: Store): Clocks {
  const shelf = store.shelf<{ world: string; now: string }>("clocks");
  return {
    now: (world) => new Date(shelf.get(world)?.now ?? Date.now()),
    set: (world, now) => {
      const before = shelf.get(world)?.now;
      if (!before || now > new Date(before)) shelf.put(world, { world, now: now.toISOString() });
    },
    told: () => Object.fromEntries(shelf.all().map(({ world, now }) => [world, now])),
  };
}
