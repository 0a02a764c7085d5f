import { Secret } from "@inlay/contracts/secret.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { z } from "zod";
import type {
  BusinessFindings,
  BusinessToVerify,
  FiledLien,
  Registration,
  Verification,
  VerificationWebhook,
} from "../port.ts";

const text = z.string().nullish();
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

/** The vendor's progress. From `in_review` on its findings are complete; the decision is ours. */
const statuses = {
  open: "PENDING",
  pending: "PENDING",
  in_audit: "PENDING",
  in_review: "DONE",
  approved: "DONE",
  rejected: "DONE",
} as const;
type Status = keyof typeof statuses;

const registration = z.object({
  name: z.string(),
  state: z.string(),
  status: text,
  sub_status: text,
  entity_type: text,
  file_number: text,
  jurisdiction: text,
  registration_date: text,
});
const lien = z.object({
  type: text,
  status: text,
  state: text,
  filing_date: text,
  lapse_date: text,
  secured_parties: list(z.object({ name: text })),
});
const business = z.object({
  id: z.string(),
  external_id: text,
  status: z.enum(Object.keys(statuses) as [Status, ...Status[]]),
  registrations: list(registration),
  formation: z.object({ formation_state: text, formation_date: text, entity_type: text }).nullish(),
  review: z.object({ tasks: list(z.object({ key: z.string(), status: text })) }).nullish(),
  tin: z.object({ mismatch: z.boolean().nullish(), unknown: z.boolean().nullish(), verified_at: text }).nullish(),
  industry_classification: z
    .object({
      categories: list(z.object({ naics_codes: list(z.coerce.string()), sic_codes: list(z.coerce.string()) })),
    })
    .nullish(),
  people: list(z.object({ name: z.string(), titles: list(z.object({ title: text })) })),
  addresses: list(z.object({ full_address: text, submitted: z.boolean().nullish() })),
  liens: list(lien),
  bankruptcies: list(z.unknown()),
});
type Business = z.infer<typeof business>;

export const businessFor = ({ reference, businessId, name, ein, address, phone, website }: BusinessToVerify) => ({
  name,
  external_id: businessId,
  // The vendor accepts `unique_external_id` once, and `external_id` any number of times.
  unique_external_id: reference,
  ...(ein && { tin: { tin: ein.reveal() } }),
  ...(website && { website: { url: website } }),
  ...(phone && { phone_numbers: [{ phone_number: phone }] }),
  addresses: [
    {
      address_line1: address.line1,
      ...(address.line2 && { address_line2: address.line2 }),
      city: address.city,
      state: address.state,
      postal_code: address.postalCode,
    },
  ],
  orders: ["identity", "tin", "industry_classification", "liens", "bankruptcies"].map((product) => ({ product })),
});

export function verificationFrom(answer: unknown): Verification {
  const found = business.parse(answer);
  const ids = { verificationId: found.id, businessId: found.external_id ?? "" };
  if (statuses[found.status] === "PENDING") return { ...ids, status: "PENDING" };
  return { ...ids, status: "DONE", findings: findingsOf(found), raw: new Secret(JSON.stringify(answer)) };
}

/** The vendor's list may contain other businesses than the one searched for. */
export function firstOf(answer: unknown, reference: string): Verification | null {
  const { data } = z.object({ data: z.array(z.looseObject({ unique_external_id: text })) }).parse(answer);
  const ours = data.find(({ unique_external_id: id }) => id === reference);
  return ours ? verificationFrom(ours) : null;
}

function findingsOf(found: Business): BusinessFindings {
  const tasks = new Map((found.review?.tasks ?? []).map(({ key, status }) => [key, status]));
  const categories = found.industry_classification?.categories ?? [];
  const digits = (codes: string[]) => [...new Set(codes.map((code) => code.replace(/\D/g, "")))];
  return {
    registrations: found.registrations.map(registrationFrom),
    formation: {
      state: found.formation?.formation_state ?? null,
      on: day(found.formation?.formation_date),
      entityType: found.formation?.entity_type ?? null,
    },
    tinMatch: tinMatchOf(found.tin),
    isNameVerified: tasks.get("name") === "success",
    isAddressVerified: tasks.get("address_verification") === "success",
    naicsCodes: digits(categories.flatMap(({ naics_codes: codes }) => codes)),
    sicCodes: digits(categories.flatMap(({ sic_codes: codes }) => codes)),
    officers: found.people.map(({ name, titles }) => ({ name, titles: titles.flatMap(({ title }) => title ?? []) })),
    addresses: found.addresses.flatMap(({ full_address: address, submitted }) =>
      address && !submitted ? [address] : [],
    ),
    liens: found.liens.map(lienFrom),
    bankruptcyCount: found.bankruptcies.length,
  };
}

function tinMatchOf(tin: Business["tin"]): BusinessFindings["tinMatch"] {
  if (!tin || tin.unknown || (!tin.verified_at && !tin.mismatch)) return "UNKNOWN";
  return tin.mismatch ? "MISMATCHED" : "MATCHED";
}

const registrationFrom = (one: z.infer<typeof registration>): Registration => ({
  state: one.state,
  name: one.name,
  entityType: one.entity_type ?? null,
  isHome: one.jurisdiction?.toUpperCase() === "DOMESTIC",
  fileNumber: one.file_number ?? null,
  registeredOn: day(one.registration_date),
  standing: standingOf(one.status, one.sub_status),
});

/** An active business may still be delinquent with its filings. The sub-status says so. */
function standingOf(status: string | null | undefined, subStatus: string | null | undefined): Registration["standing"] {
  if (status === "inactive") return "BAD";
  if (status !== "active") return "UNKNOWN";
  return subStatus && /not[ _]in|delinquent|suspended|revoked|forfeited|default/i.test(subStatus) ? "BAD" : "GOOD";
}

const lienFrom = (one: z.infer<typeof lien>): FiledLien => ({
  kind: /ucc/i.test(one.type ?? "") ? "UCC" : /tax/i.test(one.type ?? "") ? "TAX" : "OTHER",
  state: one.state ?? null,
  filedOn: day(one.filing_date),
  lapsesOn: day(one.lapse_date),
  isOpen: one.status === "open",
  securedParties: one.secured_parties.flatMap(({ name }) => name ?? []),
});

const day = (date: string | null | undefined): BusinessDate | null =>
  date && /^\d{4}-\d{2}-\d{2}/.test(date) ? businessDate(date.slice(0, 10)) : null;

const event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.looseObject({ object: text, id: text, external_id: text }) }),
});

export function webhookFrom(message: unknown): VerificationWebhook {
  const { id, data } = event.parse(message);
  const { object, id: verificationId, external_id: businessId } = data.object;
  if (object !== "business" || !verificationId) return { id, what: { kind: "OTHER" } };
  return { id, what: { kind: "VERIFICATION_CHANGED", verificationId, businessId: businessId ?? null } };
}
