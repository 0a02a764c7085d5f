import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type Identity, IdentityRefused, IdentityUnavailable, type OpenedCheck, type PersonToCheck } from "./port.ts";

/** What the suite needs of the world around the vendor. */
export type IdentityWorld = {
  identity: Identity;
  /** The same, where nobody listens. */
  unreachable: Identity;
  /** The same, with a key that is not ours. */
  anonymous: Identity;
  /** A person goes through the check to its end. */
  doTheirPart(opened: OpenedCheck): Promise<void>;
  /** Whether an address opens a person's check now. */
  opens(link: string): Promise<boolean>;
  setClock(businessId: string, now: string): Promise<void>;
  /** Every way in which the vendor can fail from now on; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** What was told of a business, as it came. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

/** What everybody who checks identities promises, told in the stories of the sandbox. */
export function behavesLikeIdentity(world: () => IdentityWorld): void {
  const aPerson = (lastName = "Núñez"): PersonToCheck => ({
    businessId: randomUUID(),
    personId: randomUUID(),
    firstName: "Ana",
    lastName,

    email: "ana@harbor.example",
    phoneNumber: "+12125550123",
  });
  const start = (person = aPerson()) => world().identity.start(randomUUID(), person);
  const statusOf = async (inquiryId: string) => (await world().identity.read(inquiryId)).status;

  it("begins a check of one person, and knows whose it is", async () => {
    const { identity } = world();
    const person = aPerson();
    const opened = await start(person);
    expect(opened).toEqual({
      inquiryId: expect.any(String),
      sessionToken: expect.any(String),
      frameHost: expect.any(String),
    });
    expect(await identity.read(opened.inquiryId)).toEqual({
      inquiryId: opened.inquiryId,
      businessId: person.businessId,
      personId: person.personId,

      status: "CREATED",
      completedAt: null,
      decidedAt: null,
    });
  });

  it("begins one check a key, however often it is asked", async () => {
    const { identity, setFaults } = world();
    const [key, person] = [randomUUID(), aPerson()];
    const { inquiryId } = await identity.start(key, person);
    await setFaults(["accepted-then-reset"]);
    await expect(identity.start(key, person)).rejects.toThrow(IdentityUnavailable);
    await setFaults([]);
    expect((await identity.start(key, person)).inquiryId).toBe(inquiryId);
    expect((await identity.start(randomUUID(), person)).inquiryId).not.toBe(inquiryId);
  });

  it("approves somebody who is who they say", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    const check = await identity.read(opened.inquiryId);
    expect(check).toMatchObject({ status: "APPROVED", completedAt: expect.any(Date), decidedAt: expect.any(Date) });
  });

  it("fails somebody who is not", async () => {
    const opened = await start(aPerson("Imposter"));
    await world().doTheirPart(opened);
    const check = await world().identity.read(opened.inquiryId);
    expect(check).toMatchObject({ status: "FAILED", decidedAt: expect.any(Date) });
  });

  it("says that nobody has decided yet, and that somebody must look", async () => {
    const { doTheirPart, setClock } = world();
    const [slow, review] = [aPerson("Slow"), aPerson("Review")];
    for (const { businessId } of [slow, review]) await setClock(businessId, "2026-11-24T15:00:00Z");
    const [one, other] = [await start(slow), await start(review)];
    await doTheirPart(one);
    await doTheirPart(other);
    expect([await statusOf(one.inquiryId), await statusOf(other.inquiryId)]).toEqual(["COMPLETED", "NEEDS_REVIEW"]);
    for (const { businessId } of [slow, review]) await setClock(businessId, "2026-11-26T16:00:00Z");
    expect([await statusOf(one.inquiryId), await statusOf(other.inquiryId)]).toEqual(["APPROVED", "APPROVED"]);
  });

  it("opens a check again that was left, and one that has expired", async () => {
    const { identity, doTheirPart } = world();
    const left = await start();
    const again = await identity.resume(left.inquiryId);
    expect(again.sessionToken).not.toBe(left.sessionToken);
    expect(again.inquiryId).toBe(left.inquiryId);
    const { inquiryId } = await start(aPerson("Expired"));
    expect(await statusOf(inquiryId)).toBe("EXPIRED");
    await doTheirPart(await identity.resume(inquiryId));
    expect(await statusOf(inquiryId)).toBe("APPROVED");
  });

  it("refuses to open a check that is over, or that never was", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    await expect(identity.resume(opened.inquiryId)).rejects.toThrow(IdentityRefused);
    await expect(identity.oneTimeLink(opened.inquiryId)).rejects.toThrow(IdentityRefused);
    await expect(identity.read("inq_nobody")).rejects.toThrow(IdentityRefused);
  });

  it("gives a link that opens the check once, for a phone with a camera", async () => {
    const { identity, opens } = world();
    const { inquiryId } = await start();
    const link = await identity.oneTimeLink(inquiryId);
    expect(await opens(link)).toBe(true);
    expect(await opens(link)).toBe(false);
    expect(await opens(await identity.oneTimeLink(inquiryId))).toBe(true);
  });

  it("forgets a person, and keeps what was decided", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    await identity.redact(opened.inquiryId);
    expect(await statusOf(opened.inquiryId)).toBe("APPROVED");
  });

  it.each(["429", "500", "outage", "hang", "reset"])("says unavailable after a %s", async (kind) => {
    await world().setFaults([kind]);
    await expect(start()).rejects.toThrow(IdentityUnavailable);
    await world().setFaults([]);
  });

  it("says unavailable when nobody is there, or we are not known", async () => {
    await expect(world().unreachable.read("inq_any")).rejects.toThrow(IdentityUnavailable);
    await expect(world().anonymous.start(randomUUID(), aPerson())).rejects.toThrow(IdentityUnavailable);
  });

  it("tells of every change, each message under a name of its own, and believes nobody else", async () => {
    const { identity, anonymous, doTheirPart, webhooks } = world();
    const person = aPerson();
    const opened = await start(person);
    await doTheirPart(opened);
    const webhookRequest = await webhooks(person.businessId);
    const now = new Date();
    const read = webhookRequest.map((one) => identity.readWebhook(one, now));
    expect(read.map(({ what }) => what)).toEqual(
      // Made, begun, done, decided.
      Array.from({ length: 4 }, () => ({ kind: "CHECK_CHANGED", inquiryId: opened.inquiryId })),
    );
    expect(new Set(read.map(({ id }) => id)).size).toBe(4);
    const [{ body, headers } = { body: "", headers: {} }] = webhookRequest;
    expect(() => identity.readWebhook({ body: body.replace("created", "approved"), headers }, now)).toThrow(
      WebhookRefused,
    );
    expect(() => identity.readWebhook({ body, headers: {} }, now)).toThrow(WebhookRefused);
    expect(() => anonymous.readWebhook({ body, headers }, now)).toThrow(WebhookRefused);
    expect(() => identity.readWebhook({ body, headers }, new Date(now.getTime() + 600_000))).toThrow(WebhookRefused);
  });
}
