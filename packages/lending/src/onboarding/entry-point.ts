import type { OfferStep } from "../offers/steps.ts";
import type { ServicingStep } from "../servicing/steps.ts";
import type { BusinessRole } from "./roles.ts";

/** Everything that decides which page a person enters by. Steps are as they stand on the wire. */
export type Arrival = {
  roles: readonly BusinessRole[];
  onboardingStep: string;
  offerStep: OfferStep | null;
  servicingStep: ServicingStep | null;
  hasIssuedProducts: boolean;
  /** The onboarding step of each of the person's businesses, this one included. */
  stepsOfAllBusinesses: readonly string[];
};

export type EntryPoint =
  | {
      page:
        | "SELECT_BUSINESS"
        | "SELECT_USER_ROLES"
        | "BLOCKED_ON_PRIMARY_OWNER"
        | "PRIMARY_OWNER_CONFLICT"
        | "CO_OWNER_FLOW"
        | "SERVICING";
    }
  | { page: "OFFER_FLOW"; step: OfferStep }
  | { page: "ONBOARDING_FLOW"; step: string };

/** Where a person stands before anything was answered, with a role or still without one. */
const startSteps = ["ONBOARDING.START_FLOW", "SELECT_USER_ROLES"];

/** Offer steps that nobody has to act on, so they do not come before what is already running. */
const restingOfferSteps: OfferStep[] = [
  "OFFERS_EXPIRED",
  "NO_OFFERS_EXTENDED",
  "ISSUED_PRODUCT_CREATED",
  "OFFERS_PENDING",
  "OFFER_REFRESH_PENDING",
];

/** The first line that fits is where the person enters. An open offer comes before servicing, so that a second one can be finished. */
export function entryPoint(arrival: Arrival): EntryPoint {
  const { roles, onboardingStep, offerStep, servicingStep, hasIssuedProducts, stepsOfAllBusinesses } = arrival;
  if (stepsOfAllBusinesses.length > 1 && stepsOfAllBusinesses.every((step) => startSteps.includes(step)))
    return { page: "SELECT_BUSINESS" };
  if (roles.length === 0) return { page: "SELECT_USER_ROLES" };
  if (roles.includes("PRIMARY_OWNER_CONFLICT")) return { page: "PRIMARY_OWNER_CONFLICT" };
  const isPrimaryOwner = roles.includes("PRIMARY_OWNER");
  if (!isPrimaryOwner && servicingStep !== null) return { page: "SERVICING" };
  // A co-owner has a way of their own through onboarding, and only that.
  if (!isPrimaryOwner)
    return { page: roles.includes("SECONDARY_OWNER") ? "CO_OWNER_FLOW" : "BLOCKED_ON_PRIMARY_OWNER" };
  if (offerStep !== null && !restingOfferSteps.includes(offerStep)) return { page: "OFFER_FLOW", step: offerStep };
  if (onboardingStep === "REQUEST_ADDITIONAL_USER_INPUT") return { page: "ONBOARDING_FLOW", step: onboardingStep };
  if (hasIssuedProducts) return { page: "SERVICING" };
  if (offerStep !== null && offerStep !== "OFFERS_PENDING") return { page: "OFFER_FLOW", step: offerStep };
  return { page: "ONBOARDING_FLOW", step: onboardingStep };
}
