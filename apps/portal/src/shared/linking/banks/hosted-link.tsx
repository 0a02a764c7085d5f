import { readHostedBankLink, startHostedBankLink } from "@inlay/contracts/calls/banking.ts";
import { Button, ButtonLink } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Problem } from "../../page/problem.tsx";
import { Screen } from "../../page/screen.tsx";
import { usePortalSession } from "../../session/portal-session.tsx";

const askEveryMs = 2_000;

type HostedLinkProps = { itemId: string | null; onLinked: () => void; onBack: () => void };

/** Links a bank in a separate tab, or renews a linked one. This page polls the server for the result. */
export function HostedLink({ itemId, onLinked, onBack }: HostedLinkProps) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const { data: started } = useSuspenseQuery({
    queryKey: ["hosted link of", itemId],
    queryFn: () => ask(startHostedBankLink, { body: itemId ? { itemId } : {} }),
    gcTime: 0,
  });
  const id = started.hostedLinkId;
  const outcome = useQuery({
    queryKey: ["hosted link", id],
    queryFn: () => ask(readHostedBankLink, { params: { hostedLinkId: id } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === "error" || state.data?.ending === "LINKED" ? false : askEveryMs),
  });
  const isLinked = outcome.data?.ending === "LINKED";
  useEffect(() => {
    if (isLinked) onLinked();
  }, [isLinked, onLinked]);

  if (outcome.isError) return <Problem error={outcome.error} again={() => void outcome.refetch()} />;
  return (
    <Screen
      title={t`Open your bank on its own page`}
      lead={<Trans>Some browsers block your bank's window here. A new tab works everywhere.</Trans>}
      takesFocus
    >
      {outcome.data?.ending === "LEFT" ? (
        <Notice tone="warning">
          <p>
            <Trans>The page was closed before a bank was linked. You can open it again.</Trans>
          </p>
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-soft">
          <Spinner />
          <Trans>When you are done there, come back here. This page goes on by itself.</Trans>
        </p>
      )}
      <div className="flex flex-col gap-3 pt-2 sm:flex-row">
        <ButtonLink href={started.url}>
          <Trans>Open my bank</Trans>
        </ButtonLink>
        <Button id="back" variant="secondary" onClick={onBack}>
          {t`Back`}
        </Button>
      </div>
    </Screen>
  );
}
