import { revealAccountNumbers } from "@inlay/contracts/calls/banking.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePortalSession } from "../../session/portal-session.tsx";
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
  const { data } = useSuspenseQuery({
    queryKey: ["account numbers", itemIds],
    queryFn: () => ask(revealAccountNumbers, { query: { itemIds: [...itemIds] } }),
    gcTime: 0,
  });
  return <AuthorizeDebits {...rest} authorization={data.authorization} accounts={data.accounts} />;
}
