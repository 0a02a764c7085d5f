import { offerSteps } from "@inlay/lending/offers/steps.ts";
import { onboardingWireSteps, roleGates } from "@inlay/lending/onboarding/steps.ts";
import { servicingSteps } from "@inlay/lending/servicing/steps.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { integrationTypes } from "../platform-settings.ts";
import { styleConfiguration } from "../theme/style-configuration.ts";

const onboardingStep = z.enum(onboardingWireSteps);

/** A person's position in onboarding: a step, a role gate, or READY_FOR_SERVICING once there is a product to service. */
export const workflowStep = z.enum([...onboardingWireSteps, ...roleGates, "READY_FOR_SERVICING"]);
export const offerStep = z.enum(offerSteps);
export const servicingStep = z.enum(servicingSteps);

/** What the portal needs to open onboarding. Completing a step returns the same shape. */
export const workflow = z.object({
  currentStep: workflowStep,
  platformProgramName: z.string(),
  styleConfigurations: z.array(styleConfiguration),
  /** Earlier answers by step, so that no question is asked twice. */
  existingData: z.partialRecord(onboardingStep, z.record(z.string(), z.unknown())),
  /** The steps of this business without START_FLOW, which the step counter omits. */
  steps: z.array(onboardingStep),
  /** The completed ones of `steps`. */
  doneSteps: z.array(onboardingStep),
  integrationType: z.enum(integrationTypes),
  testBusiness: z.boolean(),
  onboardingSurveyEnabled: z.boolean(),
  onboardingSurveyComplete: z.boolean(),
  hasSeenWaitingForOffersBefore: z.boolean(),
});
export type Workflow = z.infer<typeof workflow>;

/** Null until there are offers. */
export const offersWorkflow = z.object({ currentStep: z.nullable(offerStep) });
export type OffersWorkflow = z.infer<typeof offersWorkflow>;

/** Null until the first product is issued. */
export const servicingWorkflow = z.object({ currentStep: z.nullable(servicingStep) });
export type ServicingWorkflow = z.infer<typeof servicingWorkflow>;

/** Clients send the step with or without its prefix; the server accepts both. */
export const stepCompletion = z.strictObject({
  completedStep: z.string().check(z.minLength(1), z.maxLength(100)),
  subStep: z.optional(z.string().check(z.maxLength(100))),
  /** The request that this answers. A sub-step may be requested again, and an answer to the earlier request is then invalid. */
  inputId: z.optional(uuid),
  data: z.optional(z.record(z.string(), z.unknown())),
  payload: z.optional(z.record(z.string(), z.unknown())),
});
export type StepCompletion = z.output<typeof stepCompletion>;
