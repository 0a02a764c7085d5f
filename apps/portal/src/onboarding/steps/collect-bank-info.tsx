import { bankInfoForm } from "@inlay/contracts/onboarding/steps/collect-bank-info.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormText } from "../../shared/forms/form-fields.tsx";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { messageOf } from "../../shared/language/words.ts";
import { AuthorizeDebits } from "../../shared/linking/banks/authorize-debits.tsx";
import { useStepUpChange } from "../../shared/session/portal-session.tsx";
import type { StepScreen } from "../step-screen.ts";

type Typed = { accountNumber: string; routingNumber: string; name: string };

/** A bank account by its numbers, typed twice, then the authorization to debit it if the platform requires one. */
export function CollectBankInfo(props: StepScreen<"COLLECT_BANK_INFO">) {
  const { data, draft, onComplete, onBack, onDraft, takesFocus } = props;
  const { authorization } = data;
  const { t } = useLingui();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const send = ({ accountNumber, routingNumber, name }: Typed, achAuthorized: boolean) =>
    onComplete({
      accountNumber,
      routingNumber,
      name,
      accountType: "depository",
      accountSubtype: "checking",
      achAuthorized,
    });

  const stepForm = useStepForm({
    shape: bankInfoForm,
    draft,
    values: {
      accountNumber: "",
      confirmAccountNumber: "",
      routingNumber: "",
      confirmRoutingNumber: "",
      name: data.account?.bankName ?? "",
    },
    // The numbers are not saved in the draft.
    onDraft: ({ name = "" }) => onDraft({ name }),
    onComplete: async (answer) => {
      if (authorization) setTyped(answer);
      else await send(answer, false);
    },
  });

  const number = typed?.accountNumber ?? stepForm.form.getValues("accountNumber");
  const { account } = data;
  useStepUpChange([
    { label: t`Account now`, value: account ? `${account.bankName} •••• ${account.accountNumberLast4}` : null },
    {
      label: t`New account`,
      value: number ? `${typed?.name ?? stepForm.form.getValues("name")} •••• ${number.slice(-4)}` : null,
    },
  ]);

  if (typed && authorization) {
    const { accountNumber, routingNumber, name } = typed;
    return (
      <AuthorizeDebits
        authorization={authorization}
        accounts={[{ id: "typed", bankName: name, accountName: t`Checking account`, accountNumber, routingNumber }]}
        busy={busy}
        refusal={refusal === null ? null : messageOf(refusal)}
        onContinue={async () => {
          setBusy(true);
          setRefusal(null);
          try {
            await send(typed, true);
          } catch (error) {
            setRefusal(error);
            setBusy(false);
          }
        }}
        onBack={() => setTyped(null)}
      />
    );
  }
  return (
    <StepForm
      {...stepForm}
      title={t`Confirm your statement details`}
      lead={<Trans>The checking account that your statements are from. You find both numbers on a check.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: <Trans>Funds are sent to this account, and payments come from it. We keep its numbers encrypted.</Trans>,
      }}
      takesFocus={takesFocus}
      fields={["name", "routingNumber", "confirmRoutingNumber", "accountNumber", "confirmAccountNumber"]}
      onBack={onBack}
    >
      <FormText name="name" label={t`Bank name`} autoComplete="off" />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Digits name="routingNumber" label={t`Routing number`} hint={t`9 digits, at the bottom left of a check`} />
        <Digits name="confirmRoutingNumber" label={t`Confirm routing number`} />
        <Digits
          name="accountNumber"
          label={t`Account number`}
          hint={data.account ? t`On file: an account ending in ${data.account.accountNumberLast4}` : null}
        />
        <Digits name="confirmAccountNumber" label={t`Confirm account number`} />
      </div>
    </StepForm>
  );
}

function Digits({ name, label, hint = null }: { name: string; label: string; hint?: string | null }) {
  return <FormText name={name} label={label} hint={hint} inputMode="numeric" autoComplete="off" spellCheck={false} />;
}
