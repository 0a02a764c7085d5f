import { offerSteps } from "@inlay/lending/offers/steps.ts";
import { onboardingWireSteps, roleGates } from "@inlay/lending/onboarding/steps.ts";
import { servicingSteps } from "@inlay/lending/servicing/steps.ts";
import { z } from "zod/mini";
import { uuid } from "./ids.ts";
import { integrationTypes } from "./platform-settings.ts";
import { styleConfiguration } from "./style-configuration.ts";

const onboardingStep = z.enum(onboardingWireSteps);

/** Where a person stands in onboarding: at a step, before a gate, or beyond it once there is something to service. */
export const workflowStep = z.enum([...onboardingWireSteps, ...roleGates, "READY_FOR_SERVICING"]);
export const offerStep = z.enum(offerSteps);
export const servicingStep = z.enum(servicingSteps);

/** What the portal needs to open onboarding. Completing a step answers with the same. */
export const workflow = z.object({
  currentStep: workflowStep,
  platformProgramName: z.string(),
  styleConfigurations: z.array(styleConfiguration),
  /** What was given earlier, by step, so that nothing is asked twice. */
  existingData: z.partialRecord(onboardingStep, z.record(z.string(), z.unknown())),
  /** The path of this business without START_FLOW, which the counter leaves out. */
  steps: z.array(onboardingStep),
  /** Those of them that were answered. */
  doneSteps: z.array(onboardingStep),
  integrationType: z.enum(integrationTypes),
  testBusiness: z.boolean(),
  onboardingSurveyEnabled: z.boolean(),
  onboardingSurveyComplete: z.boolean(),
  hasSeenWaitingForOffersBefore: z.boolean(),
});
export type Workflow = z.infer<typeof workflow>;

/** Null while there is nothing to offer yet. */
export const offersWorkflow = z.object({ currentStep: z.nullable(offerStep) });
export type OffersWorkflow = z.infer<typeof offersWorkflow>;

/** Null until the first product is issued. */
export const servicingWorkflow = z.object({ currentStep: z.nullable(servicingStep) });
export type ServicingWorkflow = z.infer<typeof servicingWorkflow>;

/** Clients write the step with its prefix or without; the server's mapper reads both. */
export const stepCompletion = z.strictObject({
  completedStep: z.string().check(z.minLength(1), z.maxLength(100)),
  subStep: z.optional(z.string().check(z.maxLength(100))),
  /** Which asking of the sub-step is answered: the same thing may be asked for again, and then the old answer is none. */
  inputId: z.optional(uuid),
  data: z.optional(z.record(z.string(), z.unknown())),
  payload: z.optional(z.record(z.string(), z.unknown())),
});
