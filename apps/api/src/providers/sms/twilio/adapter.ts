import { timingSafeEqual } from "node:crypto";
import { type Answer, ask, NotReached } from "../../ask.ts";
import { WebhookRefused } from "../../webhook.ts";
import { CarrierUnavailable, type Sms, SmsNotAccepted, SmsOutcomeUnknown, SmsRefused } from "../port.ts";
import type { TwilioSettings } from "./config.ts";
import { failureFrom, foundIn, refusalIn, signatureOf, smsFrom } from "./translate.ts";

/** The message searched for is among the newest ones to its number. */
const newest = "50";

/** Uses the vendor's REST API directly: three calls are needed, and its library would add twenty megabytes and its own HTTP client. */
export function twilioSms(settings: TwilioSettings, timeoutMs = 8_000): Sms {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = settings;
  const base = `${settings.TWILIO_URL}/2010-04-01/Accounts/${account}/Messages`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;

  const get = async (url: string): Promise<unknown> => {
    const answer = await ask(url, timeoutMs, { headers: { authorization } }).catch((cause) => {
      throw new CarrierUnavailable("the carrier did not answer", { cause });
    });
    if (answer.status !== 200) throw new CarrierUnavailable(`the carrier answered ${answer.status}`);
    return answer.body;
  };

  return {
    send: async ({ to, text }) => {
      const form = { To: to, From: from, Body: text, StatusCallback: settings.TWILIO_WEBHOOK_URL };
      const answer = await ask(`${base}.json`, timeoutMs, {
        method: "POST",
        headers: { authorization },
        body: new URLSearchParams(form),
      }).catch((cause) => {
        if (cause instanceof NotReached) throw new SmsNotAccepted("the carrier was not reached", { cause });
        throw new SmsOutcomeUnknown("the carrier did not answer", { cause });
      });
      if (answer.status === 201) return smsFrom(answer.body);
      throw outcomeOf(answer);
    },
    find: async (text, since) => {
      const query = new URLSearchParams({ To: text.to, From: from, PageSize: newest });
      return foundIn(await get(`${base}.json?${query}`), text, since);
    },
    read: async (carrierId) => smsFrom(await get(`${base}/${encodeURIComponent(carrierId)}.json`)),
    readWebhook: ({ body, headers }) => {
      const form = new URLSearchParams(body);
      const given = Buffer.from(String(headers["x-twilio-signature"] ?? ""));
      const expected = Buffer.from(signatureOf(token, settings.TWILIO_WEBHOOK_URL, form));
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new WebhookRefused("the signature does not match");
      const carrierId = form.get("MessageSid");
      if (!carrierId) throw new WebhookRefused("the webhook names no message");
      return { carrierId };
    },
  };
}

/** The meaning of an error response. In doubt the message may have been accepted. */
function outcomeOf({ status, body }: Answer): SmsRefused | SmsNotAccepted | SmsOutcomeUnknown {
  const code = refusalIn(body);
  if (status === 400 && code !== null) return new SmsRefused(failureFrom(code));
  // Rejected before processing: unauthorized or rate-limited.
  if (status === 401 || status === 403 || status === 429)
    return new SmsNotAccepted(`the carrier rejected the request with ${status}`);
  return new SmsOutcomeUnknown(`the carrier answered ${status}`);
}
