import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { NewsRefused, type Posted } from "../news.ts";
import { CarrierUnavailable, type TextMessages, TextNotTaken, TextOutcomeUnknown, TextRefused } from "./port.ts";

/** What the suite needs of the world around a carrier. */
export type TextsWorld = {
  texts: TextMessages;
  /** The same, where nobody listens. */
  unreachable: TextMessages;
  /** The same, with a key that is not ours. */
  stranger: TextMessages;
  /** What lies on a phone. */
  arrived(to: string): Promise<{ body: string }[]>;
  /** Lets a phone's time pass until its messages have met their fate. */
  pass(to: string): Promise<void>;
  /** Every way in which sending can fail from now on; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** What was told of a phone's messages, as it came. */
  news(to: string): Promise<Posted[]>;
};

/** What every carrier promises, told in the stories of the sandbox. */
export function behavesLikeTextMessages(world: () => TextsWorld): void {
  const areas = [212, 305, 312, 415, 512, 617, 702, 787];
  const aNumber = (ending = String(randomInt(2_000_000, 5_000_000))) => `+1${areas[randomInt(areas.length)]}${ending}`;
  const aText = (to = aNumber()) => ({ to, text: `Su código es ${randomInt(100_000, 999_999)}. ¿Todo bien?` });
  const longAgo = new Date(0);

  it("hands a message over as it was written, and tells when it is on the phone", async () => {
    const { texts, arrived, pass } = world();
    const text = aText();
    const sent = await texts.send(text);
    expect(sent).toMatchObject({ state: "SENT", failure: null });
    await pass(text.to);
    expect(await texts.read(sent.carrierId)).toEqual({ ...sent, state: "DELIVERED" });
    expect((await arrived(text.to)).map(({ body }) => body)).toEqual([text.text]);
  });

  it("finds what was sent by its words, its number and its time", async () => {
    const { texts } = world();
    const text = aText();
    expect(await texts.find(text, longAgo)).toBeNull();
    const { carrierId } = await texts.send(text);
    expect(await texts.find(text, longAgo)).toMatchObject({ carrierId });
    expect(await texts.find({ ...text, text: "Something else" }, longAgo)).toBeNull();
    expect(await texts.find(text, new Date(Date.now() + 3_600_000))).toBeNull();
  });

  it.each([
    ["5550133", "OPTED_OUT"],
    ["5550135", "NO_SUCH_NUMBER"],
    ["5550136", "LANDLINE"],
  ])("says refused for a number that ends in %s: %s", async (ending, failure) => {
    const text = aText(aNumber(ending));
    const refused = await world()
      .texts.send(text)
      .catch((error) => error);
    expect(refused).toBeInstanceOf(TextRefused);
    expect(refused.failure).toBe(failure);
    expect(await world().arrived(text.to)).toEqual([]);
  });

  it.each([
    ["5550131", "UNREACHABLE"],
    ["5550132", "LANDLINE"],
    ["5550134", "BLOCKED"],
  ])("takes a message to a number that ends in %s, and tells later that it failed: %s", async (ending, failure) => {
    const { texts, pass, arrived } = world();
    const text = aText(aNumber(ending));
    const { carrierId } = await texts.send(text);
    await pass(text.to);
    expect(await texts.read(carrierId)).toEqual({ carrierId, state: "FAILED", failure });
    expect((await arrived(text.to)).filter(({ body }) => body === text.text)).toEqual([]);
  });

  it("says not taken when nobody was reached, nobody knew us, or everybody at once was turned away", async () => {
    const { unreachable, stranger, texts, setFaults } = world();
    const text = aText();
    await expect(unreachable.send(text)).rejects.toThrow(TextNotTaken);
    await expect(stranger.send(text)).rejects.toThrow(TextNotTaken);
    await setFaults(["429"]);
    await expect(texts.send(text)).rejects.toThrow(TextNotTaken);
    await setFaults([]);
    expect(await texts.find(text, longAgo)).toBeNull();
  });

  it.each([
    ["500", false],
    ["outage", false],
    ["hang", false],
    ["reset", false],
    ["accepted-then-timeout", true],
    ["accepted-then-reset", true],
  ])("says unknown after a %s, and the look-up tells whether it was taken: %s", async (kind, wasTaken) => {
    const { texts, setFaults } = world();
    const text = aText();
    await setFaults([kind]);
    await expect(texts.send(text)).rejects.toThrow(TextOutcomeUnknown);
    await setFaults([]);
    expect((await texts.find(text, longAgo)) !== null).toBe(wasTaken);
  });

  it("says unavailable when a question cannot be answered", async () => {
    await expect(world().unreachable.find(aText(), longAgo)).rejects.toThrow(CarrierUnavailable);
    await expect(world().unreachable.read("nobody")).rejects.toThrow(CarrierUnavailable);
  });

  it("tells what became of a message, and believes nobody else about it", async () => {
    const { texts, pass, news } = world();
    const text = aText();
    const { carrierId } = await texts.send(text);
    await pass(text.to);
    const posted = await news(text.to);
    expect(posted.map((one) => texts.readNews(one).carrierId)).toEqual([carrierId, carrierId]);
    const [{ body, headers } = { body: "", headers: {} }] = posted;
    expect(() => texts.readNews({ body: `${body}x`, headers })).toThrow(NewsRefused);
    expect(() => texts.readNews({ body, headers: {} })).toThrow(NewsRefused);
    expect(() => world().stranger.readNews({ body, headers })).toThrow(NewsRefused);
  });
}
