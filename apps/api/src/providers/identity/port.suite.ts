import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type Identity, IdentityRefused, IdentityUnavailable, type OpenedCheck, type PersonToCheck } from "./port.ts";

/** The vendor under test and the controls of its environment. */
export type IdentityWorld = {
  identity: Identity;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Identity;
  /** The adapter with an address where no server listens. */
  unreachable: Identity;
  /** The adapter with a wrong key. */
  anonymous: Identity;
  /** Completes the check as a person. */
  doTheirPart(opened: OpenedCheck): Promise<void>;
  /** Whether the link opens a person's check now. */
  opens(link: string): Promise<boolean>;
  setClock(businessId: string, now: string): Promise<void>;
  /** Sets the vendor's failure modes; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** The webhooks about a business, as received. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

/** The contract of every identity adapter, tested with the sandbox's scenarios. */
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

  it("begins one check per key, however often it is called", async () => {
    const { identity, setFaults } = world();
    const [key, person] = [randomUUID(), aPerson()];
    const { inquiryId } = await identity.start(key, person);
    await setFaults(["accepted-then-reset"]);
    await expect(identity.start(key, person)).rejects.toThrow(IdentityUnavailable);
    await setFaults([]);
    expect((await identity.start(key, person)).inquiryId).toBe(inquiryId);
    expect((await identity.start(randomUUID(), person)).inquiryId).not.toBe(inquiryId);
  });

  it("approves a person who is who they say", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    const check = await identity.read(opened.inquiryId);
    expect(check).toMatchObject({ status: "APPROVED", completedAt: expect.any(Date), decidedAt: expect.any(Date) });
  });

  it("is passed on a person's behalf in the sandbox", async () => {
    const { identity } = world();
    const opened = await start();
    await identity.simulatePass(opened);
    expect(await statusOf(opened.inquiryId)).toBe("APPROVED");
    await expect(identity.simulatePass(opened)).rejects.toThrow(IdentityRefused);
  });

  it("fails a person who is not who they say", async () => {
    const opened = await start(aPerson("Imposter"));
    await world().doTheirPart(opened);
    const check = await world().identity.read(opened.inquiryId);
    expect(check).toMatchObject({ status: "FAILED", decidedAt: expect.any(Date) });
  });

  it("reports a check without a decision, and one that needs a manual review", async () => {
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

  it("reopens an abandoned check and an expired one", async () => {
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

  it("refuses to open a finished or unknown check", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    await expect(identity.resume(opened.inquiryId)).rejects.toThrow(IdentityRefused);
    await expect(identity.oneTimeLink(opened.inquiryId)).rejects.toThrow(IdentityRefused);
    await expect(identity.read("inq_nobody")).rejects.toThrow(IdentityRefused);
  });

  it("returns a link that opens the check once, for a phone with a camera", async () => {
    const { identity, opens } = world();
    const { inquiryId } = await start();
    const link = await identity.oneTimeLink(inquiryId);
    expect(await opens(link)).toBe(true);
    expect(await opens(link)).toBe(false);
    expect(await opens(await identity.oneTimeLink(inquiryId))).toBe(true);
  });

  it("deletes a person's data, and keeps the decision", async () => {
    const { identity, doTheirPart } = world();
    const opened = await start();
    await doTheirPart(opened);
    await identity.redact(opened.inquiryId);
    expect(await statusOf(opened.inquiryId)).toBe("APPROVED");
  });

  it.each(["429", "500", "outage", "hang", "reset"])("throws IdentityUnavailable after a %s", async (kind) => {
    await world().setFaults([kind]);
    await expect(world().impatient.start(randomUUID(), aPerson())).rejects.toThrow(IdentityUnavailable);
    await world().setFaults([]);
  });

  it("throws IdentityUnavailable when the vendor is unreachable or rejects our key", async () => {
    await expect(world().unreachable.read("inq_any")).rejects.toThrow(IdentityUnavailable);
    await expect(world().anonymous.start(randomUUID(), aPerson())).rejects.toThrow(IdentityUnavailable);
  });

  it("reads a webhook for every change, each with its own id, and refuses forged ones", async () => {
    const { identity, anonymous, doTheirPart, webhooks } = world();
    const person = aPerson();
    const opened = await start(person);
    await doTheirPart(opened);
    const webhookRequest = await webhooks(person.businessId);
    const now = new Date();
    const read = webhookRequest.map((one) => identity.readWebhook(one, now));
    expect(read.map(({ what }) => what)).toEqual(
      // Created, started, completed, decided.
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
