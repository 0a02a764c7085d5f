import { revealAccountNumbers } from "@inlay/contracts/calls/banking.ts";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../../shared/page/loading.tsx";
import { Problem } from "../../../shared/page/problem.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { AuthorizeDebits } from "./authorize-debits.tsx";

type AchAuthorizationProps = {
  itemIds: readonly string[];
  busy: boolean;
  refusal: string | null;
  onContinue: () => void;
  onBack: () => void;
};

/** The authorization to debit linked accounts. Their numbers are loaded when they are shown and not cached. */
export function AchAuthorization({ itemIds, ...rest }: AchAuthorizationProps) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const shown = useQuery({
    queryKey: ["account numbers", itemIds],
    queryFn: () => ask(revealAccountNumbers, { query: { itemIds: [...itemIds] } }),
    gcTime: 0,
  });
  if (shown.isError) return <Problem error={shown.error} again={() => void shown.refetch()} />;
  if (!shown.data) return <Loading what={t`Loading your accounts…`} />;
  return <AuthorizeDebits {...rest} text={shown.data.authorization.text} accounts={shown.data.accounts} />;
}
