import { randomBytes } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import type { Store } from "../world/store.ts";
import { storyOf } from "./stories.ts";

export const vendorName = "twilio";

export type Text = {
  sid: string;
  account: string;
  to: string;
  from: string;
  body: string;
  status: "queued" | "sent" | "delivered" | "undelivered";
  errorCode: number | null;
  errorMessage: string | null;
  statusCallback: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Texts = {
  take(text: Pick<Text, "account" | "to" | "from" | "body" | "statusCallback">): Text;
  find(sid: string): Text | undefined;
  all(): Text[];
  happens: Vendor["happens"];
};

const shelfName = "twilio-texts";

/** Every message that was taken, newest first. */
export const textsIn = (store: Store): Text[] => store.shelf<Text>(shelfName).all().reverse();

const secondsToLeave = 0.4;
const secondsToArrive = 0.8;

/** The messages that the vendor has taken. A phone lives in a world of its own, under its number. */
export function openTexts({ store, clocks, agenda, webhooks }: Ground): Texts {
  const shelf = store.shelf<Text>(shelfName);
  const change = (sid: string, changes: Partial<Text>) => {
    const text = shelf.get(sid);
    if (!text) return;
    const changed = { ...text, ...changes, updatedAt: new Date().toISOString() };
    shelf.put(sid, changed);
    if (!text.statusCallback) return;
    const { to, from, account, status, errorCode } = changed;
    const form = new URLSearchParams({
      SmsSid: sid,
      MessageSid: sid,
      SmsStatus: status,
      MessageStatus: status,
      To: to,
      From: from,

      AccountSid: account,
      ApiVersion: "2010-04-01",
      ...(errorCode && { ErrorCode: String(errorCode) }),
    });
    webhooks.send({ vendor: vendorName, world: to, url: text.statusCallback, body: form.toString() });
  };
  return {
    take: (text) => {
      const now = new Date().toISOString();
      const taken: Text = {
        ...text,

        sid: `SM${randomBytes(16).toString("hex")}`,
        status: "queued",
        errorCode: null,
        errorMessage: null,

        createdAt: now,
        updatedAt: now,
      };
      shelf.put(taken.sid, taken);
      const plan = (what: string, seconds: number) => {
        const at = new Date(clocks.now(text.to).getTime() + seconds * 1_000);
        agenda.plan({ vendor: vendorName, world: text.to, at, what, subject: taken.sid });
      };
      plan("leave", secondsToLeave);
      plan("arrive", secondsToArrive);
      return taken;
    },
    find: (sid) => shelf.get(sid),
    all: () => textsIn(store),
    happens: {
      leave: (sid) => change(sid, { status: "sent" }),
      arrive: (sid) => {
        const story = storyOf(shelf.get(sid)?.to ?? "");
        if (!story) return change(sid, { status: "delivered" });
        change(sid, { status: "undelivered", errorCode: story.code, errorMessage: story.message });
      },
    },
  };
}
