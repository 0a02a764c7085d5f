import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import type { Config } from "../../../config.ts";
import { WebhookRefused } from "../../webhook.ts";
import { type DocumentToSign, type ESign, SigningRefused, SigningUnavailable } from "../port.ts";
import {
  created,
  type Details,
  details,
  documentFor,
  fieldFor,
  listed,
  referenceField,
  session,
  truthFrom,
  webhookFrom,
} from "./translate.ts";

export type PandaDocSettings = Pick<
  Config,
  "PANDADOC_URL" | "PANDADOC_APP_URL" | "PANDADOC_API_KEY" | "PANDADOC_WEBHOOK_KEY" | "PANDADOC_TIMEOUT_MS"
>;

const linkSeconds = 15 * 60;
/** The vendor takes a moment to read a new document. */
const looksAgainMs = 250;
const looks = 24;
/** The number that the vendor has for a void document. */
const voided = 11;
const gone = ["document.voided", "document.declined", "document.error"];

/**
 * PandaDoc collects the signatures. Its own library can neither upload a file nor place a field nor be told how long to wait, so its wire is
 * spoken here as it is.
 */
export function pandaDocSigning(settings: PandaDocSettings): ESign {
  const send = async (method: string, path: string, body?: FormData | object): Promise<Response> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${settings.PANDADOC_URL}/public/v1${path}`, {
      method,
      headers: {
        authorization: `API-Key ${settings.PANDADOC_API_KEY}`,
        ...(body && !isForm && { "content-type": "application/json" }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(settings.PANDADOC_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new SigningUnavailable("no answer", { cause });
    });
    if (response.ok) return response;
    // Turned away at the door, one of too many, or a fault of theirs: another time it may go well.
    if (response.status >= 500 || [401, 403, 408, 409, 429].includes(response.status))
      throw new SigningUnavailable(`answered ${response.status}`);
    throw new SigningRefused(`answered ${response.status}`);
  };
  const ask = async <T>(shape: z.ZodType<T>, method: string, path: string, body?: FormData | object): Promise<T> => {
    const response = await send(method, path, body);
    const parsed = shape.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw new SigningUnavailable(`${method} ${path} was answered with something else`);
    return parsed.data;
  };
  const contents = async (path: string): Promise<Buffer> => {
    const response = await send("GET", path);
    return Buffer.from(
      await response.arrayBuffer().catch((cause: unknown) => {
        throw new SigningUnavailable("the file was cut off", { cause });
      }),
    );
  };

  const read = (documentId: string): Promise<Details> => ask(details, "GET", `/documents/${documentId}/details`);
  /** What lies at the vendor under our reference and can still be signed, the oldest first. */
  const find = async (reference: string) => {
    const { results } = await ask(
      listed,
      "GET",
      `/documents?metadata_${referenceField}=${encodeURIComponent(reference)}&count=100`,
    );
    return results
      .filter(({ status }) => !gone.includes(status))
      .sort((one, other) => one.date_created.localeCompare(other.date_created) || one.id.localeCompare(other.id));
  };
  const create = (document: DocumentToSign) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(document.pdf)], { type: "application/pdf" }), "document.pdf");
    form.set("data", JSON.stringify(documentFor(document)));
    return ask(created, "POST", "/documents", form);
  };
  const whenRead = async (documentId: string): Promise<Details> => {
    for (let look = 0; look < looks; look++) {
      const document = await read(documentId);
      if (document.status === "document.error") throw new SigningRefused("the vendor cannot read the document");
      if (document.status !== "document.uploaded") return document;
      await pause(looksAgainMs);
    }
    throw new SigningUnavailable("the vendor has not read the document yet");
  };
  const place = async (document: DocumentToSign, at: Details) => {
    // A former attempt may have placed them and not have heard so.
    if (at.fields?.length) return;
    const fields = document.places.map((one, n) => {
      const recipient = at.recipients.find(({ role }) => role === one.signer);
      if (!recipient) throw new SigningRefused("a place is for nobody who signs");
      return fieldFor(one, n, recipient.id);
    });
    await send("POST", `/documents/${at.id}/fields`, { fields });
  };

  return {
    prepare: async (document) => {
      const known = (await find(document.reference))[0] ?? (await create(document));
      // Whoever made one at the same time, or was thought lost and was not, has made a second. The oldest is the one that is sent.
      const [first, ...doubles] = await find(document.reference);
      if (!first) {
        // What could not be read is among those that cannot be signed, and says so itself.
        await whenRead(known.id);
        throw new SigningUnavailable("the document is not in the list yet");
      }
      for (const { id, status } of doubles)
        if (["document.uploaded", "document.draft"].includes(status)) await send("DELETE", `/documents/${id}`);
      const at = await whenRead(first.id);
      if (at.status !== "document.draft") return truthFrom(at);
      await place(document, at);
      await send("POST", `/documents/${at.id}/send`, { silent: true, subject: document.name });
      return truthFrom(await read(at.id));
    },
    read: async (documentId) => truthFrom(await read(documentId)),
    signingLink: async (documentId, signerId) => {
      const { recipients } = await read(documentId);
      const recipient = recipients.find(({ role }) => role === signerId);
      if (!recipient) throw new SigningRefused("nobody of that name signs this document");
      const { id, expires_at } = await ask(session, "POST", `/documents/${documentId}/session`, {
        recipient: recipient.email,
        lifetime: linkSeconds,
      });
      return { sessionId: id, url: `${settings.PANDADOC_APP_URL}/s/${id}`, expiresAt: new Date(expires_at) };
    },
    signedPdf: async (documentId) => {
      const { state } = truthFrom(await read(documentId));
      if (state !== "COMPLETED") throw new SigningRefused("not everybody has signed");
      return contents(`/documents/${documentId}/download`);
    },
    void: async (documentId, reason) => {
      const { state } = truthFrom(await read(documentId));
      if (state !== "SENT" && state !== "VIEWED") return;
      await send("PATCH", `/documents/${documentId}/status`, {
        status: voided,
        note: reason,
        notify_recipients: false,
      });
    },
    readWebhook: ({ body, headers, query }) => {
      const told = Buffer.from(String(query?.["signature"] ?? ""), "hex");
      const expected = createHmac("sha256", settings.PANDADOC_WEBHOOK_KEY).update(body).digest();
      if (told.length !== expected.length || !timingSafeEqual(told, expected))
        throw new WebhookRefused("the signature does not fit");
      const id = headers["x-pandadoc-webhook-event-id"];
      return webhookFrom(body, typeof id === "string" ? id : createHash("sha256").update(body).digest("hex"));
    },
  };
}
