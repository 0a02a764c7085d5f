import { createHmac } from "node:crypto";
import { z } from "zod/mini";
import type { CarriedSms, SmsFailure, SmsMessage } from "../port.ts";

const states = {
  accepted: "SENT",
  scheduled: "SENT",
  queued: "SENT",
  sending: "SENT",
  sent: "SENT",
  delivered: "DELIVERED",
  read: "DELIVERED",
  undelivered: "FAILED",
  failed: "FAILED",
  canceled: "FAILED",
} as const satisfies Record<string, CarriedSms["state"]>;
type Status = keyof typeof states;

/** The vendor's error codes, on sending and on delivery. */
const failures: Record<number, SmsFailure> = {
  21211: "NO_SUCH_NUMBER",
  21614: "LANDLINE",
  21610: "OPTED_OUT",
  21612: "UNREACHABLE",
  30003: "UNREACHABLE",
  30004: "BLOCKED",
  30005: "NO_SUCH_NUMBER",
  30006: "LANDLINE",
  30007: "BLOCKED",
};

export const failureFrom = (code: number | null | undefined): SmsFailure => failures[code ?? 0] ?? "OTHER";

const message = z.object({
  sid: z.string(),
  status: z.enum(Object.keys(states) as [Status, ...Status[]]),
  error_code: z.nullish(z.number()),
});

export function smsFrom(answer: unknown): CarriedSms {
  const { sid, status, error_code: code } = z.parse(message, answer);
  const state = states[status];
  return { carrierId: sid, state, failure: state === "FAILED" ? failureFrom(code) : null };
}

const listed = z.object({
  messages: z.array(z.looseObject({ to: z.string(), body: z.string(), date_created: z.string() })),
});

/** By how much the vendor's clock may be behind ours. */
const behindMs = 60_000;

/** The vendor lists the newest message first. */
export function foundIn(answer: unknown, { to, text }: SmsMessage, since: Date): CarriedSms | null {
  const isIt = (one: { to: string; body: string; date_created: string }) =>
    one.to === to && one.body === text && new Date(one.date_created).getTime() >= since.getTime() - behindMs;
  const found = z.parse(listed, answer).messages.find(isIt);
  return found ? smsFrom(found) : null;
}

const refusal = z.object({ code: z.number() });

/** The vendor's error code of a rejected request, or null. */
export function refusalIn(answer: unknown): number | null {
  const read = z.safeParse(refusal, answer);
  return read.success ? read.data.code : null;
}

/** The vendor signs the URL and every field, sorted by name. */
export function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted();
  const fields = names.flatMap((name) => form.getAll(name).map((value) => name + value));
  return createHmac("sha1", authToken)
    .update(url + fields.join(""))
    .digest("base64");
}
