import type { OffersWorkflow } from "@inlay/contracts/onboarding/workflow.ts";

const everyMs = 1_000;
const mostPolls = 10;

/** Reads the current step every second, ten times at most, until it is another one. Null if it stayed. */
export async function pollUntilMoved(
  read: () => Promise<OffersWorkflow>,
  from: OffersWorkflow["currentStep"],
): Promise<OffersWorkflow | null> {
  for (let poll = 0; poll < mostPolls; poll++) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const workflow = await read();
    if (workflow.currentStep !== from) return workflow;
  }
  return null;
}
