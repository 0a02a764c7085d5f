import { clientSecretIn, type MessageBody, newId, readMessage, writeMessage } from "@inlay/embed/messages.ts";

/** The page around the portal. */
export type Host = {
  /** A fresh connect token from the platform's server. */
  fetchClientSecret: () => Promise<string>;
  tell: (name: "ready" | "resize" | "error", body: MessageBody) => void;
};

/** The page around us did not do its part. */
export class HostError extends Error {
  override readonly name = "HostError";
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
  });

  return {
    async fetchClientSecret() {
      const origin = await within(helloMs, hello.promise);
      const id = newId();
      const answer = Promise.withResolvers<MessageBody>();
      waiting.set(id, answer.resolve);
      parent.postMessage(writeMessage("req", "client-secret", {}, id), origin);
      const clientSecret = clientSecretIn(await within(answerMs, answer.promise));
      if (!clientSecret) throw new HostError("This page could not sign you in.");
      return clientSecret;
    },
    tell(name, body) {
      void hello.promise.then((origin) => parent.postMessage(writeMessage("evt", name, body), origin));
    },
  };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HostError("The page around this one did not answer.")), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
