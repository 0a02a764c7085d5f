import { z } from "zod/mini";
import type { CheckStatus, IdentityCheck, IdentityWebhook, PersonToCheck } from "../port.ts";

const statuses = {
  created: "CREATED",
  pending: "PENDING",
  completed: "COMPLETED",
  approved: "APPROVED",
  needs_review: "NEEDS_REVIEW",
  failed: "FAILED",
  declined: "FAILED",
  expired: "EXPIRED",
} as const satisfies Record<string, CheckStatus>;
type Status = keyof typeof statuses;

const instant = z.nullish(z.string());
const inquiry = z.object({
  data: z.object({
    type: z.literal("inquiry"),
    id: z.string(),
    attributes: z.object({
      status: z.enum(Object.keys(statuses) as [Status, ...Status[]]),
      "reference-id": z.nullish(z.string()),
      "completed-at": instant,
      "failed-at": instant,
      "decisioned-at": instant,
    }),
  }),
});
const withSession = z.object({ data: z.object({ id: z.string() }), meta: z.object({ "session-token": z.string() }) });
const withLink = z.object({ meta: z.object({ "one-time-link": z.url() }) });
const event = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({
      name: z.string(),
      payload: z.object({ data: z.object({ type: z.string(), id: z.string() }) }),
    }),
  }),
});

/** The vendor stores one reference per check, so it contains both ids. */
const referenceFor = ({ businessId, personId }: PersonToCheck) => `${businessId}_${personId}`;
const reference = /^([0-9a-f-]{36})_(.+)$/;

export const inquiryFor = (templateId: string, person: PersonToCheck) => ({
  data: {
    attributes: {
      "inquiry-template-id": templateId,
      "reference-id": referenceFor(person),
      fields: {
        "name-first": person.firstName,
        "name-last": person.lastName,
        ...(person.email && { "email-address": person.email }),
        ...(person.phoneNumber && { "phone-number": person.phoneNumber }),
      },
    },
  },
});

export const inquiryIdIn = (answer: unknown): string => z.parse(inquiry, answer).data.id;
export const sessionTokenIn = (answer: unknown): string => z.parse(withSession, answer).meta["session-token"];
export const linkIn = (answer: unknown): string => z.parse(withLink, answer).meta["one-time-link"];

export function checkFrom(answer: unknown): IdentityCheck {
  const { id, attributes } = z.parse(inquiry, answer).data;
  const [, businessId = null, personId = null] = reference.exec(attributes["reference-id"] ?? "") ?? [];
  const at = (name: "completed-at" | "failed-at" | "decisioned-at") => {
    const value = attributes[name];
    return value ? new Date(value) : null;
  };
  return {
    inquiryId: id,
    businessId,
    personId,
    status: statuses[attributes.status],
    completedAt: at("completed-at"),
    decidedAt: at("decisioned-at") ?? at("failed-at"),
  };
}

export function webhookFrom(body: string): IdentityWebhook {
  const { id, attributes } = z.parse(event, JSON.parse(body)).data;
  const { type, id: inquiryId } = attributes.payload.data;
  return { id, what: type === "inquiry" ? { kind: "CHECK_CHANGED", inquiryId } : { kind: "OTHER" } };
}
