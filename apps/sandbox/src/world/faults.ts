import { createHash } from "node:crypto";
import type { Clocks } from "./clocks.ts";
import type { Store } from "./store.ts";

/** The faults that a vendor can have. */
export const faultKinds = {
  latency: "The response is delayed by `ms`.",
  "429": "Too many requests; the request is not executed.",
  "500": "Answers 500; the request is not executed.",
  hang: "Never answers; the request is not executed.",
  reset: "The connection is reset; the request is not executed.",
  "accepted-then-timeout": "Executes the request and never answers.",
  "accepted-then-reset": "Executes the request; the connection is reset before the response.",
  outage: "Answers 503 for `hours` of each world's time.",
  "keys-forgotten": "The idempotency key is not remembered.",
  "webhooks-duplicated": "A webhook is sent twice.",
  "webhooks-shuffled": "A webhook is overtaken by later ones, within `ms`.",
  "webhooks-delayed": "A webhook is delayed by `ms`.",
  "webhooks-forged": "In addition to the webhook, a forged one with false data and a wrong signature is sent.",
} as const;
export type FaultKind = keyof typeof faultKinds;

export type Fault = {
  kind: FaultKind;
  /** The share of requests that are affected, from 0 to 1. */
  probability: number;
  ms?: number;
  hours?: number;
  /** Only requests whose method and path contain this, such as `POST /api/payment_orders`. */
  only?: string;
  /** Only in this world. */
  world?: string;
};
export type FaultPlan = { seed: number; faults: Fault[] };

/** When the plan was set, in real time and in each world's time. */
type StoredPlan = FaultPlan & { since: string; worlds: Record<string, string> };

export type Faults = {
  set(vendor: string, plan: FaultPlan): void;
  plans(): Record<string, FaultPlan & { landed: Partial<Record<FaultKind, number>> }>;
  /** The fault of this kind that applies, or null. `subject` identifies the request or webhook. */
  strikes(vendor: string, kind: FaultKind, subject: string, world: string | null): Fault | null;
};

export function openFaults(store: Store, clocks: Clocks): Faults {
  const plans = store.collection<StoredPlan & { vendor: string }>("faults");
  const landed = new Map<string, number>();
  const asked = new Map<string, number>();
  const isOver = (plan: StoredPlan, fault: Fault, world: string | null) => {
    const began = new Date((world && plan.worlds[world]) || plan.since).getTime();
    const now = world ? clocks.now(world).getTime() : Date.now();
    return fault.kind === "outage" && now >= began + (fault.hours ?? Number.POSITIVE_INFINITY) * 3_600_000;
  };
  return {
    set: (vendor, plan) => {
      plans.put(vendor, { ...plan, vendor, since: new Date().toISOString(), worlds: clocks.all() });
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

/** A number from 0 to 1 that depends only on the text, so that the order of requests does not change the result of each. */
export const chance = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
