import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { offersWorkflowQuery } from "../../shared/api/queries.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { OfferPage } from "../offer-page.tsx";

const askEveryMs = 30_000;

/** A person looks at the refreshed offers. They appear here without a reload. */
export function OfferRefreshPending({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  useQuery({ ...offersWorkflowQuery(usePortalSession()), refetchInterval: askEveryMs });
  return (
    <OfferPage
      title={t`We will be in touch soon. Thanks!`}
      lead={
        <Trans>
          Your offers are being refreshed. We reply by email within 48 hours or less, and you can close this page
          meanwhile.
        </Trans>
      }
      takesFocus={takesFocus}
    >
      <p className="max-w-[60ch]">
        <Trans>There is nothing that you have to do. Refreshing does not affect your credit score.</Trans>
      </p>
    </OfferPage>
  );
}
