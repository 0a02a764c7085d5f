import { completeStep, getStep } from "@inlay/contracts/calls/onboarding.ts";
import type { ScreenData } from "@inlay/contracts/onboarding/steps.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { Button } from "@inlay/ui/button.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useVisit } from "../shared/visit.tsx";
import { messageOf } from "../shared/words.ts";

const address = { addressLineOne: "16 Orchard Ln", city: "Hood River", state: "OR", zipcode: "97031", country: "US" };

/** Answers that a developer need not type. They are sent like anybody's. */
const samples: Record<string, (data: never) => object> = {
  START_FLOW: ({ variant }: ScreenData<"START_FLOW">) =>
    variant === "ELIGIBILITY_SCREENER"
      ? { creditScoreGreaterThan: true, businessesGreaterThan: true, averageBusinessesCashBalanceGreaterThan: true }
      : {},
  SELECT_PRODUCTS: ({ selectableProducts }: ScreenData<"SELECT_PRODUCTS">) => ({
    selectedProducts: selectableProducts,
  }),
  COLLECT_PERSONAL_DETAILS: () => ({
    primaryBusinessOwnerFirstName: "Dana",
    primaryBusinessOwnerLastName: "Developer",
    primaryBusinessOwnerEmail: `dana-${Date.now()}@example.com`,
    phoneNumber: "+14155550134",
    ...address,
  }),
  COLLECT_BUSINESS_DETAILS: () => ({
    businessName: `Sample Business ${Date.now()}`,
    phoneNumber: "+14155550135",
    website: "https://example.com",
    ...address,
  }),
};

/** Shortcuts in a column beside the page. Left out of a production build. */
export function DevTools({ workflow }: { workflow: Workflow }) {
  const { ask } = useVisit();
  const queryClient = useQueryClient();
  const step = onboardingStepOf(workflow.currentStep);
  const sample = step ? samples[step] : undefined;
  const skip = useMutation({
    mutationFn: async (answer: (data: never) => object) => {
      const { existingData } = await ask(getStep, { params: { id: workflow.currentStep }, query: {} });
      const data = { ...answer(existingData as never) };
      return ask(completeStep, { query: {}, body: { completedStep: workflow.currentStep, data } });
    },
    onSuccess: () => queryClient.resetQueries(),
  });
  return (
    <aside
      aria-label="Developer tools"
      className="right-4 bottom-4 mx-4 mb-4 grid gap-2 rounded-card border border-dashed border-field-line bg-card p-4 text-small xl:fixed xl:mx-0 xl:mb-0 xl:w-48"
    >
      <p className="font-semibold">Developer tools</p>
      <p className="wrap-anywhere text-ink-soft">{workflow.currentStep}</p>
      <Button
        look="secondary"
        className="text-small"
        busy={skip.isPending}
        disabledReason={sample ? null : "No shortcut from here."}
        onClick={() => sample && skip.mutate(sample)}
      >
        Skip this step
      </Button>
      {skip.isError && <p role="alert">{messageOf(skip.error)}</p>}
    </aside>
  );
}
