import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeTextMessages, type TextsWorld } from "../port.suite.ts";
import { twilioTexts } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: TextsWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await testSandbox({ TWILIO_AUTH_TOKEN: "a token of the test" });
  const settings = {
    TWILIO_ACCOUNT_SID: "AC1",
    TWILIO_AUTH_TOKEN: "a token of the test",
    TWILIO_FROM: "+15005550006",
    TWILIO_URL: `${sandbox.url}/twilio`,
    TWILIO_WEBHOOK_URL: `${receiver.url}/api/vendors/text-messages/news`,
  };
  const patienceMs = 1_500;
  world = {
    texts: twilioTexts(settings, patienceMs),
    unreachable: twilioTexts({ ...settings, TWILIO_URL: `http://127.0.0.1:${await freePort()}` }, patienceMs),
    stranger: twilioTexts({ ...settings, TWILIO_AUTH_TOKEN: "another" }, patienceMs),
    arrived: async (to) => {
      const query = new URLSearchParams({ to });
      const { texts } = await sandbox.ask<{ texts: { body: string; status: string }[] }>(`/texts.json?${query}`);
      return texts.filter(({ status }) => status === "delivered");
    },
    pass: (to) => sandbox.tell("/clock", { world: to, now: new Date(Date.now() + 3_600_000).toISOString() }),
    setFaults: (kinds) => sandbox.tell("/faults/twilio", { faults: kinds.map((kind) => ({ kind, only: "POST " })) }),
    news: async (to) => {
      await sandbox.toldEverything(to);
      return receiver.posted.filter(({ body }) => new URLSearchParams(body).get("To") === to);
    },
  };
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

describe("text messages by Twilio", () => behavesLikeTextMessages(() => world));
