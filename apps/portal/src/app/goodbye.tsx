import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Screen } from "../shared/page/screen.tsx";

/** Shown on our own page to a person who has closed the portal or signed out. It asks for nothing. */
export function Goodbye({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useLingui();
  return (
    <Screen title={t`Goodbye for now`} lead={<Trans>You are signed out and can close this page.</Trans>} takesFocus>
      <p className="max-w-[56ch]">
        <Trans>Everything that you have entered is kept. When there is something for you to do, we write to you.</Trans>
      </p>
      <div>
        <Button variant="secondary" onClick={onSignIn}>
          {t`Sign in again`}
        </Button>
      </div>
    </Screen>
  );
}
