import { randomUUID } from "node:crypto";
import { chance, type Faults } from "./faults.ts";
import type { Store } from "./store.ts";

/** How a vendor signs its webhooks, and how a forged one differs. */
export type WebhookSigning = {
  /** Called for each attempt, because a signature may contain the time. Some vendors sign the URL too. */
  sign(body: string, url: string): Record<string, string> | Promise<Record<string, string>>;
  /** The URL to post to, for a vendor that puts the signature there. */
  address?(url: string, body: string): string;
  forge(body: string): string;
};

export type Webhook = { vendor: string; world: string; url: string; body: string };

type Delivery = Webhook & {
  id: string;
  notBefore: number;
  attempts: number;
  /** No attempts after this time. */
  until: number;
  /** Waits for earlier deliveries of its world. */
  isOrdered: boolean;
  isForged: boolean;
};

export type Webhooks = {
  send(webhook: Webhook): void;
  /** The number of webhooks that the receiver has not accepted. */
  undelivered(world?: string): number;
  /** Continues the deliveries of an earlier process. */
  start(): void;
  stop(): void;
};

const timeoutMs = 5_000;
const triesForMs = 24 * 3_600_000;
const pauseMs = (attempts: number) => Math.min(60_000, 200 * 2 ** attempts);

/** At-least-once delivery: retries until a 2xx response, for a day, across restarts. In order within a world while there are no failures. */
export function openWebhooks(store: Store, faults: Faults, signingOf: (vendor: string) => WebhookSigning): Webhooks {
  const collection = store.collection<Delivery>("webhooks");
  const lanes = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const attempt = async ({ id }: Delivery) => {
    await store.saved();
    const delivery = collection.get(id);
    if (!delivery || isStopped) return;
    const isAccepted = await post(delivery);
    if (isAccepted || delivery.isForged || Date.now() > delivery.until) return collection.drop(id);
    const attempts = delivery.attempts + 1;
    const later = { ...delivery, attempts, notBefore: Date.now() + pauseMs(attempts), isOrdered: false };
    collection.put(id, later);
    queue(later);
  };
  const post = async ({ vendor, url, body, isForged }: Delivery): Promise<boolean> => {
    const signing = signingOf(vendor);
    try {
      const headers = { "content-type": "application/json", ...(await signing.sign(body, url)) };
      const response = await fetch(signing.address?.(url, body) ?? url, {
        method: "POST",
        headers,
        body: isForged ? signing.forge(body) : body,
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
      if (!delivery.isOrdered) return void attempt(delivery);
      const lane = `${delivery.vendor} ${delivery.world}`;
      const tail = (lanes.get(lane) ?? Promise.resolve()).then(() => attempt(delivery));
      lanes.set(lane, tail);
      void tail.finally(() => lanes.get(lane) === tail && lanes.delete(lane));
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
    const delivery = { ...webhook, ...fresh, isOrdered: true, isForged: false, ...change };
    collection.put(delivery.id, delivery);
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
      const change = waitMs > 0 ? { notBefore: Date.now() + waitMs, isOrdered: false } : {};
      add(webhook, change);
      if (strikes("webhooks-duplicated")) add(webhook, change);
      if (strikes("webhooks-forged")) add(webhook, { isForged: true });
    },
    undelivered: (world) => collection.all().filter((one) => world === undefined || one.world === world).length,
    start: () => {
      for (const delivery of collection.all()) queue(delivery);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
