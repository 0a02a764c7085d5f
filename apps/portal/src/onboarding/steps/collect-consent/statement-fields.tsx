import { stateName } from "@inlay/contracts/fields/us-state-names.ts";
import { usStates } from "@inlay/contracts/fields/us-states.ts";
import type { NotOffered } from "@inlay/contracts/onboarding/early-answers.ts";
import {
  leastRequestedCents,
  mostRequestedCents,
  type UseOfFunds,
  usesOfFunds,
} from "@inlay/contracts/onboarding/owner-statement.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Select } from "@inlay/ui/fields/select.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormContext } from "react-hook-form";
import { FormSelect, FormText } from "../../../shared/forms/form-fields.tsx";
import { FormMoney } from "../../../shared/forms/form-money.tsx";
import { useField } from "../../../shared/forms/use-field.ts";
import { useWords } from "../../../shared/language/words.ts";
import { NotOfferedInState } from "../../early-answers.tsx";
import { YesOrNo } from "../../fields/yes-or-no.tsx";
import { FormCheckbox } from "./form-checkbox.tsx";

/** The names of the fields from top to bottom. */
export const statementFieldNames = (isOther: boolean): string[] => [
  "amountRequestedCents",
  "useOfFunds",
  ...(isOther ? ["useOfFundsOther"] : []),
  "grossAnnualRevenueCents",
  "stateManagedFrom",
  "businessOwnersAreUsResidents",
  "businessPurposeOnly",
];

type StatementFieldsProps = { ownershipPercentage: number | null; notOffered: NotOffered };

/** What the primary owner states about the application, above the consents. */
export function StatementFields({ ownershipPercentage, notOffered }: StatementFieldsProps) {
  const { t } = useLingui();
  const { language, region, dollars, percent } = useWords();
  const [least, most] = [dollars(leastRequestedCents), dollars(mostRequestedCents)];
  const share = ownershipPercentage === null ? null : percent(String(ownershipPercentage));
  const states = usStates
    .map((state) => ({ value: state, label: stateName(state, language) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, region));
  return (
    <Card className="grid gap-5">
      <h2 className="type-subheader">{t`About this application`}</h2>
      <FormMoney
        name="amountRequestedCents"
        label={t`Amount requested`}
        hint={t`From ${least} to ${most}. We may offer a different amount.`}
      />
      <Uses />
      <FormMoney
        name="grossAnnualRevenueCents"
        label={t`Gross annual revenue`}
        hint={t`What the business took in over the last 12 months, before any costs. An estimate is fine.`}
      />
      <FormSelect
        name="stateManagedFrom"
        label={t`State the business is managed from`}
        placeholder={t`Choose a state`}
        options={states}
      />
      <NotOfferedInState notOffered={notOffered} stateField="stateManagedFrom" />
      <YesOrNo name="businessOwnersAreUsResidents" label={t`Do all owners live in the United States?`} />
      {share !== null && (
        <p className="type-small">
          <Trans>You own {share} of the business, as you said in the list of owners.</Trans>
        </p>
      )}
      <FormCheckbox name="businessPurposeOnly">
        {t`The money is for the business only, not for personal, family or household purposes`}
      </FormCheckbox>
    </Card>
  );
}

function Uses() {
  const { t } = useLingui();
  const { value, onChange, error } = useField("useOfFunds");
  const { setValue } = useFormContext();
  const words: Record<UseOfFunds, string> = {
    WORKING_CAPITAL: t`Working capital`,
    INVENTORY: t`Inventory`,
    EQUIPMENT: t`Equipment`,
    EXPANSION: t`Expansion`,
    PAYROLL: t`Payroll`,
    REFINANCING: t`Refinancing`,
    MARKETING: t`Marketing`,
    OTHER: t`Another use`,
  };
  return (
    <>
      <Select
        id="useOfFunds"
        name="useOfFunds"
        label={t`What is the money for?`}
        placeholder={t`Choose a purpose`}
        options={usesOfFunds.map((use) => ({ value: use, label: words[use] }))}
        value={(value as UseOfFunds) || null}
        onChange={(use) => {
          onChange(use);
          if (use !== "OTHER") setValue("useOfFundsOther", "");
        }}
        error={error}
      />
      {value === "OTHER" && <FormText name="useOfFundsOther" label={t`What it is for`} autoComplete="off" />}
    </>
  );
}
