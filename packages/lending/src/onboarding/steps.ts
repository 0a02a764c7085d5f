/** Steps that have the prefix `ONBOARDING.` on the wire. */
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

/** Steps without a prefix on the wire. */
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

/** The only place that adds the prefix. */
export const onboardingWireStep = (step: OnboardingStep): OnboardingWireStep =>
  isOneOf(prefixedSteps, step) ? `ONBOARDING.${step}` : step;

/**
 * The only place that removes the prefix. Clients send a completed step with or without it, and one step has two names.
 */
export function onboardingStepOf(wireName: string): OnboardingStep | null {
  const name = wireName.startsWith("ONBOARDING.") ? wireName.slice("ONBOARDING.".length) : wireName;
  if (name === "COLLECT_BUSINESS_OWNER_DETAILS") return "COLLECT_PERSONAL_DETAILS";
  return isOneOf(onboardingSteps, name) ? name : null;
}

export const onboardingWireSteps = onboardingSteps.map(onboardingWireStep);

/** The pages that a person without the primary owner's role sees instead of a step. */
export const roleGates = ["SELECT_USER_ROLES", "BLOCKED_ON_PRIMARY_OWNER", "PRIMARY_OWNER_CONFLICT"] as const;
export type RoleGate = (typeof roleGates)[number];

/** The additional inputs that may be requested from the primary owner after consent, in the order of the queue. */
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

/** The additional inputs that may be requested from a co-owner. */
export const coOwnerAdditionalInputs = [
  "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
  "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED",
] as const;
export type CoOwnerAdditionalInput = (typeof coOwnerAdditionalInputs)[number];

/** The steps whose answers add steps to the plan or take some away. Until they are done, the number of steps is an estimate. */
export const decidingSteps: readonly OnboardingStep[] = ["SELECT_PRODUCTS", "COLLECT_PLAID", "COLLECT_EXISTING_DEBT"];
