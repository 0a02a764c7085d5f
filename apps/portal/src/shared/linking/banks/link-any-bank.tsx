import { listBankItems } from "@inlay/contracts/calls/banking.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { usePortalSession } from "../../session/portal-session.tsx";
import { LinkBanks } from "./link-banks.tsx";

/** Linking a bank outside the step that asks for one. Its accounts are authorized, because they are linked to be debited. */
export function LinkAnyBank({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const { ask } = usePortalSession();
  const { data: items } = useSuspenseQuery({
    // A part of "step", which is loaded again after a bank is linked.
    queryKey: ["step", "bank items"],
    queryFn: async () => (await ask(listBankItems, {})).items,
    gcTime: 0,
  });
  return (
    <LinkBanks
      data={{
        items,
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
