import { listBankItems } from "@inlay/contracts/calls/banking.ts";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../../shared/page/loading.tsx";
import { Problem } from "../../../shared/page/problem.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { LinkBanks } from "./link-banks.tsx";

/** Linking a bank outside the step that asks for one. Its accounts are authorized, because they are linked to be debited. */
export function LinkAnyBank({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const items = useQuery({
    // A part of "step", which is loaded again after a bank is linked.
    queryKey: ["step", "bank items"],
    queryFn: async () => (await ask(listBankItems, {})).items,
    gcTime: 0,
  });
  if (items.isError) return <Problem error={items.error} again={() => void items.refetch()} />;
  if (!items.data) return <Loading what={t`Loading your accounts…`} />;
  return (
    <LinkBanks
      data={{
        items: items.data,
        achAuthorizationRequired: true,
        optToProvideBankStatements: false,
        plaidAssetReportProvided: false,
      }}
      onDone={onDone}
      onStatements={null}
      onBack={onBack}
      takesFocus
    />
  );
}
