import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { Screen } from "../../shared/page/screen.tsx";

type EmployeeProps = { busy: boolean; refusal: string | null; onContinue: () => void; onBack: () => void };

/** What the choice of employee means, before it is saved: it cannot be changed here afterwards. */
export function Employee({ busy, refusal, onContinue, onBack }: EmployeeProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`An owner has to apply`}
      lead={
        <Trans>
          As an employee you cannot apply or sign. We can write to an owner for you, and you can use the financing once
          it is set up.
        </Trans>
      }
      takesFocus
    >
      <p className="max-w-[56ch]">
        <Trans>
          If you own 20% or more of the company, go back and choose Business Owner. Later only our support can change
          your role.
        </Trans>
      </p>
      <FormFooter primary={{ label: t`Continue as an employee`, busy, onPress: onContinue }} onBack={onBack}>
        {refusal && (
          <Notice tone="error">
            <p>{refusal}</p>
          </Notice>
        )}
      </FormFooter>
    </Screen>
  );
}
