import { getCashFlowFit } from "@inlay/contracts/calls/cash-flow-fit.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { ErrorState } from "@inlay/ui/feedback/error-state.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../shared/api/api.ts";
import { messageOf } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { FitLoading } from "./fit-loading.tsx";
import { FitShown } from "./fit-shown.tsx";

/**
 * What the payments of an offer at an amount would have left of the balances of the last year. It is read again when the amount changes; the
 * figures of the amount before stay until then.
 */
export function CashFlowFit({ offerId, amountCents }: { offerId: string; amountCents: number }) {
  const { ask } = usePortalSession();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["cash-flow fit", offerId, amountCents],
    queryFn: () => ask(getCashFlowFit, { params: { id: offerId }, query: { amountCents } }),
    placeholderData: keepPreviousData,
  });
  if (error) return <NotLoaded error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <FitLoading />;
  if (data.outcome === "TOO_FEW_DAYS") return <TooFewDays known={data.knownDays} needed={data.neededDays} />;
  return <FitShown fit={data} isOutdated={isPlaceholderData} />;
}

type NotLoadedProps = { error: Error; busy: boolean; onRetry: () => void };

function NotLoaded({ error, busy, onRetry }: NotLoadedProps) {
  const { t } = useLingui();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <ErrorState
      title={t`We could not load your balances`}
      retry={{ label: t`Try again`, onRetry, busy }}
      reference={
        requestId && (
          <Trans>
            If you contact us about this, please mention <span className="wrap-anywhere select-all">{requestId}</span>.
          </Trans>
        )
      }
    >
      <p>{messageOf(error)}</p>
      <p>
        <Trans>Your offer stays as it is.</Trans>
      </p>
    </ErrorState>
  );
}

function TooFewDays({ known, needed }: { known: number; needed: number }) {
  const { t } = useLingui();
  return (
    <EmptyState title={t`We know too few of your balances`}>
      <p>
        <Plural
          value={known}
          _0="We know no daily balance of your bank accounts."
          one="We know # daily balance of your bank accounts."
          other="We know # daily balances of your bank accounts."
        />{" "}
        <Trans>From {needed} on we show here what the payments would have left.</Trans>
      </p>
    </EmptyState>
  );
}
