import type { Store } from "./store.ts";

/** A world is a business. It has its own clock once its time was set; until then it uses the real time. */
export type Clocks = {
  now(world: string): Date;
  /** Time only moves forward: an earlier instant changes nothing. */
  set(world: string, now: Date): void;
  /** The times that were set, by world. */
  all(): Record<string, string>;
};

export function openClocks(store: Store): Clocks {
  const collection = store.collection<{ world: string; now: string }>("clocks");
  return {
    now: (world) => new Date(collection.get(world)?.now ?? Date.now()),
    set: (world, now) => {
      const before = collection.get(world)?.now;
      if (!before || now > new Date(before)) collection.put(world, { world, now: now.toISOString() });
    },
    all: () => Object.fromEntries(collection.all().map(({ world, now }) => [world, now])),
  };
}
