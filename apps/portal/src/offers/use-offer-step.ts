import { completeOffersStep } from "@inlay/contracts/calls/offer-steps.ts";
import type { OffersWorkflow } from "@inlay/contracts/onboarding/workflow.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Choice } from "../products/offers/offer-view.ts";
import { offersQuery, offersWorkflowQuery } from "../shared/api/queries.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** Opens the step that the server answers with, once the offers are loaded as the step has changed them. */
export function useOpenStep() {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  return async (workflow: OffersWorkflow) => {
    await queryClient.invalidateQueries(offersQuery(session));
    queryClient.setQueryData(offersWorkflowQuery(session).queryKey, workflow);
  };
}

/** After a refusal the offers or the step may be others than those that are shown. */
function useReload() {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(offersQuery(session));
    void queryClient.invalidateQueries(offersWorkflowQuery(session));
  };
}

/** Selects an offer, with the amount if it can be chosen. */
export function useSelectOffer() {
  const { ask } = usePortalSession();
  const onSuccess = useOpenStep();
  const onError = useReload();
  return useMutation({
    mutationFn: ({ offerId, amountCents }: Choice) => {
      const selected = amountCents === null ? { offerId } : { offerId, customLoanAmountCents: amountCents };
      return ask(completeOffersStep, { body: { eventType: "OFFER_SELECTED", selectedOffers: [selected] } });
    },
    onSuccess,
    onError,
  });
}

/** Returns from a closing step to the offers, which is possible until the owner has signed. */
export function useGoBackToOffers() {
  const { ask } = usePortalSession();
  const onSuccess = useOpenStep();
  const onError = useReload();
  return useMutation({
    mutationFn: () => ask(completeOffersStep, { body: { eventType: "WENT_BACK" } }),
    onSuccess,
    onError,
  });
}
