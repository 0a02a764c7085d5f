import { describe, expect, it } from "vitest";
import type { z } from "zod/mini";
import { applicationEvents } from "./applications.ts";
import { bankingEvents } from "./banking.ts";
import { businessEvents } from "./businesses.ts";
import { eventCatalog, eventKinds } from "./catalog.ts";
import { documentEvents } from "./documents.ts";
import type { EventDefinition } from "./event.ts";
import { paymentEvents } from "./payments.ts";
import { peopleEvents } from "./people.ts";
import { productEvents } from "./products.ts";
import { staffEvents } from "./staff.ts";

const areas = [
  businessEvents,
  peopleEvents,
  applicationEvents,
  bankingEvents,
  documentEvents,
  paymentEvents,
  productEvents,
  staffEvents,
];
const events = Object.entries<EventDefinition>(eventCatalog);

/** The webhooks of the partner API that a recorded event has so far. */
const webhooks = [
  ...["agreement.completed", "agreement.sent", "agreement.viewed", "agreement.voided"],
  ...["application.awaiting_markup", "application.completed", "application.declined", "application.expired"],
  ...["application.funded", "issued_product.created", "issued_product.payment_arranged"],
  ...[
    "application.incomplete",
    "application.offered",
    "application.offers_expired",
    "application.offers_refreshing",
    "application.submitted",
    "application.withdrawn",
  ],
  ...["bank_account.added", "bank_account.changed", "bank_account.retired", "bank_account.role_changed"],
  ...["bank_account.stopped", "bank_account.verified", "business.created", "business.updated"],
  ...["document.created", "document.ready", "document.rejected"],
  ...["draw_request.created", "embedded_session.created"],
  ...["issued_product.receivables_missed", "issued_product.receivables_resumed"],
  ...["offer.accepted", "offer.selected", "offer.unselected"],
  ...["payment.cancelled", "payment.delayed", "payment.failed", "payment.rescheduled", "payment.returned"],
  ...["payment.scheduled", "payment.settled", "payment.submitted"],
  ...["prequalification.completed", "prequalification.expired", "sales_day.recorded", "statement.ready"],
  ...["receivable.accepted", "receivable.reversed"],
  ...["receivable_settlement.collecting", "receivable_settlement.failed", "receivable_settlement.settled"],
  ...["user.conflict_raised", "user.conflict_resolved", "user.created", "user.roles_changed", "user.updated"],
];

// Past tenses without "ed", and two names that the partner API gives.
const irregular =
  /(?:done|given|grown_old|held|made|read|sent|signed_in|signed_out|stepped_up|waited_for|withdrawn|written_off|incomplete|ready)$/;

const personal =
  /ssn|^ein$|taxId|(account|routing|phone)Number|^(email|phone|name|address|password|secret|token)$|(first|last|full|business)Name|birth|street|zip|Email$|Address$/i;

type Leaf = { path: string; schema: z.core.$ZodType };

/** Every field of a body, through lists and optional or nullable values. */
function leavesOf(path: string, schema: z.core.$ZodType): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([name, field]) => leavesOf(`${path}.${name}`, field));
  if (def.type === "array") return leavesOf(path, def.element);
  if (def.type === "optional" || def.type === "nullable") return leavesOf(path, def.innerType);
  return [{ path, schema }];
}
const leaves = events.flatMap(([kind, { body }]) => leavesOf(kind, body));

describe("event catalog", () => {
  it("kind: a noun and a verb in the past tense, each once", () => {
    const wrong = eventKinds.filter(
      (kind) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(kind) || !(kind.endsWith("ed") || irregular.test(kind)),
    );
    expect(wrong).toEqual([]);
    // The areas are spread into one object, where a kind in two of them would hide one.
    expect(eventKinds).toEqual(areas.flatMap((area) => Object.keys(area)));
  });

  it("webhook: an event has one exactly if partners see it, named as the partner API names it, and each once", () => {
    for (const [kind, { visibility, webhook }] of events)
      expect([kind, webhook !== null]).toEqual([kind, visibility === "partner"]);
    const named = events.map(([, { webhook }]) => webhook).filter((webhook) => webhook !== null);
    expect(named.sort()).toEqual([...webhooks].sort());
    expect(new Set(named).size).toBe(named.length);
  });

  it("webhook: it belongs to the object of its event", () => {
    for (const [, { object, webhook }] of events) if (webhook) expect(webhook.split(".")[0]).toBe(object);
  });

  it("screenings, reports and inputs are never shown to partners", () => {
    const shown = events.filter(([, { visibility }]) => visibility === "partner").map(([kind]) => kind);
    expect(shown.filter((kind) => /^(sanctions|report|additional_input|staff|task|onboarding)/.test(kind))).toEqual([]);
  });

  it("body: no field holds personal data or a secret by its name", () => {
    expect(leaves.map(({ path }) => path).filter((path) => personal.test(path.split(".").at(-1) ?? ""))).toEqual([]);
    for (const name of ["ssn", "ein", "accountNumber", "email", "phone", "firstName", "ownerEmail", "dateOfBirth"])
      expect(personal.test(name)).toBe(true);
  });

  it("body: every text is an id, a date, a value of a list or matches a pattern, except a partner's channel", () => {
    const typeOf = ({ schema }: Leaf) => (schema as z.core.$ZodTypes)._zod.def;
    const free = leaves.filter((leaf) => {
      const def = typeOf(leaf);
      const hasPattern = def.checks?.some((check) => check._zod.def.check === "string_format");
      return def.type === "string" && !("format" in def) && !hasPattern;
    });
    expect(free.map(({ path }) => path)).toEqual(["sales_day.recorded.channel"]);
    const types = new Set(leaves.map((leaf) => typeOf(leaf).type));
    expect([...types].sort()).toEqual(["boolean", "enum", "literal", "number", "string"]);
  });

  it("body: an unknown field is refused", () => {
    for (const [kind, { body }] of events) {
      const { error } = body.safeParse({ unknownField: 1 });
      expect([kind, error?.issues.some(({ code }) => code === "unrecognized_keys")]).toEqual([kind, true]);
    }
  });
});
