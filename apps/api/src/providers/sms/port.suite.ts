import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { CarrierUnavailable, type Sms, SmsNotAccepted, SmsOutcomeUnknown, SmsRefused } from "./port.ts";

/** The carrier under test and the controls of its environment. */
export type SmsWorld = {
  sms: Sms;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Sms;
  /** The adapter with an address where no server listens. */
  unreachable: Sms;
  /** The adapter with a wrong key. */
  anonymous: Sms;
  /** The messages that a phone has received. */
  arrived(to: string): Promise<{ body: string }[]>;
  /** Advances the phone's clock until its messages have reached their final state. */
  pass(to: string): Promise<void>;
  /** Sets the carrier's failure modes; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** The webhooks about a phone's messages, as received. */
  webhooks(to: string): Promise<WebhookRequest[]>;
};

/** The contract of every SMS adapter, tested with the sandbox's scenarios. */
export function behavesLikeSms(world: () => SmsWorld): void {
  const areas = [212, 305, 312, 415, 512, 617, 702, 787];
  const aNumber = (ending = String(randomInt(2_000_000, 5_000_000))) => `+1${areas[randomInt(areas.length)]}${ending}`;
  const aText = (to = aNumber()) => ({ to, text: `Su código es ${randomInt(100_000, 999_999)}. ¿Todo bien?` });
  const longAgo = new Date(0);

  it("delivers a message as it was written, and reports its delivery", async () => {
    const { sms, arrived, pass } = world();
    const text = aText();
    const sent = await sms.send(text);
    expect(sent).toMatchObject({ state: "SENT", failure: null });
    await pass(text.to);
    expect(await sms.read(sent.carrierId)).toEqual({ ...sent, state: "DELIVERED" });
    expect((await arrived(text.to)).map(({ body }) => body)).toEqual([text.text]);
  });

  it("finds a sent message by its text, its number and its time", async () => {
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
  ])("throws SmsRefused for a number that ends in %s: %s", async (ending, failure) => {
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
  ])("accepts a message to a number that ends in %s, and reports later that it failed: %s", async (ending, failure) => {
    const { sms, pass, arrived } = world();
    const text = aText(aNumber(ending));
    const { carrierId } = await sms.send(text);
    await pass(text.to);
    expect(await sms.read(carrierId)).toEqual({ carrierId, state: "FAILED", failure });
    expect((await arrived(text.to)).filter(({ body }) => body === text.text)).toEqual([]);
  });

  it("throws SmsNotAccepted when the carrier is unreachable, rejects our key, or rate-limits the request", async () => {
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
  ])("throws SmsOutcomeUnknown after a %s, and find says whether it was accepted: %s", async (kind, wasTaken) => {
    const { sms, impatient, setFaults } = world();
    const text = aText();
    await setFaults([kind]);
    await expect(impatient.send(text)).rejects.toThrow(SmsOutcomeUnknown);
    await setFaults([]);
    expect((await sms.find(text, longAgo)) !== null).toBe(wasTaken);
  });

  it("throws CarrierUnavailable when a read fails", async () => {
    await expect(world().unreachable.find(aText(), longAgo)).rejects.toThrow(CarrierUnavailable);
    await expect(world().unreachable.read("nobody")).rejects.toThrow(CarrierUnavailable);
  });

  it("reads webhooks about a message's state, and refuses forged ones", async () => {
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
