import { getServicingWorkflow, reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";

export function servicingRoutes({ serve }: Doors, { metrics }: House): void {
  serve(getServicingWorkflow, async () => ({ currentStep: null }));

  serve(reportInteraction, async ({ tx, caller, body }) => {
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
    metrics.interactions.inc({ name: eventType });
    return { accepted: true as const };
  });
}
