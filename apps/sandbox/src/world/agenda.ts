import { randomUUID } from "node:crypto";
import type { Clocks } from "./clocks.ts";
import type { Store } from "./store.ts";

/** Something that a vendor will do when a world's time has come. */
export type Plan = { vendor: string; world: string; at: Date; what: string; subject: string };

type KeptPlan = { id: string; vendor: string; world: string; at: string; what: string; subject: string; order: number };

export type Agenda = {
  plan(plan: Plan): void;
  /** Everything planned for a thing is off. */
  cancel(vendor: string, subject: string): void;
  /** Does what is due in a world, oldest first, and says how much it was. */
  catchUp(world: string): number;
  nextAt(world: string): Date | null;
  worlds(): string[];
};

export function openAgenda(store: Store, clocks: Clocks, happen: (plan: Plan) => void): Agenda {
  const shelf = store.shelf<KeptPlan>("agenda");
  const byWorld = new Map<string, KeptPlan[]>();
  let order = 0;
  const remember = (plan: KeptPlan) => {
    const plans = byWorld.get(plan.world) ?? [];
    const after = plans.findLastIndex((one) => one.at < plan.at || (one.at === plan.at && one.order < plan.order));
    plans.splice(after + 1, 0, plan);
    byWorld.set(plan.world, plans);
  };
  const forget = (plan: KeptPlan) => {
    const left = (byWorld.get(plan.world) ?? []).filter((one) => one !== plan);
    if (left.length > 0) byWorld.set(plan.world, left);
    else byWorld.delete(plan.world);
    shelf.drop(plan.id);
  };
  for (const plan of shelf.all()) {
    remember(plan);
    order = Math.max(order, plan.order + 1);
  }
  return {
    plan: (plan) => {
      const kept = { ...plan, id: randomUUID(), at: plan.at.toISOString(), order: order++ };
      shelf.put(kept.id, kept);
      remember(kept);
    },
    cancel: (vendor, subject) => {
      for (const plan of shelf.all()) if (plan.vendor === vendor && plan.subject === subject) forget(plan);
    },
    catchUp: (world) => {
      const now = clocks.now(world).toISOString();
      for (let done = 0; ; done++) {
        const next = byWorld.get(world)?.[0];
        if (!next || next.at > now) return done;
        // Gone from the agenda and happened: one breath, so a kill cannot make it happen twice.
        forget(next);
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
