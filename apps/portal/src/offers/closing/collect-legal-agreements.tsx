import type { Answer } from "@inlay/contracts/call.ts";
import { discloseOffer, getDisclosureFile, openAgreement, signDisclosure } from "@inlay/contracts/calls/disclosures.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import type { AnyOffer } from "../../products/product-offers.ts";
import { saveFile } from "../../shared/documents/save-file.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf } from "../../shared/language/words.ts";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { InvalidOffer } from "../invalid-offer.tsx";
import { useOfferGroups } from "../offer-facts.ts";
import { useAgreementWords } from "./agreement-words.ts";
import { ClosingPage } from "./closing-page.tsx";
import { useOwnerStep } from "./closing-step.ts";
import type { SignerToDecide } from "./decide-about-signer.tsx";
import { DecideAboutSignerPage } from "./decide-about-signer-page.ts";
import { isAllSigned } from "./is-all-signed.ts";
import { PayoffLettersAwaited } from "./payoff-letters-awaited.tsx";
import { poll } from "./poll.ts";
import { SendWhenShown } from "./send-when-shown.tsx";
import { SignDocument } from "./sign-document.tsx";
import { SignerChangeAwaited } from "./signer-change-awaited.tsx";
import { useFollow } from "./use-follow.ts";

type Disclosed = Answer<typeof discloseOffer>;

/** The disclosure and the agreement, which the owner reads and signs in this order. */
export function CollectLegalAgreements({ takesFocus }: { takesFocus: boolean }) {
  const step = useOwnerStep("COLLECT_LEGAL_AGREEMENTS");
  // The offer may expire while the person reads.
  useFollow(step);
  // The owner about whom the person decides, or that they have returned from there.
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const chosen = useOfferGroups()
    .flatMap(({ offers }) => offers)
    .find(({ status }) => status === "SELECTED");
  if (!chosen) return <InvalidOffer takesFocus={takesFocus} />;
  const { payoffLetters, signerChange, signersToDecide = [] } = step.data;
  const signer = signersToDecide.find(({ ownerId }) => ownerId === decidedId);
  if (signer)
    return (
      <ClosingPage step={step}>
        <DecideAboutSignerPage
          signer={signer}
          signaturesUntil={null}
          step="COLLECT_LEGAL_AGREEMENTS"
          reload={step.reload}
          onBack={() => setDecidedId("RETURNED")}
        />
      </ClosingPage>
    );
  if (signerChange)
    return (
      <ClosingPage step={step}>
        <Missing signers={signersToDecide} onDecide={({ ownerId }) => setDecidedId(ownerId)} />
        <SignerChangeAwaited {...signerChange} onBack={step.onBack} takesFocus={takesFocus || decidedId !== null} />
      </ClosingPage>
    );
  if (payoffLetters)
    return (
      <ClosingPage step={step}>
        <PayoffLettersAwaited {...payoffLetters} onBack={step.onBack} takesFocus={takesFocus} />
      </ClosingPage>
    );
  return (
    <ClosingPage step={step}>
      <Missing signers={signersToDecide} onDecide={({ ownerId }) => setDecidedId(ownerId)} />
      <Documents {...step} offer={chosen} takesFocus={takesFocus || decidedId !== null} />
    </ClosingPage>
  );
}

type MissingProps = { signers: readonly SignerToDecide[]; onDecide: (signer: SignerToDecide) => void };

/** The owners who declined or did not sign the agreement that ended. It is presented to them again, unless the person decides otherwise. */
function Missing({ signers, onDecide }: MissingProps) {
  return signers.map((signer) => {
    const name = `${signer.firstName} ${signer.lastName}`;
    return (
      <Notice key={signer.ownerId} tone="warning">
        <p>
          {signer.why === "DECLINED" ? (
            <Trans>{name} declined to sign the agreement. If you sign it again, we ask them again.</Trans>
          ) : (
            <Trans>{name} did not sign the agreement for two weeks. If you sign it again, we ask them again.</Trans>
          )}
        </p>
        <Button variant="text" onClick={() => onDecide(signer)}>
          <Trans>Decide what happens with {name}</Trans>
        </Button>
      </Notice>
    );
  });
}

type DocumentsProps = ReturnType<typeof useOwnerStep> & { offer: AnyOffer; takesFocus: boolean };

