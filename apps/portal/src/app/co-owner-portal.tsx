import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coOwnerOffersQuery, isCoOwnerOfferStep } from "../offers/closing/co-owner-offers.ts";
import { withTexts } from "../shared/language/language.ts";
import { Loading } from "../shared/page/loading.tsx";
import { onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";

const CoOwnerFlow = onDemand(async () => (await import("../onboarding/co-owner/co-owner-flow.tsx")).CoOwnerFlow);
const CoOwnerOfferFlow = onDemand(() =>
  withTexts("offers", () =>
    withTexts("closing", async () => (await import("../offers/closing/co-owner-offer-flow.tsx")).CoOwnerOfferFlow),
  ),
);

const askEveryMs = 30_000;

/** The pages of a co-owner: their part of the application, and their signature once the primary owner has signed. */
export function CoOwnerPortal({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const offers = useQuery({ ...coOwnerOffersQuery(usePortalSession()), refetchInterval: askEveryMs });
  const step = offers.data?.currentStep ?? null;
  const isClosing = isCoOwnerOfferStep(step);
  const [wasClosing, setWasClosing] = useState<boolean | null>(null);
  if (offers.data && wasClosing === null) setWasClosing(isClosing);
  // Without the step of the offer, which is asked for again, their part of the application stays open.
  if (offers.isPending) return <Loading what={t`Loading your application…`} />;
  // Pages that replace others without an action of the person take the focus, so that a screen reader announces them.
  const hasMoved = takesFocus || isClosing !== wasClosing;
  return isClosing ? <CoOwnerOfferFlow step={step} takesFocus={hasMoved} /> : <CoOwnerFlow moved={hasMoved} />;
}
