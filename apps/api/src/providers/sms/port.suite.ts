import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { CarrierUnavailable, type Sms, SmsNotAccepted, SmsOutcomeUnknown, SmsRefused } from "./port.ts";

/** What the suite needs of the world around a carrier. */
export type SmsWorld = {
  sms: Sms;
  /** The same, where nobody listens. */
  unreachable: Sms;
  /** The same, with a key that is not ours. */
  anonymous: Sms;
  /** What lies on a phone. */
  arrived(to: string): Promise<{ body: string }[]>;
  /** Lets a phone's time pass until its messages have met their fate. */
  pass(to: string): Promise<void>;
  /** Every way in which sending can fail from now on; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** What was told of a phone's messages, as it came. */
  webhooks(to: string): Promise<WebhookRequest[]>;
};

/** What every carrier promises, told in the stories of the sandbox. */
export function behavesLikeSms(world: () => SmsWorld): void {
  const areas = [212, 305, 312, 415, 512, 617, 702, 787];
  const aNumber = (ending = String(randomInt(2_000_000, 5_000_000))) => `+1${areas[randomInt(areas.length)]}${ending}`;
  const aText = (to = aNumber()) => ({ to, text: `Su código es ${randomInt(100_000, 999_999)}. ¿Todo bien?` });
  const longAgo = new Date(0);

  it("hands a message over as it was written, and tells when it is on the phone", async () => {
    const { sms, arrived, pass } = world();
    const text = aText();
    const sent = await sms.send(text);
    expect(sent).toMatchObject({ state: "SENT", failure: null });
    await pass(text.to);
    expect(await sms.read(sent.carrierId)).toEqual({ ...sent, state: "DELIVERED" });
    expect((await arrived(text.to)).map(({ body }) => body)).toEqual([text.text]);
  });

  it("finds what was sent by its words, its number and its time", async () => {
    const { sms } = world();
    const text = aText();
    expect(await sms.find(text, longAgo)).toBeNull();
    const { carrierId } = await sms.send(text);
    expect(await sms.find(text, longAgo)).toMatchObject({ carrierId });
    expect(await sms.find({ ...text, text: "Something else" }, longAgo)).toBeNull();
    expect(await sms.find(text, new Date(Date.now() + 3_600_000))).toBeNull();
  });

  it.each([
    ["5550133", "OPTED_OUT"],
    ["5550135", "NO_SUCH_NUMBER"],
    ["5550136", "LANDLINE"],
  ])("says refused for a number that ends in %s: %s", async (ending, failure) => {
    const text = aText(aNumber(ending));
    const refused = await world()
      .sms.send(text)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(SmsRefused);
    expect(refused.failure).toBe(failure);
    expect(await world().arrived(text.to)).toEqual([]);
  });

  it.each([
    ["5550131", "UNREACHABLE"],
    ["5550132", "LANDLINE"],
    ["5550134", "BLOCKED"],
  ])("takes a message to a number that ends in %s, and tells later that it failed: %s", async (ending, failure) => {
    const { sms, pass, arrived } = world();
    const text = aText(aNumber(ending));
    const { carrierId } = await sms.send(text);
    await pass(text.to);
    expect(await sms.read(carrierId)).toEqual({ carrierId, state: "FAILED", failure });
    expect((await arrived(text.to)).filter(({ body }) => body === text.text)).toEqual([]);
  });

  it("says not taken when nobody was reached, nobody knew us, or everybody at once was turned away", async () => {
    const { unreachable, anonymous, sms, setFaults } = world();
    const text = aText();
    await expect(unreachable.send(text)).rejects.toThrow(SmsNotAccepted);
    await expect(anonymous.send(text)).rejects.toThrow(SmsNotAccepted);
    await setFaults(["429"]);
    await expect(sms.send(text)).rejects.toThrow(SmsNotAccepted);
    await setFaults([]);
    expect(await sms.find(text, longAgo)).toBeNull();
  });

  it.each([
    ["500", false],
    ["outage", false],
    ["hang", false],
    ["reset", false],
    ["accepted-then-timeout", true],
    ["accepted-then-reset", true],
  ])("says unknown after a %s, and the look-up tells whether it was taken: %s", async (kind, wasTaken) => {
    const { sms, setFaults } = world();
    const text = aText();
    await setFaults([kind]);
    await expect(sms.send(text)).rejects.toThrow(SmsOutcomeUnknown);
    await setFaults([]);
    expect((await sms.find(text, longAgo)) !== null).toBe(wasTaken);
  });

  it("says unavailable when a question cannot be answered", async () => {
    await expect(world().unreachable.find(aText(), longAgo)).rejects.toThrow(CarrierUnavailable);
    await expect(world().unreachable.read("nobody")).rejects.toThrow(CarrierUnavailable);
  });

  it("tells what became of a message, and believes nobody else about it", async () => {
    const { sms, pass, webhooks } = world();
    const text = aText();
    const { carrierId } = await sms.send(text);
    await pass(text.to);
    const webhookRequest = await webhooks(text.to);
    expect(webhookRequest.map((one) => sms.readWebhook(one).carrierId)).toEqual([carrierId, carrierId]);
    const [{ body, headers } = { body: "", headers: {} }] = webhookRequest;
    expect(() => sms.readWebhook({ body: `${body}x`, headers })).toThrow(WebhookRefused);
    expect(() => sms.readWebhook({ body, headers: {} })).toThrow(WebhookRefused);
    expect(() => world().anonymous.readWebhook({ body, headers })).toThrow(WebhookRefused);
  });
}
