/** Steps that are written with the prefix `ONBOARDING.` on the wire. */
const prefixedSteps = [
  "START_FLOW",
  "SELECT_PRODUCTS",
  "COLLECT_PERSONAL_DETAILS",
  "COLLECT_BUSINESS_DETAILS",
  "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
  "COLLECT_PERSONAL_PLAID",
  "COLLECT_PLAID",
  "COLLECT_RAILZ",
  "COLLECT_BUSINESS_TAX",
  "COLLECT_EXISTING_DEBT",
  "COLLECT_REFINANCE_OPTIONS",
  "COLLECT_CONSENT",
] as const;

/** Steps whose wire name is their name. */
const bareSteps = [
  "COLLECT_BANK_STATEMENTS",
  "COLLECT_BANK_INFO",
  "WAITING_FOR_OFFERS",
  "ONBOARDING_ERROR",
  "REQUEST_ADDITIONAL_USER_INPUT",
] as const;

type PrefixedStep = (typeof prefixedSteps)[number];
type WireNameOf<S extends OnboardingStep> = S extends PrefixedStep ? `ONBOARDING.${S}` : S;

export const onboardingSteps = [...prefixedSteps, ...bareSteps] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];
export type OnboardingWireStep = { [S in OnboardingStep]: WireNameOf<S> }[OnboardingStep];

const isOneOf = <const T extends string>(list: readonly T[], name: string): name is T =>
  (list as readonly string[]).includes(name);

/** The only place that puts the prefix on. */
export const onboardingWireStep = (step: OnboardingStep): OnboardingWireStep =>
  isOneOf(prefixedSteps, step) ? `ONBOARDING.${step}` : step;

/**
 * The only place that takes the prefix off. Clients write a completed step with or without it, and one screen goes by
 * two names.
 */
export function onboardingStepOf(wireName: string): OnboardingStep | null {
  const name = wireName.startsWith("ONBOARDING.") ? wireName.slice("ONBOARDING.".length) : wireName;
  if (name === "COLLECT_BUSINESS_OWNER_DETAILS") return "COLLECT_PERSONAL_DETAILS";
  return isOneOf(onboardingSteps, name) ? name : null;
}

export const onboardingWireSteps = onboardingSteps.map(onboardingWireStep);

/** Where a person without the primary owner's role stands instead of in a step. */
export const roleGates = ["SELECT_USER_ROLES", "BLOCKED_ON_PRIMARY_OWNER", "PRIMARY_OWNER_CONFLICT"] as const;
export type RoleGate = (typeof roleGates)[number];

/** What may still be asked of the primary owner after consent, in the order in which it is asked. */
export const additionalInputs = [
  "VERIFY_USER_IDENTITY_INFORMATION",
  "VERIFY_BUSINESS_INFORMATION",
  "VERIFY_BUSINESS_TAX_ID",
  "VERIFY_CREDIT_REPORT_UNLOCKED",
  "RECOLLECT_PLAID",
  "UPDATE_PRIMARY_BANK_ACCOUNT",
  "RECOLLECT_BANK_INFO",
  "RECOLLECT_BANK_STATEMENTS",
  "RECOLLECT_RAILZ",
  "RECOLLECT_TAX_RETURNS",
  "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
  "ADDITIONAL_DOCUMENTS_UPLOAD",
  "MANUAL_OVERRIDE",
] as const;
export type AdditionalInput = (typeof additionalInputs)[number];

/** The same for a co-owner. */
export const coOwnerAdditionalInputs = [
  "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED",
] as const;
export type CoOwnerAdditionalInput = (typeof coOwnerAdditionalInputs)[number];
