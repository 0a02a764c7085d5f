import { randomUUID } from "node:crypto";
import type { Clocks } from "./clocks.ts";
import type { Store } from "./store.ts";

/** An event of a vendor that happens at a time of a world's clock. */
export type Plan = { vendor: string; world: string; at: Date; what: string; subject: string };

type StoredPlan = {
  id: string;
  vendor: string;
  world: string;
  at: string;
  what: string;
  subject: string;
  order: number;
};

export type Agenda = {
  plan(plan: Plan): void;
  /** Cancels every plan for a subject. */
  cancel(vendor: string, subject: string): void;
  /** Runs the due plans of a world, oldest first, and returns their number. */
  catchUp(world: string): number;
  nextAt(world: string): Date | null;
  worlds(): string[];
};

export function openAgenda(store: Store, clocks: Clocks, happen: (plan: Plan) => void): Agenda {
  const collection = store.collection<StoredPlan>("agenda");
  const byWorld = new Map<string, StoredPlan[]>();
  let order = 0;
  const insert = (plan: StoredPlan) => {
    const plans = byWorld.get(plan.world) ?? [];
    const after = plans.findLastIndex((one) => one.at < plan.at || (one.at === plan.at && one.order < plan.order));
    plans.splice(after + 1, 0, plan);
    byWorld.set(plan.world, plans);
  };
  const remove = (plan: StoredPlan) => {
    const left = (byWorld.get(plan.world) ?? []).filter((one) => one !== plan);
    if (left.length > 0) byWorld.set(plan.world, left);
    else byWorld.delete(plan.world);
    collection.drop(plan.id);
  };
  for (const plan of collection.all()) {
    insert(plan);
    order = Math.max(order, plan.order + 1);
  }
  return {
    plan: (plan) => {
      const stored = { ...plan, id: randomUUID(), at: plan.at.toISOString(), order: order++ };
      collection.put(stored.id, stored);
      insert(stored);
    },
    cancel: (vendor, subject) => {
      for (const plan of collection.all()) if (plan.vendor === vendor && plan.subject === subject) remove(plan);
    },
    catchUp: (world) => {
      const now = clocks.now(world).toISOString();
      for (let done = 0; ; done++) {
        const next = byWorld.get(world)?.[0];
        if (!next || next.at > now) return done;
        // Removal and event are stored in one transaction, so a kill cannot repeat the event.
        remove(next);
        happen({ ...next, at: new Date(next.at) });
      }
    },
    nextAt: (world) => {
      const next = byWorld.get(world)?.[0];
      return next ? new Date(next.at) : null;
    },
    worlds: () => [...byWorld.keys()],
  };
}
