import { createBankLinkToken } from "@inlay/contracts/calls/banking.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { makeRoom } from "../page/make-room.ts";
import { usePortalSession } from "../session/portal-session.tsx";

/** The part of the vendor's script that we use. */
type Dialog = { open(): void; destroy(): void };
type DialogOptions = {
  token: string;
  onSuccess(publicToken: string): void;
  onExit(error: { error_code?: string } | null): void;
};
declare global {
  interface Window {
    Plaid?: { create(options: DialogOptions): Dialog };
  }
}

/** How linking ended: linked, failed at the bank, closed without a result, or the window could not be shown. */
export type LinkEnd = { end: "LINKED"; publicToken: string } | { end: "FAILED" | "CLOSED" | "BLOCKED" };

/** Opens the bank link window over the page. `isOpening` is true until the window is open. */
export function useBankLink(onEnd: (end: LinkEnd, itemId: string | null) => void) {
  const { ask } = usePortalSession();
  const [isOpening, setOpening] = useState(false);
  const dialog = useRef<Dialog | null>(null);
  const giveBackRoom = useRef(() => {});
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  useEffect(
    () => () => {
      dialog.current?.destroy();
      giveBackRoom.current();
    },
    [],
  );

  const open = useCallback(
    async (itemId: string | null) => {
      setOpening(true);
      try {
        const { link_token: token, scriptUrl } = await ask(createBankLinkToken, { body: itemId ? { itemId } : {} });
        const vendor = await loaded(scriptUrl);
        if (!vendor) return latestOnEnd.current({ end: "BLOCKED" }, itemId);
        dialog.current?.destroy();
        const end = (how: LinkEnd) => {
          dialog.current?.destroy();
          dialog.current = null;
          giveBackRoom.current();
          latestOnEnd.current(how, itemId);
        };
        dialog.current = vendor.create({
          token,
          onSuccess: (publicToken) => end({ end: "LINKED", publicToken }),
          onExit: (error) => end({ end: error ? "FAILED" : "CLOSED" }),
        });
        giveBackRoom.current = makeRoom();
        dialog.current.open();
      } finally {
        setOpening(false);
      }
    },
    [ask],
  );
  return { open, isOpening };
}

const scripts = new Map<string, Promise<Window["Plaid"] | null>>();

/** Loads the vendor's script. Null if it is blocked or fails to load; the next attempt loads it again. */
function loaded(address: string): Promise<Window["Plaid"] | null> {
  const known = scripts.get(address);
  if (known) return known;
  const promise = new Promise<Window["Plaid"] | null>((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(window.Plaid ?? null);
    script.onerror = () => {
      script.remove();
      scripts.delete(address);
      resolve(null);
    };
    document.head.append(script);
  });
  scripts.set(address, promise);
  return promise;
}
