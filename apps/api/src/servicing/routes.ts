import { playTradePassDemo } from "@inlay/contracts/calls/sandbox.ts";
import { getServicingWorkflow } from "@inlay/contracts/calls/servicing.ts";
import { linkSandboxBank } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { createDemoInvoices } from "../documents/public.ts";
import type { Router } from "../http/public.ts";

export function servicingRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getServicingWorkflow, async () => ({ currentStep: null }));

  authenticatedRoute(
    playTradePassDemo,
    async ({ caller, requestId }) => ({
      itemIds: await linkSandboxBank(app, caller, { actor: { kind: "USER", id: caller.userId }, requestId }),
      documents: await createDemoInvoices(app, caller, requestId),
    }),
    async ({ ready }) => ready,
  );
}
