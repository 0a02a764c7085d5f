import { playTradePassDemo } from "@inlay/contracts/calls/sandbox.ts";
import { getServicingWorkflow, reportInteraction } from "@inlay/contracts/calls/servicing.ts";
import { playBank } from "../banking/public.ts";
import { bringDemoInvoices } from "../documents/public.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";

export function servicingRoutes({ serve }: Doors, house: House): void {
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
    house.metrics.interactions.inc({ name: eventType });
    return { accepted: true as const };
  });

  serve(
    playTradePassDemo,
    async ({ caller, requestId }) => ({
      itemIds: await playBank(house, caller, { actor: { kind: "USER", id: caller.userId }, requestId }),
      documents: await bringDemoInvoices(house, caller, requestId),
    }),
    async ({ ready }) => ready,
  );
}
