import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { z } from "zod/mini";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { useWords } from "../../shared/language/words.ts";
import type { StepScreen } from "../step-screen.ts";

type Debts = StepScreen<"COLLECT_REFINANCE_OPTIONS">["data"]["debts"];

/** The ids of the selected debts. */
const ticked = z.object({ refinanceOptions: z.array(z.string()) });

export function CollectRefinanceOptions(props: StepScreen<"COLLECT_REFINANCE_OPTIONS">) {
  const { data, onBack, takesFocus, onComplete } = props;
  const { t } = useLingui();
  const stepForm = useStepForm({
    ...props,
    shape: ticked,
    values: { refinanceOptions: data.debts.filter((debt) => debt.refinanceRequested).map(({ id }) => id) },
    onComplete: ({ refinanceOptions }) =>
      onComplete({
        refinanceOptions: data.debts.map(({ id }) => ({
          existingDebtId: id,
          refinanceRequested: refinanceOptions.includes(id),
        })),
      }),
  });
  return (
    <StepForm
      {...stepForm}
      title={t`Would you like to refinance any of these debts?`}
      lead={
        <Trans>
          Tick a debt if you would like to pay it off with new financing. If you would not, leave all of them as they
          are.
        </Trans>
      }
      aside={{
        title: t`Good to know`,
        body: (
          <Trans>
            Ticking a debt commits you to nothing. Whether refinancing costs less depends on the offer you get and on
            what your lender charges for paying early. You compare and decide when you see the offers.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["refinanceOptions"]}
      onBack={onBack}
    >
      <DebtChoice debts={data.debts} />
    </StepForm>
  );
}

function DebtChoice({ debts }: { debts: Debts }) {
  const { t } = useLingui();
  const { dollars } = useWords();
  const { value, onChange, error } = useField<string[]>("refinanceOptions");
  return (
    <ChoiceField
      kind="many"
      id="refinanceOptions"
      label={t`Debts to refinance`}
      isLabelHidden
      choices={debts.map(({ id, description, outstandingBalanceCents }) => {
        const balance = dollars(outstandingBalanceCents);
        return { value: id, label: description, description: t`Remaining balance: ${balance}` };
      })}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
