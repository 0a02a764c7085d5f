import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { useLeave } from "../offer-page.tsx";
import type { ClosingData } from "./closing-step.ts";

type PayoffLettersAwaitedProps = NonNullable<ClosingData["payoffLetters"]> & {
  onBack: (() => void) | null;
  takesFocus: boolean;
};

/** The loan pays off another lender, who has not told us the figure yet. The documents print it, so they follow it. */
export function PayoffLettersAwaited({ dueOn, isOverdue, onBack, takesFocus }: PayoffLettersAwaitedProps) {
  const { t } = useLingui();
  const { date } = useOfferFormats();
  const leave = useLeave();
  const day = date(dueOn);
  return (
    <Screen
      title={t`We are asking your lender for the payoff figure`}
      lead={
        <Trans>
          Your loan pays off a debt to another lender. Your agreement shows the exact figure, so it opens when we have
          it.
        </Trans>
      }
      takesFocus={takesFocus}
    >
      <div role="status" className="grid max-w-[56ch] gap-4">
        <p>
          {isOverdue ? (
            <Trans>We expected it by {day}. It takes longer than we thought, and we are asking again.</Trans>
          ) : (
            <Trans>We expect it by {day}.</Trans>
          )}
        </p>
        <p>
          <Trans>
            You get an email when it is there. You can close this page and come back later: your choice of the offer is
            kept. If you stay, your documents open here by themselves.
          </Trans>
        </p>
      </div>
      <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} onBack={onBack} />
    </Screen>
  );
}
