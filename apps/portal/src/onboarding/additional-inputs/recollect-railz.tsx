import { openAccountingPage } from "@inlay/contracts/calls/accounting.ts";
import { accountingMinutes as minutes } from "@inlay/lending/onboarding/minutes.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { AccountantInfo } from "../steps/collect-railz/accountant-info.tsx";
import { AccountingWidget } from "../steps/collect-railz/accounting-widget.tsx";
import { SelectWhoLinks } from "../steps/collect-railz/choices.tsx";
import type { InputScreen } from "./input-screen.ts";

/** Connecting the accounting software again: the owner does it, or the accountant gets a new link. */
export function RecollectRailz(props: InputScreen<"RECOLLECT_RAILZ">) {
  const { data, draft, onDraft, onComplete, takesFocus } = props;
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const [place, setPlace] = useState<"CHOICE" | "WIDGET" | "ACCOUNTANT" | "RETURNED">("CHOICE");
  const openPage = useCallback(() => ask(openAccountingPage, {}), [ask]);
  const back = () => setPlace("RETURNED");
  if (place === "WIDGET") return <AccountingWidget openPage={openPage} onLinked={() => onComplete({})} onBack={back} />;
  if (place === "ACCOUNTANT")
    return (
      <AccountantInfo accountant={data.accountant} draft={draft} onDraft={onDraft} onNamed={onComplete} onBack={back} />
    );
  return (
    <SelectWhoLinks
      title={t`Reconnect your accounting software`}
      lead={<Trans>We cannot read your books any more. Who can sign in there? It takes about {minutes} minutes.</Trans>}
      takesFocus={takesFocus || place === "RETURNED"}
      hasAccountant={data.accountant !== null}
      onSelf={() => setPlace("WIDGET")}
      onAccountant={() => setPlace("ACCOUNTANT")}
      onBack={null}
    />
  );
}
