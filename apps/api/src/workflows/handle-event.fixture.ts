import type { Event } from "@inlay/contracts/events/catalog.ts";
import { record } from "../db/record.ts";
import { inScope, type Scope } from "../db/scope.ts";
import type { TestServer } from "../http/server.fixture.ts";
import { eventHandlers } from "../slices.ts";
import { handleEvent } from "./event-handlers.ts";

/** Handles the events of a business in their order, as Restate would, until no unhandled event is left. */
export async function handleEvents({ app, database }: TestServer, businessId: string): Promise<void> {
  for (;;) {
    const { rows } = await database.admin.query(
      `select id, platform_id as "platformId", business_id as "businessId", stream from app.event
       where stream = $1 and handled_at is null order by sequence`,
      [businessId],
    );
    if (rows.length === 0) return;
    for (const event of rows) await handleEvent(app, eventHandlers, event);
  }
}

/** Records an event of a business without its cause. */
export async function recordEvent({ app }: TestServer, tenant: Scope, event: Event): Promise<void> {
  await inScope(app.pool, tenant, (tx) =>
    record(tx, {
      ...tenant,
      ...event,
      action: "test.do",
      object: { kind: "business", id: tenant.businessId },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    }),
  );
}
