import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeSms, type SmsWorld } from "../port.suite.ts";
import { twilioSms } from "./adapter.ts";
import { twilio } from "./config.ts";

let vendor: TestVendor<typeof twilio.variables>;
let world: SmsWorld;

beforeAll(async () => {
  vendor = await startVendor(twilio, { TWILIO_AUTH_TOKEN: "a token of the test" });
  const { sandbox, receiver, settings, unreachable, setClock, setFaults } = vendor;
  world = {
    sms: twilioSms(settings(), patienceMs),
    impatient: twilioSms(settings(), impatienceMs),
    unreachable: twilioSms(unreachable, patienceMs),
    anonymous: twilioSms(settings({ TWILIO_AUTH_TOKEN: "another" }), patienceMs),
    arrived: async (to) => {
      const query = new URLSearchParams({ to });
      const { messages } = await sandbox.ask<{ messages: { body: string; status: string }[] }>(
        `/messages.json?${query}`,
      );
      return messages.filter(({ status }) => status === "delivered");
    },
    pass: (to) => setClock(to, new Date(Date.now() + 3_600_000).toISOString()),
    setFaults: (kinds) => setFaults(kinds, "POST "),
    webhooks: async (to) => {
      await sandbox.webhooksDelivered(to);
      return receiver.received.filter(({ body }) => new URLSearchParams(body).get("To") === to);
    },
  };
});
afterAll(() => vendor.close());

describe("SMS by Twilio", () => behavesLikeSms(() => world));
