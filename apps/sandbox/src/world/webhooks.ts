import { randomUUID } from "node:crypto";
import { chance, type Faults } from "./faults.ts";
import type { Store } from "./store.ts";

/** How a vendor signs what it sends, and what a liar would send in its name. */
export type WebhookManner = {
  /** Asked anew for each attempt, so that a signature may carry its time. Some vendors sign the address, too. */
  sign(body: string, url: string): Record<string, string> | Promise<Record<string, string>>;
  /** The address as it is posted to, for a vendor that puts its signature there. */
  address?(url: string, body: string): string;
  forge(body: string): string;
};

export type Webhook = { vendor: string; world: string; url: string; body: string };

type Delivery = Webhook & {
  id: string;
  notBefore: number;
  attempts: number;
  /** Tried no longer after this. */
  until: number;
  /** It waits for those before it in its world. */
  isInTurn: boolean;
  isForged: boolean;
};

export type Webhooks = {
  send(webhook: Webhook): void;
  /** How many wait to be taken by the other side. */
  undelivered(world?: string): number;
  /** Takes up what a former process left. */
  start(): void;
  stop(): void;
};

const timeoutMs = 5_000;
const triesForMs = 24 * 3_600_000;
const pauseMs = (attempts: number) => Math.min(60_000, 200 * 2 ** attempts);

/** Sends at least once: until the other side says 2xx, for a day, over restarts. In order within a world, as long as all goes well. */
export function openWebhooks(store: Store, faults: Faults, mannerOf: (vendor: string) => WebhookManner): Webhooks {
  const shelf = store.shelf<Delivery>("webhooks");
  const lanes = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const attempt = async ({ id }: Delivery) => {
    await store.saved();
    const delivery = shelf.get(id);
    if (!delivery || isStopped) return;
    const isTaken = await post(delivery);
    if (isTaken || delivery.isForged || Date.now() > delivery.until) return shelf.drop(id);
    const attempts = delivery.attempts + 1;
    const later = { ...delivery, attempts, notBefore: Date.now() + pauseMs(attempts), isInTurn: false };
    shelf.put(id, later);
    queue(later);
  };
  const post = async ({ vendor, url, body, isForged }: Delivery): Promise<boolean> => {
    const manner = mannerOf(vendor);
    try {
      const headers = { "content-type": "application/json", ...(await manner.sign(body, url)) };
      const response = await fetch(manner.address?.(url, body) ?? url, {
        method: "POST",
        headers,
        body: isForged ? manner.forge(body) : body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };
  const queue = (delivery: Delivery) => {
    const go = () => {
      if (!delivery.isInTurn) return void attempt(delivery);
      const lane = `${delivery.vendor} ${delivery.world}`;
      const turn = (lanes.get(lane) ?? Promise.resolve()).then(() => attempt(delivery));
      lanes.set(lane, turn);
      void turn.finally(() => lanes.get(lane) === turn && lanes.delete(lane));
    };
    const waitMs = delivery.notBefore - Date.now();
    if (waitMs <= 0) return go();
    const timer = setTimeout(() => {
      timers.delete(timer);
      go();
    }, waitMs);
    timers.add(timer);
  };
  const add = (webhook: Webhook, change: Partial<Delivery>) => {
    const fresh = { id: randomUUID(), notBefore: 0, attempts: 0, until: Date.now() + triesForMs };
    const delivery = { ...webhook, ...fresh, isInTurn: true, isForged: false, ...change };
    shelf.put(delivery.id, delivery);
    queue(delivery);
  };

  return {
    send: (webhook) => {
      const strikes = (kind: Parameters<Faults["strikes"]>[1]) =>
        faults.strikes(webhook.vendor, kind, webhook.body, webhook.world);
      const delayed = strikes("webhooks-delayed");
      const shuffled = strikes("webhooks-shuffled");
      const waitMs =
        (delayed ? (delayed.ms ?? 1_000) : 0) + (shuffled ? (shuffled.ms ?? 500) * chance(webhook.body) : 0);
      const change = waitMs > 0 ? { notBefore: Date.now() + waitMs, isInTurn: false } : {};
      add(webhook, change);
      if (strikes("webhooks-duplicated")) add(webhook, change);
      if (strikes("webhooks-forged")) add(webhook, { isForged: true });
    },
    undelivered: (world) => shelf.all().filter((one) => world === undefined || one.world === world).length,
    start: () => {
      for (const delivery of shelf.all()) queue(delivery);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
