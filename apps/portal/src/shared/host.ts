import {
  clientSecretIn,
  type MessageBody,
  newId,
  type PortalEvents,
  readMessage,
  type ShowWish,
  showWishIn,
  writeMessage,
} from "@inlay/embed/messages.ts";

/** The page around the portal. */
export type Host = {
  /** A fresh connect token from the platform's server. */
  fetchClientSecret: () => Promise<string>;
  emit: <Name extends keyof PortalEvents>(name: Name, body: PortalEvents[Name]) => void;
  /** Hears what the page around us asks to be shown. Answers with the way to stop listening. */
  onShow: (onEvent: (wish: ShowWish) => void) => () => void;
};

/** The page around us did not do its part. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly reason: "SILENT" | "NO_SECRET";

  constructor(reason: "SILENT" | "NO_SECRET") {
    super(reason === "SILENT" ? "the page around us did not answer" : "the page around us gave no client secret");
    this.reason = reason;
  }
}

const helloMs = 10_000;
const answerMs = 30_000;

/**
 * Null where no page is around us. Which pages may frame us is decided by the frame-ancestors header; here one origin is
 * settled when the page says hello, and from then on only that one is heard and answered.
 */
export function connectToHost(): Host | null {
  const { parent } = window;
  if (parent === window) return null;

  const framedBy = document.referrer ? new URL(document.referrer).origin : null;
  const waiting = new Map<string, (body: MessageBody) => void>();
  const hello = Promise.withResolvers<string>();
  const showListeners = new Set<(wish: ShowWish) => void>();
  let settled: string | null = null;

  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || (settled ?? framedBy ?? origin) !== origin || origin === "null") return;
    const message = readMessage(data);
    if (message?.kind === "hello" && !settled) {
      settled = origin;
      parent.postMessage(writeMessage("hello", "portal"), origin);
      hello.resolve(origin);
    }
    if (message?.kind === "res" && settled) {
      waiting.get(message.id)?.(message.body);
      waiting.delete(message.id);
    }
    if (message?.kind === "req" && message.name === "show" && settled) {
      const wish = showWishIn(message.body);
      if (wish) for (const onEvent of showListeners) onEvent(wish);
    }
  });

  return {
    async fetchClientSecret() {
      const origin = await within(helloMs, hello.promise);
      const id = newId();
      const answer = Promise.withResolvers<MessageBody>();
      waiting.set(id, answer.resolve);
      parent.postMessage(writeMessage("req", "client-secret", {}, id), origin);
      const clientSecret = clientSecretIn(await within(answerMs, answer.promise));
      if (!clientSecret) throw new HostError("NO_SECRET");
      return clientSecret;
    },
    emit(name, body) {
      void hello.promise.then((origin) => parent.postMessage(writeMessage("evt", name, body), origin));
    },
    onShow(onEvent) {
      showListeners.add(onEvent);
      return () => void showListeners.delete(onEvent);
    },
  };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HostError("SILENT")), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
