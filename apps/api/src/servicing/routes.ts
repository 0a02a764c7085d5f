import { playTradePassDemo } from "@inlay/contracts/calls/sandbox.ts";
import { getServicingWorkflow, reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import { playBank } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { bringDemoInvoices } from "../documents/public.ts";
import type { Router } from "../http/public.ts";

export function servicingRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getServicingWorkflow, async () => ({ currentStep: null }));

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

  authenticatedRoute(
    playTradePassDemo,
    async ({ caller, requestId }) => ({
      itemIds: await playBank(app, caller, { actor: { kind: "USER", id: caller.userId }, requestId }),
      documents: await bringDemoInvoices(app, caller, requestId),
    }),
    async ({ ready }) => ready,
  );
}
