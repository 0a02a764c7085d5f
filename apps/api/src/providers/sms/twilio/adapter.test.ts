import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeSms, type SmsWorld } from "../port.suite.ts";
import { twilioSms } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: SmsWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await testSandbox({ TWILIO_AUTH_TOKEN: "a token of the test" });
  const settings = {
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "a token of the test",
    TWILIO_FROM: "+15005550006",
    TWILIO_URL: `${sandbox.url}/twilio`,
    TWILIO_WEBHOOK_URL: `${receiver.url}/api/vendors/sms/webhooks`,
  };
  const timeoutMs = 1_500;
  world = {
    sms: twilioSms(settings, timeoutMs),
    unreachable: twilioSms({ ...settings, TWILIO_URL: `http://127.0.0.1:${await freePort()}` }, timeoutMs),
    anonymous: twilioSms({ ...settings, TWILIO_AUTH_TOKEN: "another" }, timeoutMs),
    arrived: async (to) => {
      const query = new URLSearchParams({ to });
      const { messages } = await sandbox.ask<{ messages: { body: string; status: string }[] }>(
        `/messages.json?${query}`,
      );
      return messages.filter(({ status }) => status === "delivered");
    },
    pass: (to) => sandbox.put("/clock", { world: to, now: new Date(Date.now() + 3_600_000).toISOString() }),
    setFaults: (kinds) => sandbox.put("/faults/twilio", { faults: kinds.map((kind) => ({ kind, only: "POST " })) }),
    webhooks: async (to) => {
      await sandbox.webhooksDelivered(to);
      return receiver.received.filter(({ body }) => new URLSearchParams(body).get("To") === to);
    },
  };
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

describe("SMS by Twilio", () => behavesLikeSms(() => world));
