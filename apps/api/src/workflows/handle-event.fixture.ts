import type { TestServer } from "../http/server.fixture.ts";
import { slices } from "../slices.ts";
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
    for (const event of rows) await handleEvent(app, slices, event);
  }
}
