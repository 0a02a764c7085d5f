import { openCoOwnerAgreement } from "@inlay/contracts/calls/offer-steps.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useDeferredValue, useState } from "react";
import { useBusiness } from "../../shared/business/business-context.tsx";
import { useScrollToTop } from "../../shared/flow/use-scroll-to-top.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { LoadBoundary } from "../../shared/page/load-boundary.tsx";
import type { Component } from "../../shared/page/on-demand.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useLeave } from "../offer-page.tsx";
import { useAgreementWords } from "./agreement-words.ts";
import { ClosingPage } from "./closing-page.tsx";
import { useCoOwnerStep } from "./closing-step.ts";
import type { CoOwnerOfferStep } from "./co-owner-offers.ts";
import { isAllSigned } from "./is-all-signed.ts";
import { SendWhenShown } from "./send-when-shown.tsx";
import { SignDocument } from "./sign-document.tsx";
import { useFollow } from "./use-follow.ts";
import { VerifyIdentity } from "./verify-identity.tsx";
import { WaitingForSignatures } from "./waiting-for-signatures.tsx";

type PageProps = { takesFocus: boolean };

const pages: Record<CoOwnerOfferStep, Component<PageProps>> = {
  COLLECT_PERSONA: CoOwnerIdentity,
  COLLECT_LEGAL_AGREEMENTS: CoOwnerAgreement,
  OFFER_ACCEPTED: CoOwnerAccepted,
};

/** What a co-owner does for the chosen offer, once the primary owner has signed. The page before stays until the next one is loaded. */
export function CoOwnerOfferFlow({ step, takesFocus: hasMoved }: PageProps & { step: CoOwnerOfferStep }) {
  const [first] = useState<OfferStep>(step);
  const shown = useDeferredValue(step);
  useScrollToTop(shown);
  const Page = pages[shown];
  return (
    <LoadBoundary key={shown}>
      <Page takesFocus={hasMoved || shown !== first} />
    </LoadBoundary>
  );
}

function CoOwnerIdentity({ takesFocus }: PageProps) {
  const step = useCoOwnerStep("COLLECT_PERSONA");
  return <VerifyIdentity {...step} takesFocus={takesFocus} />;
}

/** The agreement, which the primary owner has signed. */
function CoOwnerAgreement({ takesFocus }: PageProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const step = useCoOwnerStep("COLLECT_LEGAL_AGREEMENTS");
  // The agreement may end while the person reads.
  useFollow(step);
  const { data, complete, reload } = step;
  const words = useAgreementWords(data.offers?.[0]?.terms.productType ?? null);
  const { business } = useBusiness();
  const businessName = business.businessName ?? t`the business`;
  const [place, setPlace] = useState<"START" | "DOCUMENT" | "RETURNED">("START");
  const collected = async () => {
    const stays = await complete({ eventType: "LEGAL_AGREEMENTS_COLLECTED" });
    if (stays) setPlace("RETURNED");
  };
  if (place === "DOCUMENT")
    return (
      <ClosingPage step={step}>
        <Screen title={words.title} lead={<Trans>Read and sign the agreement.</Trans>} isWide takesFocus>
          <SignDocument
            name={words.agreement}
            failure={words.failure}
            open={() => ask(openCoOwnerAgreement, {})}
            isSigned={async () => isAllSigned(await reload())}
            onSigned={collected}
            onBack={() => setPlace("RETURNED")}
          />
        </Screen>
      </ClosingPage>
    );
  return (
    <ClosingPage step={step}>
      <Screen
        title={words.title}
        lead={
          <Trans>
            The owner who applied for {businessName} has chosen an offer and signed. Your signature is needed, too.
          </Trans>
        }
        aside={{
          title: t`Take your time`,
          body: (
            <Trans>You can read the documents as long as you like. You get a copy of everything that you sign.</Trans>
          ),
        }}
        takesFocus={takesFocus || place === "RETURNED"}
      >
        {isAllSigned(data) ? (
          <SendWhenShown send={collected} sending={t`We are reading your signature…`} />
        ) : (
          <FormFooter primary={{ label: t`Sign the agreement`, onPress: () => setPlace("DOCUMENT") }} />
        )}
      </Screen>
    </ClosingPage>
  );
}

/** The co-owner has signed: whose signature is missing, if any. */
function CoOwnerAccepted({ takesFocus }: PageProps) {
  const { t } = useLingui();
  const leave = useLeave();
  const step = useCoOwnerStep("OFFER_ACCEPTED");
  useFollow(step);
  const { thanks } = useAgreementWords(step.data.offers?.[0]?.terms.productType ?? null);
  const recipients = step.data.documentDetails?.recipients ?? [];
  const close = <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} />;
  if (recipients.some(({ hasCompleted }) => !hasCompleted))
    return (
      <div className="grid gap-6">
        <WaitingForSignatures recipients={recipients} thanks={thanks} takesFocus={takesFocus} />
        {close}
      </div>
    );
  return (
    <Screen
      title={t`Thank you. Your part is done`}
      lead={<Trans>Everybody has signed. The owner who applied hears from us about the money.</Trans>}
      takesFocus={takesFocus}
    >
      {close}
    </Screen>
  );
}
