import { z } from "zod";
import type { Place } from "../../document-renderer/port.ts";
import {
  type DocumentToSign,
  SigningRefused,
  type SigningState,
  type SigningTruth,
  type SigningWebhook,
} from "../port.ts";

/** The metadata field with our reference. */
export const referenceField = "inlay_reference";

export const created = z.object({ id: z.string() });
export const listed = z.object({
  results: z.array(z.object({ id: z.string(), status: z.string(), date_created: z.string() })),
});
export const details = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  fields: z.array(z.unknown()).nullish(),
  recipients: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: z.string().nullish(),
      has_completed: z.boolean().nullish(),
      signature_date: z.string().nullish(),
    }),
  ),
});
export type Details = z.infer<typeof details>;
export const session = z.object({ id: z.string(), expires_at: z.string() });

const stateOf: Record<string, SigningState> = {
  "document.sent": "SENT",
  "document.viewed": "VIEWED",
  "document.waiting_pay": "VIEWED",
  "document.completed": "COMPLETED",
  "document.paid": "COMPLETED",
  "document.declined": "DECLINED",
  "document.rejected": "DECLINED",
  "document.voided": "VOIDED",
};

export function truthFrom(document: Details): SigningTruth {
  const state = stateOf[document.status];
  if (!state) throw new SigningRefused(`the document is ${document.status}`);
  const reference = document.metadata?.[referenceField];
  return {
    documentId: document.id,
    reference: typeof reference === "string" ? reference : null,
    state,
    signers: document.recipients.flatMap(({ role, has_completed: isDone, signature_date: at }) =>
      // A recipient without a role only gets a copy.
      role ? [{ signerId: role, completedAt: isDone && at ? new Date(at) : null }] : [],
    ),
  };
}

/** The vendor's format of a new document. A signer's role is our signer id. */
export const documentFor = ({ reference, businessId, name, signers }: DocumentToSign) => ({
  name,
  metadata: { [referenceField]: reference, business_id: businessId },
  parse_form_fields: false,
  recipients: signers.map(({ signerId, firstName, lastName, email, order }) => ({
    email,
    first_name: firstName,
    last_name: lastName,
    role: signerId,
    signing_order: order,
  })),
});

/** A field position in the vendor's format: whole points from the upper left corner. */
export const fieldFor = (place: Place, n: number, recipientId: string) => ({
  field_id: `${place.kind.toLowerCase()}-${n + 1}`,
  type: place.kind === "SIGNATURE" ? "signature" : "date",
  assigned_to: recipientId,
  layout: {
    page: place.page,
    position: { offset_x: Math.round(place.x), offset_y: Math.round(place.y), anchor_point: "topleft" },
    style: { width: Math.round(place.width), height: Math.round(place.height) },
  },
});

const notifications = z.array(z.object({ event: z.string(), data: z.object({ id: z.string() }) }));

/** One webhook may contain several notifications. */
export const webhookFrom = (body: string, id: string): SigningWebhook => ({
  id,
  documentIds: [...new Set(notifications.parse(JSON.parse(body)).map(({ data }) => data.id))],
});
