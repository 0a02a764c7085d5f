import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Agenda, openAgenda } from "./agenda.ts";
import { type Clocks, openClocks } from "./clocks.ts";
import { type Faults, openFaults } from "./faults.ts";
import { openStore, type Store } from "./store.ts";
import { openWebhooks, type WebhookManner, type Webhooks } from "./webhooks.ts";

/** A value that makes something happen, for people to try. */
export type Scenario = { value: string; happens: string };

/** One service of the outside world. Its folder has `routes.ts`, `stories.ts` and the shapes of what it keeps. */
export type Vendor = {
  /** Its folder, and the first part of its addresses. */
  name: string;
  title: string;
  scenarios: readonly Scenario[];
  /** Addresses are relative to the vendor's own: `/api/ping` is `/modern-treasury/api/ping` outside. */
  routes(app: FastifyInstance): void;
  /** In whose world a request is made, where the request tells. */
  worldOf(request: FastifyRequest): string | null;
  /** What the vendor planned, come true. Runs without an `await`, so that all of it is kept or nothing. */
  happens: Record<string, (subject: string, at: Date) => void>;
  webhooks: WebhookManner;
};

/** What every vendor stands on. */
export type Ground = { store: Store; clocks: Clocks; faults: Faults; agenda: Agenda; webhooks: Webhooks };

export type World = Ground & {
  vendors: readonly Vendor[];
  /** Takes up what a former process left, and keeps real time. */
  start(): void;
  stop(): Promise<void>;
};

const tickMs = 200;

export async function openWorld(dir: string, build: (ground: Ground) => Vendor[]): Promise<World> {
  const vendors: Vendor[] = [];
  const vendorNamed = (name: string) => {
    const vendor = vendors.find((one) => one.name === name);
    if (!vendor) throw new Error(`no vendor ${name}`);
    return vendor;
  };
  const store = await openStore(dir);
  const clocks = openClocks(store);
  const faults = openFaults(store, clocks);
  const agenda = openAgenda(store, clocks, ({ vendor, what, subject, at }) =>
    vendorNamed(vendor).happens[what]?.(subject, at),
  );
  const webhooks = openWebhooks(store, faults, (vendor) => vendorNamed(vendor).webhooks);
  const ground = { store, clocks, faults, agenda, webhooks };
  vendors.push(...build(ground));
  let ticker: NodeJS.Timeout | undefined;
  return {
    ...ground,
    vendors,
    start: () => {
      webhooks.start();
      ticker = setInterval(() => {
        for (const world of agenda.worlds()) agenda.catchUp(world);
      }, tickMs);
    },
    stop: async () => {
      clearInterval(ticker);
      webhooks.stop();
      await store.close();
    },
  };
}
