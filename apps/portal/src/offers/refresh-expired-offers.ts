import { refreshOffers } from "@inlay/contracts/calls/offer-steps.ts";
import { getOffersWorkflow } from "@inlay/contracts/calls/offers.ts";
import type { OffersWorkflow } from "@inlay/contracts/onboarding/workflow.ts";
import type { PortalSession } from "../shared/session/portal-session.tsx";

const everyMs = 1_000;
const mostPolls = 10;

/** Requests new offers in place of expired ones, and reads the step every second, ten times at most, until it is another one. */
export async function refreshExpiredOffers(ask: PortalSession["ask"]): Promise<OffersWorkflow> {
  await ask(refreshOffers, {});
  for (let poll = 0; poll < mostPolls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const workflow = await ask(getOffersWorkflow, {});
    if (workflow.currentStep !== "OFFERS_EXPIRED") return workflow;
  }
  throw new Error("The step stayed OFFERS_EXPIRED.");
}
