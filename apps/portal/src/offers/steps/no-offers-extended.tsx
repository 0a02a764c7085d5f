import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { AskAgain } from "../declined/ask-again.tsx";
import { ComeBack } from "../declined/come-back.tsx";
import { WhatWouldHelp } from "../declined/what-would-help.tsx";
import { OfferPage, WriteToUs } from "../offer-page.tsx";

/** The application was decided without an offer: what follows, and when to come back. The reasons are in the notice. */
export function NoOffersExtended({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const { business } = useBusiness();
  const nameAtEnd = beforePeriod(business.businessName ?? t`your business`);
  return (
    <OfferPage
      title={t`Sorry, you do not have any offers available right now`}
      lead={<Trans>We looked at everything that you gave us, and cannot offer financing to {nameAtEnd}.</Trans>}
      takesFocus={takesFocus}
    >
      <Card className="max-w-[68ch]">
        <dl className="grid gap-5">
          <Item title={t`Why`}>
            <Trans>
              We send you a notice of action taken and reasons by email. It names the main reasons, your rights, and
              whom you can ask about them.
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
