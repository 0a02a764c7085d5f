import type { z } from "zod/mini";
import { applicationEvents } from "./applications.ts";
import { bankingEvents } from "./banking.ts";
import { businessEvents } from "./businesses.ts";
import { documentEvents } from "./documents.ts";
import type { EventDefinitions } from "./event.ts";
import { paymentEvents } from "./payments.ts";
import { peopleEvents } from "./people.ts";
import { productEvents } from "./products.ts";
import { staffEvents } from "./staff.ts";

/** Every event that is recorded, by kind. `docs/events.md` is generated from it. */
export const eventCatalog = {
  ...businessEvents,
  ...peopleEvents,
  ...applicationEvents,
  ...bankingEvents,
  ...documentEvents,
  ...paymentEvents,
  ...productEvents,
  ...staffEvents,
} as const satisfies EventDefinitions;

export type EventKind = keyof typeof eventCatalog;
export const eventKinds = Object.keys(eventCatalog) as EventKind[];
export const isEventKind = (text: string): text is EventKind => Object.hasOwn(eventCatalog, text);

export type EventBody<Kind extends EventKind> = z.output<(typeof eventCatalog)[Kind]["body"]>;

/** An event as one of its kinds: the kind determines the body. */
export type Event<Kind extends EventKind = EventKind> = { [K in Kind]: { kind: K; body: EventBody<K> } }[Kind];

/** Parses a stored or new body. A body that does not fit is a defect, and the message names its fields but no values. */
export function parseEventBody<Kind extends EventKind>(kind: Kind, body: unknown): EventBody<Kind> {
  const parsed = eventCatalog[kind].body.safeParse(body);
  if (parsed.success) return parsed.data as EventBody<Kind>;
  const wrong = parsed.error.issues.map(({ path, code }) => `${path.join(".") || "body"} (${code})`);
  throw new Error(`the body of ${kind} does not fit the event catalog: ${wrong.join(", ")}`);
}
