import { closingSteps } from "@inlay/lending/offers/closing.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Licensing } from "../../products/offers/licensing.tsx";
import { Failure, OfferActions } from "../../products/offers/offer-actions.tsx";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import { useProductWords } from "../../products/product-screens.ts";
import { messageOf } from "../../shared/language/words.ts";
import { Heading } from "../../shared/page/heading.tsx";
import { useOfferGroups } from "../offer-facts.ts";
import { useLeave, WriteToUs } from "../offer-page.tsx";
import { useGoBackToOffers } from "../use-offer-step.ts";

type ChosenOfferProps = { step: OfferStep; takesFocus: boolean };

/** An offer is chosen: what is still needed before the money is sent, and the way back to the offers. */
export function ChosenOffer({ step, takesFocus }: ChosenOfferProps) {
  const { t } = useLingui();
  const leave = useLeave();
  const goBack = useGoBackToOffers();
  const wordsOf = useProductWords();
  const { dollars } = useOfferFormats();
  const chosen = useOfferGroups()
    .flatMap(({ offers }) => offers)
    .find(({ status }) => status === "SELECTED" || status === "ACCEPTED");
  const words = {
    COLLECT_TAX_ID: t`Your tax number`,
    COLLECT_PERSONAL_PHONE_NUMBER: t`Your personal phone number`,
    COLLECT_PERSONA: t`Your identity`,
    SELECT_PRIMARY_BANK_ACCOUNT: t`The account for the money and the payments`,
    COLLECT_LEGAL_AGREEMENTS: t`Disclosure and agreement, which you read and sign`,
  };
  const at = (closingSteps as readonly OfferStep[]).indexOf(step);
  const isAccepted = step === "OFFER_ACCEPTED";
  const product = chosen && wordsOf(chosen.terms.productType).name;
  const amount = chosen?.chosenAmountCents && dollars(chosen.chosenAmountCents);
  const detail = [product, amount].filter(Boolean).join(" · ");
  const title = isAccepted ? t`Thank you. We are preparing your financing` : t`What happens next`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <div className="grid gap-2">
        <Heading takesFocus={takesFocus}>{title}</Heading>
        <p className="max-w-[60ch] text-ink-soft">
          {isAccepted ? (
            <Trans>You have signed. We write to you by email when the money is on its way.</Trans>
          ) : (
            <Trans>Your choice is saved. Nothing is final, and nothing is owed, until you sign.</Trans>
          )}
        </p>
      </div>
      <Card className="max-w-[68ch]">
        <Timeline
          doneLabel={t`Done`}
          stops={[
            { label: t`Offer chosen`, detail, state: "DONE" },
            ...closingSteps.map((closing, place) => ({
              label: words[closing],
              state:
                isAccepted || place < at ? ("DONE" as const) : place === at ? ("NOW" as const) : ("LATER" as const),
            })),
            { label: t`The money is sent`, state: isAccepted ? "NOW" : "LATER" },
          ]}
        />
      </Card>
      {!isAccepted && (
        <section className="max-w-[68ch] rounded-control bg-tint px-4.5 py-4">
          <h2 className="mb-0.5 font-semibold">
            <Trans>How you go on</Trans>
          </h2>
          <p>
            <Trans>A person helps you through these steps.</Trans> <WriteToUs />
          </p>
        </section>
      )}
      <OfferActions
        primary={{ label: t`Close`, onPress: leave, id: "close" }}
        secondary={isAccepted ? null : { label: t`Back`, onPress: () => !goBack.isPending && goBack.mutate() }}
        error={goBack.isError && <Failure message={messageOf(goBack.error)} />}
      />
      <Licensing products={chosen ? [chosen.terms.productType] : []} />
    </div>
  );
}
