import type { Store } from "../world/store.ts";

export type Status =
  | "document.uploaded"
  | "document.draft"
  | "document.sent"
  | "document.viewed"
  | "document.completed"
  | "document.voided"
  | "document.declined"
  | "document.error";

export type Recipient = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  signingOrder: number;
  completedAt: string | null;
  /** The IP address of the signature. */
  address: string | null;
};

export type Field = {
  uuid: string;
  fieldId: string;
  type: "signature" | "date";
  assignedTo: string;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** An image for a signature, text for a date. */
  value: string | null;
};

export type Doc = {
  id: string;
  world: string;
  name: string;
  status: Status;
  metadata: Record<string, string>;
  recipients: Recipient[];
  fields: Field[];
  createdAt: string;
  modifiedAt: string;
  completedAt: string | null;
};

export type Session = { id: string; documentId: string; recipientId: string; expiresAt: string };

export const vendorName = "pandadoc";

/** Files are stored apart from their documents, so that a small change does not write a large file again. */
export const stateOf = (store: Store) => ({
  docs: store.collection<Doc>("pandadoc documents"),
  files: store.collection<{ base64: string }>("pandadoc files"),
  sessions: store.collection<Session>("pandadoc sessions"),
});
export type State = ReturnType<typeof stateOf>;
