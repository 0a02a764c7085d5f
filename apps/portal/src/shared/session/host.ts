import {
  clientSecretIn,
  type MessageBody,
  newId,
  type PortalEvents,
  readMessage,
  type ShowRequest,
  showRequestIn,
  writeMessage,
} from "@inlay/embed/messages.ts";

/** The host page: the platform's page that embeds the portal. */
export type Host = {
  /** A fresh connect token from the platform's server. */
  fetchClientSecret: () => Promise<string>;
  emit: <Name extends keyof PortalEvents>(name: Name, body: PortalEvents[Name]) => void;
  /**
   * Subscribes to the host page's requests to show a component. The last one that came while nobody listened is delivered first. Returns the
   * function that unsubscribes.
   */
  onShow: (onEvent: (request: ShowRequest) => void) => () => void;
};

/** The host page did not answer, or answered without a client secret. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly reason: "SILENT" | "NO_SECRET";

  constructor(reason: "SILENT" | "NO_SECRET") {
    super(reason === "SILENT" ? "The host page did not answer." : "The host page gave no client secret.");
    this.reason = reason;
  }
}

const helloMs = 10_000;
const answerMs = 30_000;

/**
 * Null if the portal is not in a frame. The frame-ancestors header decides which pages may embed the portal. The origin of the first
 * hello message is fixed, and messages of other origins are ignored from then on.
 */
export function connectToHost(): Host | null {
  const { parent } = window;
  if (parent === window) return null;

  const framedBy = document.referrer ? new URL(document.referrer).origin : null;
  const waiting = new Map<string, (body: MessageBody) => void>();
  const hello = Promise.withResolvers<string>();
  const showListeners = new Set<(request: ShowRequest) => void>();
  let unshown: ShowRequest | null = null;
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
      const request = showRequestIn(message.body);
      if (request && showListeners.size === 0) unshown = request;
      if (request) for (const onEvent of showListeners) onEvent(request);
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
      if (unshown) onEvent(unshown);
      unshown = null;
      return () => void showListeners.delete(onEvent);
    },
  };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HostError("SILENT")), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
