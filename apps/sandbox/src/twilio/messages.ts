import { randomBytes } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import type { Store } from "../world/store.ts";
import { scenarioOf } from "./scenarios.ts";

export const vendorName = "twilio";

export type Message = {
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

export type Messages = {
  accept(text: Pick<Message, "account" | "to" | "from" | "body" | "statusCallback">): Message;
  find(sid: string): Message | undefined;
  all(): Message[];
  happens: Vendor["happens"];
};

const collectionName = "twilio-texts";

/** Every accepted message, newest first. */
export const messagesIn = (store: Store): Message[] => store.collection<Message>(collectionName).all().reverse();

const secondsToLeave = 0.4;
const secondsToArrive = 0.8;

/** The messages that the vendor has accepted. Each phone number is a world. */
export function openMessages({ store, clocks, agenda, webhooks }: Ground): Messages {
  const collection = store.collection<Message>(collectionName);
  const change = (sid: string, changes: Partial<Message>) => {
    const text = collection.get(sid);
    if (!text) return;
    const changed = { ...text, ...changes, updatedAt: new Date().toISOString() };
    collection.put(sid, changed);
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
    accept: (text) => {
      const now = new Date().toISOString();
      const taken: Message = {
        ...text,
        sid: `SM${randomBytes(16).toString("hex")}`,
        status: "queued",
        errorCode: null,
        errorMessage: null,
        createdAt: now,
        updatedAt: now,
      };
      collection.put(taken.sid, taken);
      const plan = (what: string, seconds: number) => {
        const at = new Date(clocks.now(text.to).getTime() + seconds * 1_000);
        agenda.plan({ vendor: vendorName, world: text.to, at, what, subject: taken.sid });
      };
      plan("leave", secondsToLeave);
      plan("arrive", secondsToArrive);
      return taken;
    },
    find: (sid) => collection.get(sid),
    all: () => messagesIn(store),
    happens: {
      leave: (sid) => change(sid, { status: "sent" }),
      arrive: (sid) => {
        const scenario = scenarioOf(collection.get(sid)?.to ?? "");
        if (!scenario) return change(sid, { status: "delivered" });
        change(sid, { status: "undelivered", errorCode: scenario.code, errorMessage: scenario.message });
      },
    },
  };
}
