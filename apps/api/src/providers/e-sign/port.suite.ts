import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { RenderedDocument } from "../document-renderer/port.ts";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type DocumentToSign, type ESign, SigningRefused, SigningUnavailable } from "./port.ts";

/** The vendor under test and the controls of its environment. */
export type SigningWorld = {
  eSign: ESign;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: ESign;
  /** The adapter with an address where no server listens. */
  unreachable: ESign;
  agreement: RenderedDocument;
  /** Signs at the link as a person. */
  sign(url: string): Promise<void>;
  /** Sets the vendor's failure modes for requests of this kind; none when empty. */
  setFaults(kinds: string[], only?: string): Promise<void>;
  /** The number of documents that the vendor has under our reference. */
  taken(reference: string): Promise<number>;
  /** The webhooks about a business, as received. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

/** The contract of every e-sign adapter. */
export function behavesLikeESign(world: () => SigningWorld): void {
  const aDocument = (change: Partial<DocumentToSign> = {}): DocumentToSign => ({
    reference: randomUUID(),
    businessId: randomUUID(),
    name: "Financing agreement, Harbor Bakery",
    pdf: world().agreement.pdf,
    signers: [
      { signerId: "primary", firstName: "Rosalía", lastName: "Núñez", email: "rosalia@bakery.example", order: 1 },
      { signerId: "secondary", firstName: "Bo", lastName: "Lindqvist", email: "bo@bakery.example", order: 2 },
    ],
    places: world().agreement.places,
    ...change,
  });

  it("prepares a document for signing", async () => {
    const document = aDocument();
    expect(await world().eSign.prepare(document)).toEqual({
      documentId: expect.any(String),
      reference: document.reference,
      state: "SENT",
      signers: [
        { signerId: "primary", completedAt: null },
        { signerId: "secondary", completedAt: null },
      ],
    });
  });

  it("prepares a document once, however often it is called, at the same time or later", async () => {
    const { eSign, taken } = world();
    const document = aDocument();
    const first = await eSign.prepare(document);
    const again = await Promise.all([eSign.prepare(document), eSign.prepare(document)]);
    expect(again.map(({ documentId }) => documentId)).toEqual([first.documentId, first.documentId]);
    const other = aDocument();
    const rivals = await Promise.allSettled([eSign.prepare(other), eSign.prepare(other), eSign.prepare(other)]);
    expect(rivals.some(({ status }) => status === "fulfilled")).toBe(true);
    const settled = await eSign.prepare(other);
    for (const one of rivals) if (one.status === "fulfilled") expect(one.value.documentId).toBe(settled.documentId);
    expect(await taken(other.reference)).toBe(1);
  });

  it.each([
    ["accepted-then-timeout", "POST /public/v1/documents "],
    ["accepted-then-reset", "POST /public/v1/documents "],
    ["accepted-then-reset", "/fields"],
    ["accepted-then-reset", "/send"],
    ["500", ""],
    ["hang", ""],
    ["429", ""],
  ])(
    "throws SigningUnavailable after a %s at %s, and the next attempt creates no second document",
    async (kind, only) => {
      const { eSign, impatient, setFaults, taken } = world();
      const document = aDocument();
      await setFaults([kind], only);
      await expect(impatient.prepare(document)).rejects.toThrow(SigningUnavailable);
      await setFaults([]);
      expect(await eSign.prepare(document)).toMatchObject({ state: "SENT", reference: document.reference });
      expect(await taken(document.reference)).toBe(1);
    },
  );

  it("sends a prepared document once, and each simultaneous attempt answers that it is sent", async () => {
    const { eSign, impatient, setFaults } = world();
    const document = aDocument();
    await setFaults(["accepted-then-reset"], "/fields");
    await expect(impatient.prepare(document)).rejects.toThrow(SigningUnavailable);
    await setFaults([]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => eSign.prepare(document)));
    expect(answers.map(({ state }) => state)).toEqual(Array(5).fill("SENT"));
  });

  it("throws SigningRefused when the vendor cannot process the document or a place has no signer", async () => {
    await expect(world().eSign.prepare(aDocument({ name: "unreadable" }))).rejects.toThrow(SigningRefused);
    const lost = aDocument({ places: world().agreement.places.map((place) => ({ ...place, signer: "nobody" })) });
    await expect(world().eSign.prepare(lost)).rejects.toThrow(SigningRefused);
  });

  it("throws SigningUnavailable when the vendor is unreachable", async () => {
    await expect(world().unreachable.prepare(aDocument())).rejects.toThrow(SigningUnavailable);
    await expect(world().unreachable.read("x")).rejects.toThrow(SigningUnavailable);
  });

  it("has the signers sign in turn, and then returns a signed file with all of them", async () => {
    const { eSign, sign, agreement } = world();
    const { documentId } = await eSign.prepare(aDocument());
    await expect(eSign.signedPdf(documentId)).rejects.toThrow(SigningRefused);
    const first = await eSign.signingLink(documentId, "primary");
    expect(first.expiresAt.getTime()).toBeGreaterThan(Date.now() + 10 * 60_000);
    await sign(first.url);
    expect(await eSign.read(documentId)).toMatchObject({
      state: "VIEWED",
      signers: [
        { signerId: "primary", completedAt: expect.any(Date) },
        { signerId: "secondary", completedAt: null },
      ],
    });
    await sign((await eSign.signingLink(documentId, "secondary")).url);
    expect(await eSign.read(documentId)).toMatchObject({ state: "COMPLETED" });
    const signed = await eSign.signedPdf(documentId);
    expect(signed.subarray(0, 5).toString()).toBe("%PDF-");
    expect(signed.equals(agreement.pdf)).toBe(false);
    expect((await eSign.signedPdf(documentId)).equals(signed)).toBe(true);
  });

  it("gives no link to a person who is not a signer", async () => {
    const { documentId } = await world().eSign.prepare(aDocument());
    await expect(world().eSign.signingLink(documentId, "anonymous")).rejects.toThrow(SigningRefused);
  });

  it("voids a document, and voiding again is harmless", async () => {
    const { documentId } = await world().eSign.prepare(aDocument());
    await world().eSign.void(documentId, "The offer has expired.");
    await world().eSign.void(documentId, "The offer has expired.");
    expect(await world().eSign.read(documentId)).toMatchObject({ state: "VOIDED" });
  });

  it("reads webhooks as document ids, each webhook with its own id", async () => {
    const { eSign, webhooks } = world();
    const document = aDocument();
    const { documentId } = await eSign.prepare(document);
    const received = (await webhooks(document.businessId)).map((webhookRequest) => eSign.readWebhook(webhookRequest));
    expect(received.length).toBeGreaterThanOrEqual(3);
    for (const { documentIds } of received) expect(documentIds).toEqual([documentId]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  });

  it("refuses a webhook that was altered by one character or is unsigned", async () => {
    const { eSign, webhooks } = world();
    const document = aDocument();
    await eSign.prepare(document);
    const [webhookRequest] = await webhooks(document.businessId);
    if (!webhookRequest) throw new Error("no webhook was posted");
    expect(eSign.readWebhook(webhookRequest).documentIds).toHaveLength(1);
    expect(() =>
      eSign.readWebhook({ ...webhookRequest, body: webhookRequest.body.replace("uploaded", "uploadet") }),
    ).toThrow(WebhookRefused);
    expect(() => eSign.readWebhook({ ...webhookRequest, query: {} })).toThrow(WebhookRefused);
    expect(() => eSign.readWebhook({ ...webhookRequest, query: { signature: "0".repeat(64) } })).toThrow(
      WebhookRefused,
    );
  });
}
