import { reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";

/** Analytics events that the portal reports. */
export function interactionRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(reportInteraction, async ({ tx, caller, body }) => {
    const { eventType, ...details } = body;
    await tx
      .insertInto("interaction")
      .values({
        platform_id: caller.platformId,
        business_id: caller.businessId,
        user_id: caller.userId,
        name: eventType,
        details: JSON.stringify(details),
      })
      .execute();
    app.metrics.interactions.inc({ name: eventType });
    return { accepted: true as const };
  });
}
