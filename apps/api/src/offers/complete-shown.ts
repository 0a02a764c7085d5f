import { type ClosingEvent, completeClosingStep, type PreparedStep } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { acceptSignedOffer } from "./accept-offer.ts";
import { shownApplicationOf } from "./shown-application.ts";

/** Completes a closing step of the application that the owner is shown. The last signature accepts its offer. */
export async function completeShown(
  tx: Tx,
  app: AppContext,
  caller: Person,
  event: ClosingEvent,
  prepared: PreparedStep,
  requestId: string,
): Promise<void> {
  const shown = await shownApplicationOf(tx, caller.businessId);
  await completeClosingStep(tx, app, caller, shown?.id ?? null, event, prepared, requestId);
  if (shown && event.eventType === "LEGAL_AGREEMENTS_COLLECTED")
    await acceptSignedOffer(tx, caller, shown.id, { actor: { kind: "USER", id: caller.userId }, requestId });
}
