import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { WebhookRefused } from "../../webhook.ts";
import { type DocumentToSign, type ESign, SigningRefused, type SigningTruth, SigningUnavailable } from "../port.ts";
import type { PandaDocSettings } from "./config.ts";
import { signAtSandbox } from "./sign-at-sandbox.ts";
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

const linkSeconds = 15 * 60;
/** The vendor needs a moment to process a new document. */
const pollMs = 250;
const mostPolls = 24;
/** The vendor's status number of a voided document. */
const voided = 11;
const gone = ["document.voided", "document.declined", "document.error"];

/** The vendor has no such document, for example because a simultaneous attempt has deleted it. */
class DocumentGone extends SigningRefused {}
/** The document has left the state that the call needs. */
class DocumentMoved extends SigningUnavailable {}

/**
 * PandaDoc collects the signatures. Its client library can neither upload a file, nor place a field, nor set a timeout, so this adapter
 * uses the REST API directly.
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
      throw new SigningUnavailable("the vendor did not answer", { cause });
    });
    if (response.ok) return response;
    if (response.status === 409) throw new DocumentMoved("the vendor answered 409");
    // Unauthorized, rate-limited or a server error: a retry may succeed.
    if (response.status >= 500 || [401, 403, 408, 429].includes(response.status))
      throw new SigningUnavailable(`the vendor answered ${response.status}`);
    if (response.status === 404) throw new DocumentGone("the vendor has no such document");
    throw new SigningRefused(`the vendor answered ${response.status}`);
  };
  const ask = async <T>(shape: z.ZodType<T>, method: string, path: string, body?: FormData | object): Promise<T> => {
    const response = await send(method, path, body);
    const parsed = shape.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw new SigningUnavailable(`${method} ${path} got an unexpected response`);
    return parsed.data;
  };
  const contents = async (path: string): Promise<Buffer> => {
    const response = await send("GET", path);
    return Buffer.from(
      await response.arrayBuffer().catch((cause: unknown) => {
        throw new SigningUnavailable("the download of the file was cut off", { cause });
      }),
    );
  };

  const read = (documentId: string): Promise<Details> => ask(details, "GET", `/documents/${documentId}/details`);
  /** The documents at the vendor with our reference that can still be signed, oldest first. */
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
    for (let poll = 0; poll < mostPolls; poll++) {
      const document = await read(documentId);
      if (document.status === "document.error") throw new SigningRefused("the vendor cannot process the document");
      if (document.status !== "document.uploaded") return document;
      await pause(pollMs);
    }
    throw new SigningUnavailable("the vendor has not processed the document yet");
  };
  const place = async (document: DocumentToSign, at: Details) => {
    // An earlier attempt may have placed the fields without receiving the response.
    if (at.fields?.length) return;
    const fields = document.places.map((one, n) => {
      const recipient = at.recipients.find(({ role }) => role === one.signer);
      if (!recipient) throw new SigningRefused("a place in the document has no signer");
      return fieldFor(one, n, recipient.id);
    });
    await send("POST", `/documents/${at.id}/fields`, { fields });
  };

  const remove = (documentId: string) =>
    send("DELETE", `/documents/${documentId}`).catch((error: unknown) => {
      if (!(error instanceof DocumentGone)) throw error;
    });
  /** Sends the document of a reference. A simultaneous attempt, or one assumed lost, may have created a second one. The oldest is sent. */
  const sendOldest = async (document: DocumentToSign, knownId: string): Promise<SigningTruth> => {
    const [first, ...doubles] = await find(document.reference);
    if (!first) {
      // A document that the vendor failed to process is not listed; whenRead refuses it.
      await whenRead(knownId);
      throw new SigningUnavailable("the document is not in the list yet");
    }
    for (const { id, status } of doubles)
      if (["document.uploaded", "document.draft"].includes(status)) await remove(id);
    const at = await whenRead(first.id);
    if (at.status !== "document.draft") return truthFrom(at);
    try {
      await place(document, at);
      await send("POST", `/documents/${at.id}/send`, { silent: true, subject: document.name });
    } catch (error) {
      // A simultaneous attempt may have sent the document in between; what was read decides.
      if (!(error instanceof DocumentMoved)) throw error;
      const now = await read(at.id);
      if (now.status === "document.draft") throw error;
      return truthFrom(now);
    }
    return truthFrom(await read(at.id));
  };

  return {
    prepare: async (document) => {
      const known = (await find(document.reference))[0] ?? (await create(document));
      return sendOldest(document, known.id).catch((error: unknown) => {
        if (error instanceof DocumentGone)
          throw new SigningUnavailable("a simultaneous attempt has deleted the document", { cause: error });
        throw error;
      });
    },
    read: async (documentId) => truthFrom(await read(documentId)),
    signingLink: async (documentId, signerId) => {
      const { recipients } = await read(documentId);
      const recipient = recipients.find(({ role }) => role === signerId);
      if (!recipient) throw new SigningRefused("the document has no such signer");
      const { id, expires_at } = await ask(session, "POST", `/documents/${documentId}/session`, {
        recipient: recipient.email,
        lifetime: linkSeconds,
      });
      return { sessionId: id, url: `${settings.PANDADOC_APP_URL}/s/${id}`, expiresAt: new Date(expires_at) };
    },
    simulateSignature: ({ url }) => signAtSandbox(url),
    signedPdf: async (documentId) => {
      const { state } = truthFrom(await read(documentId));
      if (state !== "COMPLETED") throw new SigningRefused("the document is not completed");
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
      const given = Buffer.from(String(query?.["signature"] ?? ""), "hex");
      const expected = createHmac("sha256", settings.PANDADOC_WEBHOOK_KEY).update(body).digest();
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new WebhookRefused("the signature does not match");
      const id = headers["x-pandadoc-webhook-event-id"];
      return webhookFrom(body, typeof id === "string" ? id : createHash("sha256").update(body).digest("hex"));
    },
  };
}
