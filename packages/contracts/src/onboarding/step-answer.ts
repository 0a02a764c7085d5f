// Without schemas: the portal reads this before its first screen.
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import type { StepCompletion } from "./workflow.ts";

/** REQUEST_ADDITIONAL_USER_INPUT stands for the additional input in `subStep`, any other name for a step. */
export const isInputCompletion = ({ completedStep }: StepCompletion): boolean =>
  onboardingStepOf(completedStep) === "REQUEST_ADDITIONAL_USER_INPUT";

type Answer = Record<string, unknown>;
const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The step or additional input that a completion answers, and the answer. Of an additional input, clients send the answer and its name
 * beside each other, or nest them: `{ payload: { subStep, data } }`. No answer has a field of these two names.
 */
export function answerIn(sent: StepCompletion): { step: string; data: Answer | undefined } {
  const given = sent.data ?? sent.payload;
  if (!isInputCompletion(sent)) return { step: sent.completedStep, data: given };
  const { subStep, data, ...fields } = given ?? {};
  const named = sent.subStep ?? (typeof subStep === "string" ? subStep : "");
  return { step: named, data: isAnswer(data) ? { ...data, ...fields } : fields };
}

/** The steps and additional inputs that name an account for money: typed, corrected or chosen. */
export const accountAnswers: readonly string[] = [
  "COLLECT_BANK_INFO",
  "RECOLLECT_BANK_INFO",
  "UPDATE_PRIMARY_BANK_ACCOUNT",
];

/** Whether a completion names an account for money. */
export function namesAccount(sent: StepCompletion): boolean {
  const { step } = answerIn(sent);
  return accountAnswers.includes((isInputCompletion(sent) ? step : onboardingStepOf(step)) ?? "");
}
