import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Agenda, openAgenda } from "./agenda.ts";
import { type Clocks, openClocks } from "./clocks.ts";
import { type Faults, openFaults } from "./faults.ts";
import { openStore, type Store } from "./store.ts";
import { openWebhooks, type WebhookSigning, type Webhooks } from "./webhooks.ts";

/** A value that selects a behavior, for people to try. */
export type Scenario = { value: string; happens: string };

/** A simulated vendor. Its folder has `routes.ts`, `scenarios.ts` and the types of what it stores. */
export type Vendor = {
  /** The name of its folder and the first part of its paths. */
  name: string;
  title: string;
  scenarios: readonly Scenario[];
  /** Paths are relative to the vendor: `/api/ping` is `/modern-treasury/api/ping` outside. */
  routes(app: FastifyInstance): void;
  /** The world of a request, or null if the request does not name one. */
  worldOf(request: FastifyRequest): string | null;
  /** The planned events. They run without an `await`, so that all of their changes are stored or none. */
  happens: Record<string, (subject: string, at: Date) => void>;
  webhooks: WebhookSigning;
};

/** What every vendor uses. */
export type Ground = { store: Store; clocks: Clocks; faults: Faults; agenda: Agenda; webhooks: Webhooks };

export type World = Ground & {
  vendors: readonly Vendor[];
  /** Continues the work of an earlier process and runs due plans. */
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
