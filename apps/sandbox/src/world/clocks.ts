import type { Store } from "./store.ts";

/** A world is a business. It has its own clock once its time was set; until then it uses the common time. */
export type Clocks = {
  now(world: string): Date;
  hasOwn(world: string): boolean;
  /** Time only moves forward: an earlier instant changes nothing. */
  set(world: string, now: Date): void;
  /** The time of the vendors themselves and of every world without its own clock: the real time until another was set. */
  common(): Date;
  setCommon(now: Date): void;
  /** The times that were set, by world. */
  all(): Record<string, string>;
};

export function openClocks(store: Store): Clocks {
  const collection = store.collection<{ world: string; now: string }>("clocks");
  const commonClock = store.collection<{ now: string }>("common clock");
  const key = "now";
  const common = () => new Date(commonClock.get(key)?.now ?? Date.now());
  return {
    now: (world) => {
      const own = collection.get(world);
      return own ? new Date(own.now) : common();
    },
    hasOwn: (world) => collection.get(world) !== undefined,
    set: (world, now) => {
      const before = collection.get(world)?.now;
      if (!before || now > new Date(before)) collection.put(world, { world, now: now.toISOString() });
    },
    common,
    setCommon: (now) => {
      const before = commonClock.get(key)?.now;
      if (!before || now > new Date(before)) commonClock.put(key, { now: now.toISOString() });
    },
    all: () => Object.fromEntries(collection.all().map(({ world, now }) => [world, now])),
  };
}
