import { randomBytes, randomUUID } from "node:crypto";
import type { Ground } from "../world/ground.ts";
import { unreadable } from "./scenarios.ts";
import { stamp } from "./stamp.ts";
import { type Doc, type Field, type Recipient, type Session, type State, type Status, vendorName } from "./state.ts";
import { onWire } from "./wire.ts";

export const shortId = (): string => randomBytes(16).toString("base64url").replace(/[-_]/g, "x");

/** Why the recipient of a session cannot sign, or null. */
export type Obstacle = "NOT_FOUND" | "EXPIRED" | "VOIDED" | "SIGNED" | "NOT_NEXT";

export type Life = ReturnType<typeof lifeOf>;

/** The states of a document from its upload to its last signature, and their webhooks. */
export function lifeOf(ground: Ground, state: State, webhookUrl: () => string | null) {
  const sendWebhook = (event: string, doc: Doc, more: Record<string, unknown> = {}) => {
    const url = webhookUrl();
    const body = JSON.stringify([{ event, data: { ...onWire(doc), ...more, notified: randomUUID() } }]);
    if (url) ground.webhooks.send({ vendor: vendorName, world: doc.world, url, body });
  };
  const change = (doc: Doc, changes: Partial<Doc>): Doc => {
    const next = { ...doc, ...changes, modifiedAt: new Date().toISOString() };
    state.docs.put(doc.id, next);
    if (next.status !== doc.status) sendWebhook("document_state_changed", next);
    return next;
  };
  const move = (doc: Doc, status: Status) => change(doc, { status });

  return {
    upload: (doc: Omit<Doc, "id" | "status" | "createdAt" | "modifiedAt" | "completedAt">, pdf: Buffer): Doc => {
      const at = new Date().toISOString();
      const made: Doc = {
        ...doc,
        id: shortId(),
        status: "document.uploaded",
        createdAt: at,
        modifiedAt: at,
        completedAt: null,
      };
      state.docs.put(made.id, made);
      state.files.put(made.id, { base64: pdf.toString("base64") });
      sendWebhook("document_state_changed", made);
      const now = ground.clocks.now(made.world);
      ground.agenda.plan({ vendor: vendorName, world: made.world, at: now, what: "read", subject: made.id });
      return made;
    },
    happens: {
      read: (id: string) => {
        const doc = state.docs.get(id);
        if (doc?.status !== "document.uploaded") return;
        if (!doc.name.includes(unreadable)) return void move(doc, "document.draft");
        sendWebhook("document_creation_failed", move(doc, "document.error"));
      },
    },
    place: (doc: Doc, fields: Field[]) => change(doc, { fields: [...doc.fields, ...fields] }),
    send: (doc: Doc) => move(doc, "document.sent"),
    void: (doc: Doc) => move(doc, "document.voided"),
    decline: (doc: Doc) => move(doc, "document.declined"),
    remove: (doc: Doc) => {
      state.docs.drop(doc.id);
      state.files.drop(doc.id);
      sendWebhook("document_deleted", doc);
    },
    open: (doc: Doc, recipient: Recipient, seconds: number): Session => {
      const expiresAt = new Date(Date.now() + seconds * 1_000).toISOString();
      const session = { id: shortId(), documentId: doc.id, recipientId: recipient.id, expiresAt };
      state.sessions.put(session.id, session);
      return session;
    },
    /** The document and recipient of a session, and why the recipient cannot sign. */
    enter: (sessionId: string): { doc: Doc; recipient: Recipient; obstacle: Obstacle | null } | null => {
      const session = state.sessions.get(sessionId);
      const doc = session && state.docs.get(session.documentId);
      const recipient = doc?.recipients.find(({ id }) => id === session?.recipientId);
      if (!session || !doc || !recipient) return null;
      const isNext = doc.recipients.every((one) => one.completedAt || one.signingOrder >= recipient.signingOrder);
      const obstacle = recipient.completedAt
        ? "SIGNED"
        : ["document.voided", "document.declined"].includes(doc.status)
          ? "VOIDED"
          : new Date(session.expiresAt) <= new Date()
            ? "EXPIRED"
            : isNext
              ? null
              : "NOT_NEXT";
      return { doc, recipient, obstacle };
    },
    view: (doc: Doc) => (doc.status === "document.sent" ? move(doc, "document.viewed") : doc),
    sign: (doc: Doc, recipient: Recipient, values: Record<string, string>, address: string): Doc => {
      const at = new Date().toISOString();
      const fields = doc.fields.map((one) =>
        one.assignedTo === recipient.id ? { ...one, value: values[one.uuid] ?? one.value } : one,
      );
      const recipients = doc.recipients.map((one) =>
        one.id === recipient.id ? { ...one, completedAt: at, address } : one,
      );
      const isLast = recipients.every(({ completedAt }) => completedAt);
      const ending = isLast ? ({ status: "document.completed", completedAt: at } as const) : {};
      const next = change(doc, { fields, recipients, ...ending });
      sendWebhook("recipient_completed", next, {
        action_by: { email: recipient.email, role: recipient.role },
        action_date: at,
      });
      return next;
    },
    /** The downloadable file. After all have signed it contains their signatures. It is generated on each download and not stored. */
    file: async (doc: Doc): Promise<Buffer> => {
      const original = Buffer.from(state.files.get(doc.id)?.base64 ?? "", "base64");
      return doc.status === "document.completed" ? stamp(doc, original) : original;
    },
  };
}
