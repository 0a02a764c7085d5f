import type { Doc, Field, Recipient } from "./state.ts";

const recipientOnWire = (one: Recipient) => ({
  id: one.id,
  email: one.email,
  first_name: one.firstName,
  last_name: one.lastName,
  role: one.role,
  roles: [one.role],
  recipient_type: "signer",
  signing_order: one.signingOrder,
  contact_id: one.id,
  shared_link: "",
  has_completed: one.completedAt !== null,
  signature_date: one.completedAt,
});

export const fieldOnWire = (one: Field) => ({
  uuid: one.uuid,
  field_id: one.fieldId,
  type: one.type,
  name: one.fieldId,
  assigned_to: one.assignedTo,
  layout: {
    page: one.page,
    position: { offset_x: one.x, offset_y: one.y, anchor_point: "topleft" },
    style: { width: one.width, height: one.height },
  },
});

export const summaryOnWire = (doc: Doc) => ({
  id: doc.id,
  name: doc.name,
  status: doc.status,
  date_created: doc.createdAt,
  date_modified: doc.modifiedAt,
  date_completed: doc.completedAt,
  expiration_date: null,
  version: "2",
});

export const onWire = (doc: Doc) => ({
  ...summaryOnWire(doc),
  metadata: doc.metadata,
  tags: [],
  tokens: [],
  fields: doc.fields.map(fieldOnWire),
  linked_objects: [],
  recipients: doc.recipients.map(recipientOnWire),
});
