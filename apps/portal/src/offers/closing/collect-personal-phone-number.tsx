import { requestPersonalPhoneCode } from "@inlay/contracts/calls/personal-phone.ts";
import { personalPhone } from "@inlay/contracts/fields/phone.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { z } from "zod/mini";
import { CodeForm } from "../../shared/forms/code-form.tsx";
import { FormMasked } from "../../shared/forms/form-fields.tsx";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { ClosingPage } from "./closing-page.tsx";
import { useOwnerStep } from "./closing-step.ts";

const shape = z.object({ phoneNumber: personalPhone });
type Sent = { phoneNumber: string; challengeId: string; sentTo: string };

/** The owner's own phone number, and the code that is sent to it. */
export function CollectPersonalPhoneNumber({ takesFocus }: { takesFocus: boolean }) {
  const { ask } = usePortalSession();
  const step = useOwnerStep("COLLECT_PERSONAL_PHONE_NUMBER");
  const { data, complete, onBack } = step;
  const [sent, setSent] = useState<Sent | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const send = async (phoneNumber: string): Promise<Sent> => {
    const { challengeId, sentTo } = await ask(requestPersonalPhoneCode, { body: { phoneNumber } });
    return { phoneNumber, challengeId, sentTo };
  };
  return (
    <ClosingPage step={step}>
      {sent ? (
        <EnterCode
          sent={sent}
          send={() => send(sent.phoneNumber)}
          confirm={async (challengeId, code) => {
            const { phoneNumber } = sent;
            await complete({ eventType: "PERSONAL_PHONE_NUMBER_COLLECTED", phoneNumber, challengeId, code });
          }}
          onChange={() => setSent(null)}
        />
      ) : (
        <EnterNumber
          onFile={data.personalPhone?.number ?? null}
          typed={typed}
          onNumber={async (phoneNumber) => {
            setTyped(phoneNumber);
            setSent(await send(phoneNumber));
          }}
          onBack={onBack}
          takesFocus={takesFocus || typed !== null}
        />
      )}
    </ClosingPage>
  );
}

/** What both pages of the step have in common. */
function useStepTexts() {
  const { t } = useLingui();
  return {
    title: t`Let's verify your personal number`,
    aside: {
      title: t`Why we ask`,
      body: (
        <Trans>
          From now on we send a code to this phone before you sign or change an account, so that nobody else can do it
          for you.
        </Trans>
      ),
    },
  };
}

type EnterNumberProps = {
  /** The number on file, masked. */
  onFile: string | null;
  /** The number that was typed before. */
  typed: string | null;
  onNumber: (phoneNumber: string) => Promise<void>;
  onBack: (() => void) | null;
  takesFocus: boolean;
};

function EnterNumber({ onFile, typed, onNumber, onBack, takesFocus }: EnterNumberProps) {
  const { t } = useLingui();
  const texts = useStepTexts();
  const stepForm = useStepForm({
    shape,
    values: { phoneNumber: typed ?? "" },
    onComplete: ({ phoneNumber }) => onNumber(phoneNumber),
  });
  return (
    <StepForm
      {...stepForm}
      {...texts}
      lead={<Trans>We send a code to it by text message.</Trans>}
      takesFocus={takesFocus}
      fields={["phoneNumber"]}
      continueLabel={t`Verify`}
      onBack={onBack}
    >
      <FormMasked
        name="phoneNumber"
        label={t`Personal phone number`}
        kind="phone"
        hint={
          onFile
            ? t`${onFile} is on file. Please enter it in full, or enter another one.`
            : t`Your own mobile phone, not a number of the business`
        }
      />
    </StepForm>
  );
}

type EnterCodeProps = {
  sent: Sent;
  send: () => Promise<Sent>;
  confirm: (challengeId: string, code: string) => Promise<void>;
  onChange: () => void;
};

const EnterCode = ({ sent, send, confirm, onChange }: EnterCodeProps) => {
  const { t } = useLingui();
  const texts = useStepTexts();
  return (
    <Screen {...texts} takesFocus={false}>
      <div className="max-w-100">
        <CodeForm
          method="SMS"
          known={sent}
          send={send}
          confirm={confirm}
          submitLabel={t`Verify`}
          other={
            <Button variant="text" onClick={onChange}>
              {t`Change number`}
            </Button>
          }
        />
      </div>
    </Screen>
  );
};
