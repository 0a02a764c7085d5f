import { reportInteraction } from "@inlay/contracts/calls/interactions.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { counter } from "../metrics.ts";
import { requestPayoff } from "../servicing/public.ts";

export const interactions = counter({
  name: "inlay_interactions_total",
  help: "Interactions reported by the portal, by name.",
  labelNames: ["name"],
});

/** Analytics events that the portal reports. */
export function interactionRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(reportInteraction, async ({ tx, caller, body, requestId }) => {
    const { eventType, ...details } = body;
    if (body.eventType === "EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN")
      await requestPayoff(tx, caller, body.issuedProductId, requestId);
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
    app.metrics.of(interactions).inc({ name: eventType });
    return { accepted: true as const };
  });
}
