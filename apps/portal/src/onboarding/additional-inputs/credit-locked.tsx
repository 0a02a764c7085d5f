import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ContinueFooter } from "../../shared/forms/continue-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";

type CreditLockedProps = {
  /** Whether a second check found the file still locked. */
  isStillLocked?: boolean;
  onContinue: () => Promise<void>;
  takesFocus: boolean;
};

/** Instructions for an owner whose credit file is locked at the bureau. */
export function CreditLocked({ isStillLocked = false, onContinue, takesFocus }: CreditLockedProps) {
  const { t } = useLingui();
  const freezeCenter = (
    <a
      href="https://www.experian.com/help/credit-freeze/"
      target="_blank"
      rel="noreferrer"
      className="text-link underline underline-offset-3"
    >
      <Trans>Experian's credit freeze center</Trans>
    </a>
  );
  return (
    <Screen
      title={t`Your credit report is locked`}
      lead={<Trans>The bureau does not let us look at it as long as it is frozen.</Trans>}
      aside={{
        title: t`Your score stays as it is`,
        body: (
          <Trans>
            A soft check does not affect your credit score. You can lock your report again as soon as we have looked.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
    >
      <div className="grid gap-6">
        {isStillLocked && (
          <Notice tone="warning">
            <p>
              <Trans>We looked again, and the report was still locked. Lifting a freeze can take up to an hour.</Trans>
            </p>
          </Notice>
        )}
        <ol className="grid max-w-[56ch] list-decimal gap-2 pl-5">
          <li>
            <Trans>Open {freezeCenter} and lift the freeze, for a day at least.</Trans>
          </li>
          <li>
            <Trans>Come back here and press Continue. We then look again.</Trans>
          </li>
        </ol>
        <ContinueFooter onContinue={onContinue} />
      </div>
    </Screen>
  );
}
