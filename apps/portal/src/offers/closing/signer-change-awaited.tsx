import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../products/offers/use-offer-formats.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { useLeave } from "../offer-page.tsx";
import type { ClosingData } from "./closing-step.ts";

type SignerChangeAwaitedProps = NonNullable<ClosingData["signerChange"]> & {
  onBack: (() => void) | null;
  takesFocus: boolean;
};

/** The primary owner has replaced or removed an owner who does not sign. Staff check that before the agreement is presented again. */
export function SignerChangeAwaited({ dueOn, isOverdue, onBack, takesFocus }: SignerChangeAwaitedProps) {
  const { t } = useLingui();
  const { date } = useOfferFormats();
  const leave = useLeave();
  const day = date(dueOn);
  return (
    <Screen
      title={t`We are checking the change of owners`}
      lead={
        <Trans>
          We decided about the financing with the owners that you named before. Your agreement opens again when we have
          checked the change.
        </Trans>
      }
      takesFocus={takesFocus}
    >
      <div role="status" className="grid max-w-[56ch] gap-4">
        <p>
          {isOverdue ? (
            <Trans>We expected to be done by {day}. It takes longer than we thought.</Trans>
          ) : (
            <Trans>We expect to be done by {day}.</Trans>
          )}
        </p>
        <p>
          <Trans>
            You can close this page and come back later: your choice of the offer is kept. If you stay, your documents
            open here by themselves.
          </Trans>
        </p>
      </div>
      <FormFooter primary={{ label: t`Close`, onPress: leave, id: "close" }} onBack={onBack} />
    </Screen>
  );
}
