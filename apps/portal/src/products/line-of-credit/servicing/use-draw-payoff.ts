import type { Answer } from "@inlay/contracts/call.ts";
import { getDrawPayoff, quoteDrawPayoff } from "@inlay/contracts/calls/payments.ts";
import type { PayoffChoice } from "@inlay/contracts/servicing/payoff.ts";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useReadAgain } from "./use-line.ts";

export type DrawPayoffQuote = Answer<typeof quoteDrawPayoff>["payoffQuote"];

const payoffKey = (drawId: string) => ["draw payoff", drawId];

const payoffQuery = ({ ask }: PortalSession, drawId: string) =>
  queryOptions({
    queryKey: payoffKey(drawId),
    queryFn: async () => (await ask(getDrawPayoff, { params: { id: drawId } })).payoff,
    gcTime: 0,
  });

/** Whether a draw can be paid off, on which days, and its payoff that is scheduled. */
export const useDrawPayoff = (drawId: string): PayoffChoice =>
  useSuspenseQuery(payoffQuery(usePortalSession(), drawId)).data;

/** What the payoff of a draw costs on a day. The figures of another day stay in view while those of the day are read. */
export function useDrawPayoffQuote(drawId: string, day: string | null) {
  const { ask } = usePortalSession();
  return useQuery({
    queryKey: ["draw payoff quote", drawId, day],
    queryFn: async () => {
      const query = { effectiveDate: day ?? undefined };
      return (await ask(quoteDrawPayoff, { params: { id: drawId }, query })).payoffQuote;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Reads a payoff and its line again after something was changed. */
export function useReadPayoffAgain(issuedProductId: string, drawId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const readLine = useReadAgain(issuedProductId);
  return () => Promise.all([queryClient.invalidateQueries({ queryKey: payoffKey(drawId) }), readLine()]);
}

/** Why a draw cannot be paid off now. Null if it can. */
export function useWhyNotPayOffDraw(): (why: PayoffChoice["why"]) => string | null {
  const { t } = useLingui();
  return (why) => {
    switch (why) {
      case null:
        return null;
      case "PAYOFF_NEEDS_SUPPORT":
        return t`To schedule your payoff, please email support.`;
      case "PAYOFF_PAYMENT_PENDING":
      case "PAYOFF_PAYMENT_DUE_SOON":
        return t`Please wait until the pending/upcoming payment completes prior to repaying off the remaining balance.`;
      case "PAYOFF_NO_ACCOUNT":
        return t`There is no bank account from which the payoff can be debited.`;
      default:
        return t`This draw has already been paid or has a current payoff pending.`;
    }
  };
}
