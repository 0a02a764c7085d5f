import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Licensing } from "../../products/offers/licensing.tsx";
import { Failure } from "../../products/offers/offer-actions.tsx";
import { acceptedPageOf } from "../../products/product-accepted.ts";
import { useOpenAdditionalInput } from "../../shared/business/additional-input-context.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { InvalidOffer } from "../invalid-offer.tsx";
import { useOfferGroups } from "../offer-facts.ts";
import { useLeave } from "../offer-page.tsx";
import { useGoBackToOffers } from "../use-offer-step.ts";
import { useAgreementWords } from "./agreement-words.ts";
import { useOwnerStep } from "./closing-step.ts";
import { DecideAboutSignerPage } from "./decide-about-signer-page.ts";
import { useFollow } from "./use-follow.ts";
import { WaitingForSignatures } from "./waiting-for-signatures.tsx";

/** The owner has signed: whose signature is missing, else what happens with the product. */
export function OfferAccepted({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const leave = useLeave();
  const step = useOwnerStep("OFFER_ACCEPTED");
  useFollow(step);
  // The owner about whom the person decides, or that they have returned from there.
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const chosen = useOfferGroups()
    .flatMap(({ offers }) => offers)
    .find(({ status }) => status === "ACCEPTED" || status === "SELECTED");
  const { thanks } = useAgreementWords(chosen?.terms.productType ?? null);
  if (!chosen) return <InvalidOffer takesFocus={takesFocus} />;
  const recipients = step.data.documentDetails?.recipients ?? [];
  const { signersToDecide = [], signaturesUntil = null } = step.data;
  // Whoever signs meanwhile is not decided about any more.
  const signer = signersToDecide.find(({ ownerId }) => ownerId === decidedId);
  if (signer)
    return (
      <DecideAboutSignerPage
        signer={signer}
        signaturesUntil={signaturesUntil}
        step="OFFER_ACCEPTED"
        reload={step.reload}
        onBack={() => setDecidedId("RETURNED")}
      />
    );
  const isWaiting = recipients.some(({ hasCompleted }) => !hasCompleted);
  const Accepted = acceptedPageOf(chosen);
  return (
    <div className="grid gap-6">
      <InputNeeded />
      {isWaiting ? (
        <WaitingForSignatures
          recipients={recipients}
          thanks={thanks}
          toDecide={signersToDecide}
          onDecide={({ ownerId }) => setDecidedId(ownerId)}
          wayOut={<GiveUpSignature />}
          takesFocus={takesFocus || decidedId !== null}
        />
      ) : (
        <Accepted offer={chosen} fundsExpectedOn={step.data.fundsExpectedOn} takesFocus={takesFocus} />
      )}
      <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} />
      <Licensing products={[chosen.terms.productType]} />
    </div>
  );
}

/** Without an answer to what is asked for, the offer cannot be closed. */
function InputNeeded() {
  const { t } = useLingui();
  const open = useOpenAdditionalInput();
  if (!open) return null;
  return (
    <Notice tone="warning" title={t`More information needed`}>
      <p>
        <Trans>Before the financing is set up, we need something more from you.</Trans>
      </p>
      <Button variant="text" onClick={open}>
        <Trans>Give the information</Trans>
      </Button>
    </Notice>
  );
}

/** The agreement that the owner has signed is given up, if a co-owner does not sign it. The server refuses it before 14 days have passed. */
function GiveUpSignature() {
  const goBack = useGoBackToOffers();
  return (
    <section className="grid justify-items-start gap-1 rounded-control bg-tint px-4.5 py-4 text-small">
      <h2 className="font-semibold">
        <Trans>If somebody does not sign</Trans>
      </h2>
      <p>
        <Trans>
          We remind them after 2, 5 and 10 days. After 14 days you can go back to the offers. The agreement that you
          signed is then void.
        </Trans>
      </p>
      <Button variant="text" busy={goBack.isPending} onClick={() => goBack.mutate()}>
        <Trans>Go back to the offers</Trans>
      </Button>
      {goBack.isError && <Failure message={messageOf(goBack.error)} />}
    </section>
  );
}
