import type { Business } from "@inlay/contracts/business.ts";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useStatusLabel } from "../../shared/business/status-label.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useWords } from "../../shared/language/words.ts";
import { Screen } from "../../shared/page/screen.tsx";

type SelectBusinessProps = { business: Business; takesFocus: boolean; onChosen: (userIndex: number) => void };

export function SelectBusiness({ business, takesFocus, onChosen }: SelectBusinessProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const statusLabel = useStatusLabel();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen === null) setMissing(true);
    else onChosen(Number(chosen));
  }

  return (
    <Screen title={t`It looks like you may own multiple businesses!`} takesFocus={takesFocus}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <ChoiceField
          kind="one"
          label={t`Which one is this about?`}
          choices={business.allBusinessUsers.map((user, index) => ({
            value: String(index),
            label: user.businessName ?? t`No business name provided`,
            description: statusLabel(user),
          }))}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setMissing(false);
          }}
          error={isMissing ? sentence("Must select an option") : null}
        />
        <FormFooter canSwitch={false} />
      </form>
    </Screen>
  );
}
