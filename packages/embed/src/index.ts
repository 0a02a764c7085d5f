import {
  clientSecretIn,
  errorIn,
  type FinancingError,
  type FocusPlace,
  focusIn,
  heightIn,
  newId,
  type Progress,
  progressIn,
  readMessage,
  type ShowRequest,
  secondsLeftIn,
  writeMessage,
} from "./messages.ts";

export type { FinancingError, Progress } from "./messages.ts";

export type FinancingOptions = {
  /** Identifies your platform. The secret key stays on your server. */
  publishableKey: string;
  portalUrl: string;
  /** Requests a new connect token from your server. Called whenever a session is needed, even hours after mounting. */
  fetchClientSecret: () => Promise<string>;
  appearance?: {
    /**
     * The name of one of your style configurations. If it is missing and you have several, the page is gray until the theme of the business
     * is loaded: the last one that its primary owner saw or that you set, else your default.
     */
    theme?: string;
    colorScheme?: "light" | "dark" | "auto";
  };
  /** The initial language. A person may choose another one, which is saved. */
  locale?: "auto" | "en" | "es";
  onError?: (error: FinancingError) => void;
};

/** Events inside the frame, as hints for your page. Base decisions about money on webhooks. */
export type FinancingEvents = {
  /** The portal has loaded and shows the business. */
  ready: Record<string, never>;
  /** The person has moved to another step. */
  "step.changed": Progress;
  /** The person has finished and closes the portal. */
  exit: { reason: "closed" };
  /** The session expires in `secondsLeft`; `fetchClientSecret` is called to renew it. If your server cannot, sign the person in again. */
  "session.expiring": { secondsLeft: number };
  error: FinancingError;
};
export type FinancingEvent<Type extends keyof FinancingEvents> = {
  v: 1;
  id: string;
  type: Type;
  at: string;
  data: FinancingEvents[Type];
};

export type MountOptions = {
  /** The accessible name of the frame. */
  title?: string;
  /** Limits the products that can be applied for, by product type. */
  productSubset?: string[];
  /** The component to open with, such as INVOICE_SESSION with the token of an embedded session. */
  show?: ShowOptions;
};

/** The component to show in an open frame, such as SUMMARY or PAY_NOW, with its session and invoice. */
export type ShowOptions = { component: string } & { [Key in Exclude<keyof ShowRequest, "component">]?: string };

export type Mounted = { show: (what: ShowOptions) => void; destroy: () => void };

export type Financing = {
  mount: (target: string | Element, options?: MountOptions) => Mounted;
  /** Returns a function that removes the listener. */
  on: <Type extends keyof FinancingEvents>(type: Type, listener: (event: FinancingEvent<Type>) => void) => () => void;
  destroy: () => void;
};

const helloTimeoutMs = 20_000;
const clearancePx = 16;

/**
 * Scrolls the page to what has taken the focus in the frame, if it is out of view: a frame cannot scroll the page around it. The page's
 * scroll-padding keeps it clear of a header that stays at the top.
 */
function bringIntoView(frame: HTMLIFrameElement, place: FocusPlace | null): void {
  if (!place) return;
  const top = frame.getBoundingClientRect().top + place.top;
  const headerPx = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top >= headerPx && top + place.height <= window.innerHeight) return;
  frame.style.scrollMarginTop = `${clearancePx - place.top}px`;
  frame.scrollIntoView({ block: "start" });
}

