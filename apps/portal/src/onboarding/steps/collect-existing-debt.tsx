import {
  collectExistingDebt,
  type DebtRow,
  emptyDebtRow,
  isEmptyDebtRow,
  mostDebts,
} from "@inlay/contracts/onboarding/steps/collect-existing-debt.ts";
import { Button } from "@inlay/ui/button.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { type FieldError, get, useFieldArray, useWatch } from "react-hook-form";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import type { StepScreen } from "../step-screen.ts";
import { DebtFields, debtFieldNames } from "./collect-existing-debt/debt-fields.tsx";

export function CollectExistingDebt(props: StepScreen<"COLLECT_EXISTING_DEBT">) {
  const { data, onBack, takesFocus } = props;
  const { t } = useLingui();
  const stepForm = useStepForm({
    ...props,
    shape: collectExistingDebt.completion,
    values: { debts: data.debts.map(rowFrom) },
  });
  const { control } = stepForm.form;
  const rows = useFieldArray({ control, name: "debts" });
  const typed = useWatch({ control, name: "debts" });
  const focus = useFocusOnceRendered();
  // The rows are the answer to the question: none are no debt.
  const [hasAnswered, setAnswered] = useState(rows.fields.length > 0);
  const putAside = useRef<DebtRow[]>([]);
  const answerIs = rows.fields.length > 0 ? "yes" : hasAnswered ? "no" : null;

  const answer = (hasDebt: boolean) => {
    setAnswered(true);
    if (hasDebt === rows.fields.length > 0) return;
    if (!hasDebt) putAside.current = typed;
    rows.replace(!hasDebt ? [] : putAside.current.length > 0 ? putAside.current : [{ ...emptyDebtRow }]);
  };
  const add = () => {
    rows.append({ ...emptyDebtRow }, { shouldFocus: false });
    focus(fieldId(rows.fields.length, "description"));
  };
  const remove = (index: number) => {
    // Somebody who has debts has at least one row.
    if (rows.fields.length === 1) rows.replace([{ ...emptyDebtRow }]);
    else rows.remove(index);
    focus(rows.fields.length === 1 ? fieldId(0, "description") : addButtonId);
  };

  const hasNone = typed.every(isEmptyDebtRow);
  return (
    <StepForm
      {...stepForm}
      title={t`Does the business have other debt?`}
      lead={<Trans>If there is none, one answer is enough.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            What the business already pays each month shows what it can repay with ease. Listing a debt does not affect
            anyone's credit score.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={rows.fields.flatMap((_, index) =>
        debtFieldNames.map((name) => ({
          fieldId: fieldId(index, name),
          error: (errors) => (get(errors, fieldId(index, name)) as FieldError | undefined)?.message,
        })),
      )}
      continueLabel={hasNone ? t`No existing debt` : t`Done adding debt`}
      onBack={onBack}
    >
      <ChoiceField<"yes" | "no">
        kind="one"
        id="hasDebt"
        label={t`Does the business pay back any loan, lease, card or advance?`}
        choices={[
          { value: "yes", label: t`Yes` },
          { value: "no", label: t`No` },
        ]}
        value={answerIs}
        onChange={(chosen) => answer(chosen === "yes")}
        inRow
      />
      {answerIs === "yes" && (
        <>
          <ul className="grid gap-6">
            {rows.fields.map(({ id }, index) => (
              <li key={id}>
                <DebtFields
                  index={index}
                  onRemove={
                    rows.fields.length > 1 || !isEmptyDebtRow(typed[index] ?? emptyDebtRow) ? () => remove(index) : null
                  }
                />
              </li>
            ))}
          </ul>
          <div>
            <Button
              id={addButtonId}
              variant="secondary"
              onClick={add}
              disabledReason={rows.fields.length >= mostDebts ? t`You can list up to ${mostDebts} debts.` : null}
            >
              <Trans>Add another debt</Trans>
            </Button>
          </div>
        </>
      )}
    </StepForm>
  );
}

const addButtonId = "add-debt";
const fieldId = (index: number, name: (typeof debtFieldNames)[number]) => `debts.${index}.${name}` as const;

const rowFrom = ({ id: _, ...debt }: StepScreen<"COLLECT_EXISTING_DEBT">["data"]["debts"][number]): DebtRow => ({
  ...debt,
  interestRate: String(debt.interestRate),
  monthsRemaining: String(debt.monthsRemaining),
});

/** Moves the focus to an element once it is rendered. */
function useFocusOnceRendered(): (elementId: string) => void {
  const [target, setTarget] = useState<{ elementId: string } | null>(null);
  useEffect(() => {
    if (target) document.getElementById(target.elementId)?.focus();
  }, [target]);
  return (elementId) => setTarget({ elementId });
}
