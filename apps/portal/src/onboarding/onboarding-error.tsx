import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** The application is stopped until a staff member reviews it. The page does not show the reason. */
export function OnboardingError({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useLingui();
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  return (
    <Screen title={t`We encountered an error with your information`} takesFocus={takesFocus}>
      <p className="max-w-[56ch]">
        <Trans>
          We cannot go on with this application here. Everything you gave us is saved, and our team will look at it. If
          you have a question, please contact us.
        </Trans>
      </p>
      <FormFooter primary={{ label: t`Close`, onPress: () => void leave().catch(showError), id: "close" }} />
    </Screen>
  );
}
