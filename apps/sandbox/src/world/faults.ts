import { createHash } from "node:crypto";
import type { Clocks } from "./clocks.ts";
import type { Store } from "./store.ts";

/** What can go wrong with a vendor. */
export const faultKinds = {
  latency: "The answer comes `ms` later.",
  "429": "Too many requests; nothing was done.",
  "500": "An error; nothing was done.",
  hang: "Never answers; nothing was done.",
  reset: "The connection breaks; nothing was done.",
  "accepted-then-timeout": "Does what was asked and never answers.",
  "accepted-then-reset": "Does what was asked; the connection breaks before the answer.",
  outage: "Answers 503 for `hours` of each world's time.",
  "keys-forgotten": "The idempotency key is not remembered.",
  "webhooks-duplicated": "A webhook comes twice.",
  "webhooks-shuffled": "A webhook is overtaken by later ones, within `ms`.",
  "webhooks-delayed": "A webhook comes `ms` later.",
  "webhooks-forged": "Beside the webhook comes a false one, signed wrongly, that tells a lie.",
} as const;
export type FaultKind = keyof typeof faultKinds;

export type Fault = {
  kind: FaultKind;
  /** How many in one are struck: 1 is always. */
  probability: number;
  ms?: number;
  hours?: number;
  /** Only requests whose method and path contain this, such as `POST /api/payment_orders`. */
  only?: string;
  /** Only in this world. */
  world?: string;
};
export type FaultPlan = { seed: number; faults: Fault[] };

/** Since when the plan holds, in each world's time. */
type KeptPlan = FaultPlan & { since: string; worlds: Record<string, string> };

export type Faults = {
  set(vendor: string, plan: FaultPlan): void;
  plans(): Record<string, FaultPlan & { landed: Partial<Record<FaultKind, number>> }>;
  /** The fault of this kind that strikes, or null. `subject` names what it would strike. */
  strikes(vendor: string, kind: FaultKind, subject: string, world: string | null): Fault | null;
};

export function openFaults(store: Store, clocks: Clocks): Faults {
  const plans = store.shelf<KeptPlan & { vendor: string }>("faults");
  const landed = new Map<string, number>();
  const asked = new Map<string, number>();
  const isOver = (plan: KeptPlan, fault: Fault, world: string | null) => {
    const began = new Date((world && plan.worlds[world]) || plan.since).getTime();
    const now = world ? clocks.now(world).getTime() : Date.now();
    return fault.kind === "outage" && now >= began + (fault.hours ?? Number.POSITIVE_INFINITY) * 3_600_000;
  };
  return {
    set: (vendor, plan) => {
      plans.put(vendor, { ...plan, vendor, since: new Date().toISOString(), worlds: clocks.told() });
      asked.clear();
      for (const key of landed.keys()) if (key.startsWith(`${vendor} `)) landed.delete(key);
    },
    plans: () =>
      Object.fromEntries(
        plans.all().map(({ vendor, seed, faults }) => {
          const counts = faults.map(({ kind }) => [kind, landed.get(`${vendor} ${kind}`) ?? 0] as const);
          return [vendor, { seed, faults, landed: Object.fromEntries(counts) }];
        }),
      ),
    strikes: (vendor, kind, subject, world) => {
      const plan = plans.get(vendor);
      if (!plan) return null;
      for (const [n, fault] of plan.faults.entries()) {
        if (fault.kind !== kind || (fault.world && fault.world !== world)) continue;
        if ((fault.only && !subject.includes(fault.only)) || isOver(plan, fault, world)) continue;
        const draw = `${plan.seed} ${vendor} ${n} ${kind} ${subject}`;
        const time = asked.get(draw) ?? 0;
        asked.set(draw, time + 1);
        if (chance(`${draw} ${time}`) >= fault.probability) continue;
        landed.set(`${vendor} ${kind}`, (landed.get(`${vendor} ${kind}`) ?? 0) + 1);
        return fault;
      }
      return null;
    },
  };
}

/** A number from 0 to 1 that follows from the text alone: who asks first among many does not change what happens to each. */
export const chance = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
