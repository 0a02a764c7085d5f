import type { OfferStep } from "../offers/steps.ts";
import type { ServicingStep } from "../servicing/steps.ts";
import type { BusinessRole } from "./roles.ts";

/** The facts that decide a person's entry page. Steps have their wire names. */
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

/** The steps of a person who has not answered anything yet, with or without a role. */
const startSteps = ["ONBOARDING.START_FLOW", "SELECT_USER_ROLES"];

/** Offer steps that need no action by the owner, so they do not take precedence over servicing. */
const passiveOfferSteps: OfferStep[] = [
  "OFFERS_EXPIRED",
  "NO_OFFERS_EXTENDED",
  "ISSUED_PRODUCT_CREATED",
  "OFFERS_PENDING",
  "OFFER_REFRESH_PENDING",
];

/** The entry page: the first rule that matches. An open offer takes precedence over servicing, so that a second offer can be completed. */
export function entryPoint(arrival: Arrival): EntryPoint {
  const { roles, onboardingStep, offerStep, servicingStep, hasIssuedProducts, stepsOfAllBusinesses } = arrival;
  if (stepsOfAllBusinesses.length > 1 && stepsOfAllBusinesses.every((step) => startSteps.includes(step)))
    return { page: "SELECT_BUSINESS" };
  if (roles.length === 0) return { page: "SELECT_USER_ROLES" };
  if (roles.includes("PRIMARY_OWNER_CONFLICT")) return { page: "PRIMARY_OWNER_CONFLICT" };
  const isPrimaryOwner = roles.includes("PRIMARY_OWNER");
  if (!isPrimaryOwner && servicingStep !== null) return { page: "SERVICING" };
  // A co-owner has a separate onboarding flow and sees no other page before servicing.
  if (!isPrimaryOwner)
    return { page: roles.includes("SECONDARY_OWNER") ? "CO_OWNER_FLOW" : "BLOCKED_ON_PRIMARY_OWNER" };
  if (offerStep !== null && !passiveOfferSteps.includes(offerStep)) return { page: "OFFER_FLOW", step: offerStep };
  // What a denied application still lacked is asked for again only by a new one.
  if (offerStep === "NO_OFFERS_EXTENDED" && !hasIssuedProducts) return { page: "OFFER_FLOW", step: offerStep };
  if (onboardingStep === "REQUEST_ADDITIONAL_USER_INPUT") return { page: "ONBOARDING_FLOW", step: onboardingStep };
  if (hasIssuedProducts) return { page: "SERVICING" };
  if (offerStep !== null && offerStep !== "OFFERS_PENDING") return { page: "OFFER_FLOW", step: offerStep };
  return { page: "ONBOARDING_FLOW", step: onboardingStep };
}
