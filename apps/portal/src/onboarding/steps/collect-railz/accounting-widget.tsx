import { Trans, useLingui } from "@lingui/react/macro";
import { LinkAccounting } from "../../../shared/linking/link-accounting.tsx";
import { Screen } from "../../../shared/page/screen.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";

type AccountingWidgetProps = {
  openPage: () => Promise<{ url: string }>;
  onLinked: () => Promise<void>;
  onBack: () => void;
};

/** RAILZ_WIDGET_PAGE: the owner signs in to the accounting software in a frame. */
export function AccountingWidget({ openPage, onLinked, onBack }: AccountingWidgetProps) {
  const { t } = useLingui();
  const { report } = usePortalSession();
  return (
    <Screen
      title={t`Connect your accounting software`}
      lead={<Trans>Choose it below and sign in there. We can read the books and change nothing.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            We read the income, the costs and the debts of the last two years. Nobody here sees your password.
          </Trans>
        ),
      }}
      takesFocus
    >
      <LinkAccounting
        openPage={openPage}
        onLinked={onLinked}
        onFailed={() => report({ eventType: "ACCOUNTING_WIDGET_FAILED" })}
        onBack={onBack}
      />
    </Screen>
  );
}
