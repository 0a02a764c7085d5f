import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { ChevronIcon } from "@inlay/ui/icons/chevron-icon.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Licensing } from "../../products/offers/licensing.tsx";
import { Failure, OfferActions } from "../../products/offers/offer-actions.tsx";
import { pagesOf } from "../../products/product-offers.ts";
import { useOpenMyFinancing } from "../../shared/business/my-financing-context.ts";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { Heading } from "../../shared/page/heading.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { type OfferedGroup, useLastDay, useOfferGroups } from "../offer-facts.ts";
import { useLeave } from "../offer-page.tsx";
import { refreshExpiredOffers } from "../refresh-expired-offers.ts";
import { useOpenStep } from "../use-offer-step.ts";

/** The offers are no longer open: since when, what they were, and the way to new ones. */
export function OffersExpired({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const { region } = useWords();
  const groups = useOfferGroups();
  const leave = useLeave();
  const openMyFinancing = useOpenMyFinancing();
  const refresh = useRefresh();
  const lastDayOf = useLastDay();
  const shown = groups[0];
  const until = shown && lastDayOf(shown.offers);
  const madeOn =
    shown && new Intl.DateTimeFormat(region, { dateStyle: "medium" }).format(new Date(shown.offers[0].createdAt));
  const hasIssuedProducts = groups.some(({ issuedProducts }) => issuedProducts.length > 0);
  const title = t`Your offers expired but we can refresh them for you`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid items-start gap-x-7 gap-y-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <div className="grid gap-2">
            <Heading takesFocus={takesFocus}>{title}</Heading>
            <p className="max-w-[60ch] text-ink-soft">
              {until && <Trans>They were open until {until}.</Trans>}{" "}
              <Trans>
                Refreshing takes a moment, does not affect your credit score, and you do not fill in anything again.
              </Trans>
            </p>
          </div>
          <Card>
            <Timeline
              doneLabel={t`Done`}
              stops={[
                ...(madeOn ? [{ label: t`Offers made`, detail: madeOn, state: "DONE" as const }] : []),
                { label: t`Offers expired`, detail: until, state: "DONE" },
                { label: t`Refresh offers`, detail: t`We look at your latest balances and sales`, state: "NOW" },
                {
                  label: t`New offers`,
                  detail: t`Most are ready at once. If a person has to look, 48 hours or less.`,
                  state: "LATER",
                },
              ]}
            />
          </Card>
        </div>
        <ExpiredOffers groups={groups} />
      </div>
      <OfferActions
        primary={{ label: t`Refresh offers`, onPress: () => refresh.mutate(), busy: refresh.isPending }}
        secondary={{ label: hasIssuedProducts ? t`Back` : t`Close`, onPress: openMyFinancing ?? leave }}
        error={refresh.isError && <Failure message={messageOf(refresh.error)} />}
      />
      <Licensing products={groups.map(({ offers }) => offers[0].terms.productType)} />
    </div>
  );
}

function useRefresh() {
  const { ask } = usePortalSession();
  const openStep = useOpenStep();
  return useMutation({ mutationFn: async () => openStep(await refreshExpiredOffers(ask)) });
}

function ExpiredOffers({ groups }: { groups: readonly OfferedGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group min-w-0" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-link underline underline-offset-3 [&::-webkit-details-marker]:hidden">
        <Trans>Display expired offer</Trans>
        <span className="shrink-0 group-open:rotate-180 motion-safe:transition-transform">
          <ChevronIcon />
        </span>
      </summary>
      {isOpen && <ExpiredDetails groups={groups} />}
    </details>
  );
}

/** What was offered, of every product. */
export const ExpiredDetails = ({ groups }: { groups: readonly OfferedGroup[] }) => (
  <div className="mt-2 grid gap-4">
    {groups.length === 0 && (
      <Notice tone="error">
        <p>
          <Trans>Invalid offer details</Trans>
        </p>
      </Notice>
    )}
    <Suspense fallback={null}>
      {groups.map(({ loanApplicationId, offers }) => {
        const { Expired } = pagesOf(offers[0]);
        return <Expired key={loanApplicationId} offers={offers} />;
      })}
    </Suspense>
  </div>
);