/** Prepares financing for a page. It does not touch the document before `mount`, so it can be called on a server. */
export function loadFinancing({
  publishableKey,
  portalUrl,
  fetchClientSecret,
  appearance = {},
  locale = "auto",
  onError,
}: FinancingOptions): Financing {
  if (!/^pk_(test|live)_/.test(publishableKey)) {
    throw new Error(
      "loadFinancing needs your publishable key, which begins with pk_. A secret key belongs on a server.",
    );
  }
  const portal = new URL(portalUrl);
  const listeners = new Set<{ type: string; onEvent: (event: never) => void }>();
  const mounted = new Set<Mounted>();

  function emit<Type extends keyof FinancingEvents>(type: Type, data: FinancingEvents[Type], id = newId()): void {
    const event: FinancingEvent<Type> = { v: 1, id, type, at: new Date().toISOString(), data };
    for (const listener of listeners) if (listener.type === type) listener.onEvent(event as never);
  }

  function fail(error: FinancingError, id?: string): void {
    onError?.(error);
    emit("error", error, id);
  }

  function addressOf({ productSubset = [] }: MountOptions): string {
    const address = new URL(portal);
    const { theme = "", colorScheme = "light" } = appearance;
    const asked = {
      key: publishableKey,
      customInitializationName: theme,
      colorScheme: colorScheme === "light" ? "" : colorScheme,
      locale: locale === "auto" ? "" : locale,
      productSubsetDuringOnboarding: productSubset.join(","),
    };
    for (const [name, value] of Object.entries(asked)) if (value) address.searchParams.set(name, value);
    return address.href;
  }

  function mount(target: string | Element, options: MountOptions = {}): Mounted {
    const place = typeof target === "string" ? document.querySelector(target) : target;
    if (!place) throw new Error(`There is no element ${String(target)} to mount into.`);

    const frame = document.createElement("iframe");
    frame.src = addressOf(options);
    frame.title = options.title ?? "Business financing";
    frame.allow = "camera; microphone; clipboard-write; publickey-credentials-get";
    // The portal learns the page's origin from the referrer, whatever the page's own referrer policy is.
    frame.referrerPolicy = "origin";
    Object.assign(frame.style, { display: "block", width: "100%", height: "480px", border: "0" });

    const send = (message: string) => frame.contentWindow?.postMessage(message, portal.origin);

    async function giveClientSecret(requestId: string): Promise<void> {
      try {
        const clientSecret = clientSecretIn({ clientSecret: await fetchClientSecret() });
        if (!clientSecret) throw new Error("fetchClientSecret did not answer with a connect token.");
        send(writeMessage("res", "client-secret", { clientSecret }, requestId));
      } catch (error) {
        send(writeMessage("res", "client-secret", {}, requestId));
        const message = error instanceof Error ? error.message : "fetchClientSecret failed.";
        fail({ type: "session_invalid", code: "CLIENT_SECRET_FAILED", message, requestId: null, retriable: true });
      }
    }

    const helloTimer = setTimeout(() => {
      const message = "The financing page did not answer. Is this page's origin listed in the platform's settings?";
      fail({ type: "network", code: "FRAME_SILENT", message, requestId: null, retriable: true });
    }, helloTimeoutMs);

    function receive({ source, origin, data }: MessageEvent<unknown>): void {
      if (source === null || source !== frame.contentWindow || origin !== portal.origin) return;
      const message = readMessage(data);
      if (!message) return;
      const { kind, name, body, id } = message;
      if (kind === "hello") {
        clearTimeout(helloTimer);
        // The portal keeps the request until it knows where the person is.
        if (options.show) send(writeMessage("req", "show", options.show));
      }
      // A newer portal may send messages that this version does not know. They are ignored.
      if (kind === "req" && name === "client-secret") void giveClientSecret(id);
      if (kind !== "evt") return;
      if (name === "ready") emit("ready", {}, id);
      if (name === "resize") frame.style.height = `${heightIn(body) ?? frame.clientHeight}px`;
      if (name === "focus") bringIntoView(frame, focusIn(body));
      if (name === "exit") emit("exit", { reason: "closed" }, id);
      if (name === "session.expiring") {
        const secondsLeft = secondsLeftIn(body);
        if (secondsLeft !== null) emit("session.expiring", { secondsLeft }, id);
      }
      if (name === "step.changed") {
        const progress = progressIn(body);
        if (progress) emit("step.changed", progress, id);
      }
      if (name === "error") {
        const error = errorIn(body);
        if (error) fail(error, id);
      }
    }

    // The portal listens before its page has loaded, so it cannot miss this message. It answers only to this page's origin.
    frame.addEventListener("load", () => send(writeMessage("hello", "host")));
    window.addEventListener("message", receive);
    place.append(frame);

    const handle: Mounted = {
      show: (what) => send(writeMessage("req", "show", what)),
      destroy() {
        clearTimeout(helloTimer);
        window.removeEventListener("message", receive);
        frame.remove();
        mounted.delete(handle);
      },
    };
    mounted.add(handle);
    return handle;
  }

  return {
    mount,
    on(type, onEvent) {
      const listener = { type, onEvent };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    destroy() {
      for (const handle of mounted) handle.destroy();
      listeners.clear();
    },
  };
}
