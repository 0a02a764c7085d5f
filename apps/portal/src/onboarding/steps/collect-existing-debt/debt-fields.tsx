import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormText } from "../../../shared/forms/form-fields.tsx";
import { FormMoney } from "../../../shared/forms/form-money.tsx";

/** The fields of a debt in the order of the screen. */
export const debtFieldNames = [
  "description",
  "monthlyPaymentInCents",
  "outstandingBalanceCents",
  "interestRate",
  "monthsRemaining",
] as const;

type DebtFieldsProps = {
  index: number;
  /** Null if the row cannot be removed. */
  onRemove: (() => void) | null;
};

export function DebtFields({ index, onRemove }: DebtFieldsProps) {
  const { t } = useLingui();
  const at = (name: (typeof debtFieldNames)[number]) => `debts.${index}.${name}`;
  const number = index + 1;
  const title = `debts.${index}.title`;
  return (
    <fieldset aria-labelledby={title} className="grid gap-5 rounded-card border border-line bg-card p-4.5 sm:p-6">
      <div className="-my-2 flex min-h-12 items-center justify-between gap-4">
        <p id={title} className="font-semibold">
          <Trans>Debt {number}</Trans>
        </p>
        {onRemove && (
          <Button variant="text" className="text-small" aria-label={t`Remove debt ${number}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <FormText
        name={at("description")}
        label={t`Description`}
        hint={t`Whom you owe, or what it is for`}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormMoney name={at("monthlyPaymentInCents")} label={t`Monthly payment`} />
        <FormMoney name={at("outstandingBalanceCents")} label={t`Remaining balance`} />
        <FormText
          name={at("interestRate")}
          label={t`Interest rate`}
          hint={t`Percent per year`}
          inputMode="decimal"
          autoComplete="off"
        />
        <FormText name={at("monthsRemaining")} label={t`Months remaining`} inputMode="numeric" autoComplete="off" />
      </div>
    </fieldset>
  );
}
