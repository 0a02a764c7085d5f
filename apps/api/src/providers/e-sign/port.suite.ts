import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { RenderedDocument } from "../document-renderer/port.ts";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type DocumentToSign, type ESign, SigningRefused, SigningUnavailable } from "./port.ts";

/** What the suite needs of the world around a vendor. */
export type SigningWorld = {
  eSign: ESign;
  /** The same, where nobody listens. */
  unreachable: ESign;
  agreement: RenderedDocument;
  /** Signs as a person would who was given the link. */
  sign(url: string): Promise<void>;
  /** Every way in which the vendor can fail at requests of this kind from now on; none when empty. */
  setFaults(kinds: string[], only?: string): Promise<void>;
  /** How many documents the other side has under our reference. */
  taken(reference: string): Promise<number>;
  /** What was told of a business, as it came. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

/** What everybody who collects signatures promises. */
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

  it("prepares a document, so that it can be signed", async () => {
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

  it("prepares it once, however often it is asked, at the same time or later", async () => {
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
  ])("says unavailable after a %s at %s, and the next attempt makes no second document", async (kind, only) => {
    const { eSign, setFaults, taken } = world();
    const document = aDocument();
    await setFaults([kind], only);
    await expect(eSign.prepare(document)).rejects.toThrow(SigningUnavailable);
    await setFaults([]);
    expect(await eSign.prepare(document)).toMatchObject({ state: "SENT", reference: document.reference });
    expect(await taken(document.reference)).toBe(1);
  });

  it("says refused when the vendor cannot read the document, or nobody signs at a place", async () => {
    await expect(world().eSign.prepare(aDocument({ name: "unreadable" }))).rejects.toThrow(SigningRefused);
    const lost = aDocument({ places: world().agreement.places.map((place) => ({ ...place, signer: "nobody" })) });
    await expect(world().eSign.prepare(lost)).rejects.toThrow(SigningRefused);
  });

  it("says unavailable when nobody is reached", async () => {
    await expect(world().unreachable.prepare(aDocument())).rejects.toThrow(SigningUnavailable);
    await expect(world().unreachable.read("x")).rejects.toThrow(SigningUnavailable);
  });

  it("lets each sign in turn, and then has another file with everybody in it", async () => {
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

  it("gives no link to somebody who does not sign", async () => {
    const { documentId } = await world().eSign.prepare(aDocument());
    await expect(world().eSign.signingLink(documentId, "anonymous")).rejects.toThrow(SigningRefused);
  });

  it("voids a document, and once is enough", async () => {
    const { documentId } = await world().eSign.prepare(aDocument());
    await world().eSign.void(documentId, "The offer has expired.");
    await world().eSign.void(documentId, "The offer has expired.");
    expect(await world().eSign.read(documentId)).toMatchObject({ state: "VOIDED" });
  });

  it("tells which document something happened to, each message under a name of its own", async () => {
    const { eSign, webhooks } = world();
    const document = aDocument();
    const { documentId } = await eSign.prepare(document);
    const told = (await webhooks(document.businessId)).map((webhookRequest) => eSign.readWebhook(webhookRequest));
    expect(told.length).toBeGreaterThanOrEqual(3);
    for (const { documentIds } of told) expect(documentIds).toEqual([documentId]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it("calls news forged that was changed by one sign, or is signed by nobody", async () => {
    const { eSign, webhooks } = world();
    const document = aDocument();
    await eSign.prepare(document);
    const [webhookRequest] = await webhooks(document.businessId);
    if (!webhookRequest) throw new Error("nothing was told");
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
