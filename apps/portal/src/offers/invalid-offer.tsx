import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { OfferPage, WriteToUs } from "./offer-page.tsx";

/** The step says that there are offers, but there is none to show. */
export function InvalidOffer({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  return (
    <OfferPage title={t`Invalid offer details`} lead={<WriteToUs />} takesFocus={takesFocus}>
      <Notice tone="error">
        <p>
          <Trans>We could not show your offer. Nothing is lost, and nothing was accepted.</Trans>
        </p>
      </Notice>
    </OfferPage>
  );
}
