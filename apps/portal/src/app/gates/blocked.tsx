import type { RoleGate } from "@inlay/lending/onboarding/steps.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { AskOwner } from "./ask-owner.tsx";

type BlockedProps = { gate: Exclude<RoleGate, "SELECT_USER_ROLES">; takesFocus: boolean };

/** Shown to a user who cannot continue until an owner has finished the application. */
export function Blocked({ gate, takesFocus }: BlockedProps) {
  const { t } = useLingui();
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  return (
    <Screen title={t`We will be in touch soon. Thanks!`} takesFocus={takesFocus}>
      <div className="grid gap-6">
        <p className="max-w-[56ch]">
          {gate === "PRIMARY_OWNER_CONFLICT" ? (
            <Trans>
              Someone else at your company has also said that they are the owner who applies. Our support knows about it
              and will sort it out with both of you. You do not need to do anything here.
            </Trans>
          ) : (
            <Trans>
              An owner of the company has to finish the application first. As soon as financing is set up, you can use
              it here with the access you have.
            </Trans>
          )}
        </p>
        {gate === "BLOCKED_ON_PRIMARY_OWNER" && <AskOwner />}
        <FormFooter
          primary={{ label: t`Close`, onPress: () => void leave().catch(showError), id: "close" }}
          canSwitch={false}
        />
      </div>
    </Screen>
  );
}