function Documents({ data, complete, reload, onBack, offer, takesFocus }: DocumentsProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const words = useAgreementWords(offer.terms.productType);
  const { disclosed, look } = useDisclosed(offer);
  const [place, setPlace] = useState<"LIST" | "DISCLOSURE" | "AGREEMENT" | "RETURNED">("LIST");
  const { id, chosenAmountCents: amountCents } = offer;
  const { next, disclosure } = disclosed;

  const collected = async () => {
    const stays = await complete({ eventType: "LEGAL_AGREEMENTS_COLLECTED" });
    if (stays) setPlace("RETURNED");
  };
  const afterDisclosure = async () => {
    await poll(async () => ((await look()).next === "SIGN_DISCLOSURE" ? null : true));
    setPlace("AGREEMENT");
  };
  const goBack = async () => {
    await look();
    setPlace("RETURNED");
  };
  const back = () => void goBack().catch(() => setPlace("RETURNED"));

  const isListed = place === "LIST" || place === "RETURNED";
  if (isListed && (next === "NOTHING" || isAllSigned(data)))
    return (
      <Screen title={words.title} takesFocus={takesFocus}>
        <SendWhenShown send={collected} sending={t`We are reading your signature…`} />
      </Screen>
    );
  if (place === "DISCLOSURE" && disclosure)
    return (
      <Screen title={words.title} lead={<Trans>First, read and sign the disclosure.</Trans>} isWide takesFocus>
        <SignDocument
          key="disclosure"
          name={t`Disclosure`}
          failure={words.failure}
          open={() => ask(signDisclosure, { params: { id: disclosure.id } })}
          isSigned={async () => (await look()).next !== "SIGN_DISCLOSURE"}
          onSigned={afterDisclosure}
          onBack={back}
        />
      </Screen>
    );
  if (place === "AGREEMENT")
    return (
      <Screen title={words.title} lead={<Trans>Read and sign the agreement.</Trans>} isWide takesFocus>
        <SignDocument
          key="agreement"
          name={words.agreement}
          failure={words.failure}
          open={() => ask(openAgreement, { params: { id }, body: { amountCents } })}
          isSigned={async () => isAllSigned(await reload())}
          onSigned={collected}
          onBack={back}
        />
      </Screen>
    );
  return (
    <DocumentList
      disclosed={disclosed}
      offer={offer}
      takesFocus={takesFocus || place === "RETURNED"}
      onDelivered={look}
      onSign={() => setPlace(next === "SIGN_DISCLOSURE" ? "DISCLOSURE" : "AGREEMENT")}
      onBack={onBack}
    />
  );
}

/** What the state requires of the offer, and what comes next. */
function useDisclosed({ id, chosenAmountCents: amountCents }: AnyOffer) {
  const { ask } = usePortalSession();
  const { data: disclosed, refetch } = useSuspenseQuery({
    queryKey: ["disclosed", id, amountCents],
    queryFn: () => ask(discloseOffer, { params: { id }, body: { amountCents } }),
    gcTime: 0,
  });
  const look = async () => (await refetch({ throwOnError: true })).data ?? disclosed;
  return { disclosed, look };
}

type DocumentListProps = {
  disclosed: Disclosed;
  offer: AnyOffer;
  takesFocus: boolean;
  onDelivered: () => Promise<unknown>;
  onSign: () => void;
  onBack: (() => void) | null;
};

/** What is read and signed, with the next of it as the button. */
function DocumentList({ disclosed, offer, takesFocus, onDelivered, onSign, onBack }: DocumentListProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { money, percentage } = useOfferFormats();
  const words = useAgreementWords(offer.terms.productType);
  const { next, disclosure } = disclosed;
  const download = useMutation({
    mutationFn: async (id: string) => {
      saveFile(await ask(getDisclosureFile, { params: { id } }));
      // The first download is the delivery, after which something else comes next.
      await onDelivered();
    },
  });
  const press = () => (next === "DELIVER_DISCLOSURE" && disclosure ? download.mutate(disclosure.id) : onSign());
  const isDisclosed = next === "SIGN_AGREEMENT";
  const amount = offer.chosenAmountCents === null ? null : money(offer.chosenAmountCents);
  const apr = disclosure && percentage(disclosure.aprPercentage);
  return (
    <Screen
      title={words.title}
      lead={<Trans>Nothing is final, and nothing is owed, until you sign.</Trans>}
      aside={{
        title: t`Take your time`,
        body: (
          <Trans>You can read the documents as long as you like. You get a copy of everything that you sign.</Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <Card>
        {disclosure ? (
          <Timeline
            doneLabel={t`Done`}
            stops={[
              {
                label: t`Disclosure`,
                detail: (
                  <>
                    <p>
                      {disclosure.needsSignature
                        ? t`The cost of the financing on one form, which you read and sign.`
                        : t`The cost of the financing on one form, which you read.`}
                    </p>
                    <p>{t`APR ${apr}`}</p>
                    {next !== "DELIVER_DISCLOSURE" && (
                      <Button variant="text" onClick={() => download.mutate(disclosure.id)}>
                        {t`Download the disclosure (PDF)`}
                      </Button>
                    )}
                  </>
                ),
                state: isDisclosed ? "DONE" : "NOW",
              },
              { label: words.agreement, detail: amount, state: isDisclosed ? "NOW" : "LATER" },
            ]}
          />
        ) : (
          <>
            <p className="font-semibold">{words.agreement}</p>
            <p className="type-small">{amount}</p>
          </>
        )}
      </Card>
      <FormFooter
        primary={{
          label: {
            DELIVER_DISCLOSURE: t`Download the disclosure (PDF)`,
            SIGN_DISCLOSURE: t`Sign the disclosure`,
            SIGN_AGREEMENT: t`Sign the agreement`,
            NOTHING: t`Continue`,
          }[next],
          onPress: press,
          busy: download.isPending,
        }}
        onBack={onBack}
      >
        {download.isError && (
          <Notice tone="error">
            <p>{messageOf(download.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </Screen>
  );
}
