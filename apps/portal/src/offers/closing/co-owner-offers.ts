import { getCoOwnerOffersWorkflow } from "@inlay/contracts/calls/offer-steps.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { queryOptions } from "@tanstack/react-query";
import type { PortalSession } from "../../shared/session/portal-session.tsx";

export const coOwnerOffersQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["co-owner offers workflow"], queryFn: () => ask(getCoOwnerOffersWorkflow, {}) });

/** The steps of a co-owner, from when the primary owner has signed. */
const steps = ["COLLECT_PERSONA", "COLLECT_LEGAL_AGREEMENTS", "OFFER_ACCEPTED"] as const;
export type CoOwnerOfferStep = (typeof steps)[number];

export const isCoOwnerOfferStep = (step: OfferStep | null): step is CoOwnerOfferStep =>
  (steps as readonly (OfferStep | null)[]).includes(step);

/** Those that a co-owner completes. */
const path: readonly OfferStep[] = steps.slice(0, -1);

/** Where nothing is to be completed, the position is 0. */
export const coOwnerProgress = (step: OfferStep): { position: number; of: number } => ({
  position: path.indexOf(step) + 1,
  of: path.length,
});
