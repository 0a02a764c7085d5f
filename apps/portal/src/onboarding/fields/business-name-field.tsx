import { nearestBusinessName } from "@inlay/contracts/fields/business-name.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormText } from "../../shared/forms/form-fields.tsx";
import { useField } from "../../shared/forms/use-field.ts";

/** The name of the business. A name with characters that are not allowed can be replaced by the nearest allowed one. */
export function BusinessNameField() {
  const { t } = useLingui();
  const { value, onChange, error } = useField("businessName");
  const nearest = error ? nearestBusinessName(value) : null;
  return (
    <div className="grid gap-1">
      <FormText
        name="businessName"
        label={t`Business name`}
        hint={t`As it is registered`}
        autoComplete="organization"
      />
      {nearest && (
        <div>
          <Button
            variant="text"
            className="text-small"
            onClick={() => {
              onChange(nearest);
              // The button disappears with the error.
              document.getElementById("businessName")?.focus();
            }}
          >
            <Trans>Use “{nearest}”</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
