import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState, useTransition } from "react";
import { NoticePage } from "../../notices/on-demand.tsx";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { AskAgain } from "../declined/ask-again.tsx";
import { ComeBack } from "../declined/come-back.tsx";
import { WhatWouldHelp } from "../declined/what-would-help.tsx";
import { OfferPage, WriteToUs } from "../offer-page.tsx";

/** The application was decided without an offer: what follows, when to come back, and the notice with the reasons. */
export function NoOffersExtended({ takesFocus }: { takesFocus: boolean }) {
  const [isLearning, setLearning] = useState(false);
  const [hasReturned, setReturned] = useState(false);
  const [isPending, startTransition] = useTransition();
  const goBack = () => {
    setReturned(true);
    setLearning(false);
  };
  if (isLearning) return <NoticePage onBack={goBack} />;
  const learnMore = () => startTransition(() => setLearning(true));
  return <Decision takesFocus={takesFocus || hasReturned} isBusy={isPending} onLearnMore={learnMore} />;
}

type DecisionProps = { takesFocus: boolean; isBusy: boolean; onLearnMore: () => void };

function Decision({ takesFocus, isBusy, onLearnMore }: DecisionProps) {
  const { t } = useLingui();
  const { business } = useBusiness();
  const nameAtEnd = beforePeriod(business.businessName ?? t`your business`);
  return (
    <OfferPage
      title={t`Sorry, you do not have any offers available right now`}
      lead={<Trans>We looked at everything that you gave us, and cannot offer financing to {nameAtEnd}.</Trans>}
      takesFocus={takesFocus}
      primary={{ label: t`Learn more`, onPress: onLearnMore, busy: isBusy }}
    >
      <Card className="max-w-[68ch]">
        <dl className="grid gap-5">
          <Item title={t`Why`}>
            <Trans>
              The notice of action taken and reasons names the main reasons, your rights, and whom you can ask about
              them. You also get it by email.
            </Trans>
          </Item>
          <Item title={t`If something is not right`}>
            <Trans>You can have a figure corrected.</Trans> <WriteToUs />
          </Item>
        </dl>
      </Card>
      <WhatWouldHelp />
      <ComeBack />
      <AskAgain />
      <p className="type-small">
        <Trans>Asking did not affect your credit score.</Trans>
      </p>
    </OfferPage>
  );
}

const Item = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt className="font-semibold">{title}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
);
