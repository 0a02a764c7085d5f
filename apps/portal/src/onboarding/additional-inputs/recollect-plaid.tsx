import { Trans, useLingui } from "@lingui/react/macro";
import { LinkBanks } from "../../shared/linking/banks/link-banks.tsx";
import type { InputScreen } from "./input-screen.ts";

export function RecollectPlaid({ data, onComplete, takesFocus }: InputScreen<"RECOLLECT_PLAID">) {
  const { t } = useLingui();
  return (
    <LinkBanks
      data={data}
      reconnect={{
        isBankAdded: data.isBankAdded,
        title: t`Reconnect your bank accounts`,
        lead: (
          <Trans>
            The connection to your bank has ended, or is too old. Please sign in there once more to renew it. If you no
            longer use that bank, link another one, or upload bank statements.
          </Trans>
        ),
        aside: {
          title: t`Why we ask again`,
          body: (
            <Trans>
              Banks end a connection after a while, or when a password changes. We need to see what has happened since.
            </Trans>
          ),
        },
      }}
      onDone={() => onComplete({})}
      onStatements={() => onComplete({ optToProvideBankStatements: true })}
      onBack={null}
      takesFocus={takesFocus}
    />
  );
}
