import type { Answer, Sent } from "@inlay/contracts/call.ts";
import {
  completeCoOwnerOffersStep,
  completeOffersStep,
  getCoOwnerOffersStep,
  getOffersStep,
} from "@inlay/contracts/calls/offer-steps.ts";
import type { OffersWorkflow } from "@inlay/contracts/onboarding/workflow.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { type QueryKey, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { offersWorkflowQuery } from "../../shared/api/queries.ts";
import type { StepPosition } from "../../shared/flow/path.ts";
import { messageOf } from "../../shared/language/words.ts";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { offerProgress } from "../offer-progress.ts";
import { useGoBackToOffers, useOpenStep } from "../use-offer-step.ts";
import { coOwnerOffersQuery, coOwnerProgress } from "./co-owner-offers.ts";

export type ClosingData = Answer<typeof getOffersStep>["existingData"];
type OwnerEvent = Sent<typeof completeOffersStep, "body">;
type CoOwnerEvent = Sent<typeof completeCoOwnerOffersStep, "body">;

/** A step between the choice of an offer and its money, for the person who completes it. */
export type ClosingStep<Event> = {
  data: ClosingData;
  progress: StepPosition;
  /** Where the current step is kept. It may change without an action of the person. */
  workflowKey: QueryKey;
  /** Loads the data of the step again. */
  reload: () => Promise<ClosingData>;
  /** Completes the step and opens the next one. Returns the new data of a step that stays, else null. Rejects with the server's refusal. */
  complete: (event: Event) => Promise<ClosingData | null>;
  /** Returns to the offers. Null for a co-owner. */
  onBack: (() => void) | null;
};

type StepCalls<Event> = {
  step: OfferStep;
  whose: "owner" | "co-owner";
  load: () => Promise<ClosingData>;
  send: (event: Event) => Promise<OffersWorkflow>;
  open: (workflow: OffersWorkflow) => Promise<void>;
  workflowKey: QueryKey;
};

/** The part that the steps of the owner and those of a co-owner share. */
function useStep<Event>({ step, whose, load, send, open, workflowKey }: StepCalls<Event>) {
  const queryClient = useQueryClient();
  const { data, refetch } = useSuspenseQuery({ queryKey: ["offers step", whose, step], queryFn: load, gcTime: 0 });
  // After a refusal the step may be another one than the one that is shown.
  const look = () => void queryClient.invalidateQueries({ queryKey: workflowKey });
  const reload = async () => {
    try {
      return (await refetch({ throwOnError: true })).data ?? data;
    } catch (error) {
      look();
      throw error;
    }
  };
  const complete = async (event: Event): Promise<ClosingData | null> => {
    try {
      const workflow = await send(event);
      if (workflow.currentStep === step) return await reload();
      await open(workflow);
      return null;
    } catch (error) {
      look();
      throw error;
    }
  };
  return { data, workflowKey, reload, complete };
}

const positionIn = ({ position, of }: { position: number; of: number }): StepPosition => ({
  position,
  of,
  isEstimate: false,
});

/** A closing step of the primary owner. */
export function useOwnerStep(step: OfferStep): ClosingStep<OwnerEvent> {
  const session = usePortalSession();
  const { ask } = session;
  const showError = useErrorBanner();
  const open = useOpenStep();
  const goBack = useGoBackToOffers();
  const shared = useStep<OwnerEvent>({
    step,
    whose: "owner",
    load: async () => (await ask(getOffersStep, { params: { id: step } })).existingData,
    send: (body) => ask(completeOffersStep, { body }),
    open,
    workflowKey: offersWorkflowQuery(session).queryKey,
  });
  const onBack = () => {
    if (!goBack.isPending) goBack.mutate(undefined, { onError: (error) => showError(error, messageOf(error)) });
  };
  return { ...shared, progress: positionIn(offerProgress(step)), onBack };
}

/** A closing step of a co-owner, who can neither choose nor leave the offer. */
export function useCoOwnerStep(step: OfferStep): ClosingStep<CoOwnerEvent> {
  const session = usePortalSession();
  const { ask } = session;
  const queryClient = useQueryClient();
  const { queryKey } = coOwnerOffersQuery(session);
  const shared = useStep<CoOwnerEvent>({
    step,
    whose: "co-owner",
    load: async () => (await ask(getCoOwnerOffersStep, { params: { id: step } })).existingData,
    send: (body) => ask(completeCoOwnerOffersStep, { body }),
    open: async (workflow) => void queryClient.setQueryData(queryKey, workflow),
    workflowKey: queryKey,
  });
  return { ...shared, progress: positionIn(coOwnerProgress(step)), onBack: null };
}
