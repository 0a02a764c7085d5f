import { ErrorSummary } from "@inlay/ui/feedback/error-summary.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import { useWords } from "../language/words.ts";
import { Screen } from "../page/screen.tsx";
import { FormFooter } from "./form-footer.tsx";

/** A field on the screen, or one that represents several fields. */
export type ShownField = string | { fieldId: string; error: (errors: FieldErrors) => string | undefined };

type StepFormProps = Omit<ComponentProps<typeof Screen>, "isWrong" | "children"> & {
  // biome-ignore lint/suspicious/noExplicitAny: this component works with every form.
  form: UseFormReturn<any, unknown, any>;
  submit: () => Promise<void>;
  submission: number;
  refusal: string | null;
  busy: boolean;
  /** The fields that are shown now, from top to bottom. */
  fields: readonly ShownField[];
  /** The label of the submit button if it is not Continue. */
  continueLabel?: string;
  /** Why the step cannot be submitted yet; null if it can. */
  disabledReason?: string | null;
  onBack: (() => void) | null;
  children: ReactNode;
};

/** The layout of a step with a form: heading, error summary, fields, Continue and Back. */
export function StepForm({
  form,
  submit,
  submission,
  refusal,
  busy,
  fields,
  continueLabel,
  disabledReason = null,
  onBack,
  children,
  ...screen
}: StepFormProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const found = errorsIn(form.formState.errors, fields);
  return (
    <Screen {...screen} isWrong={found.length > 0 && t`Error:`}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && disabledReason === null) void submit();
          }}
          className="grid gap-6"
        >
          <ErrorSummary
            title={t`Please check these answers`}
            errors={found.map(({ fieldId, message }) => ({ fieldId, message: sentence(message) }))}
            submission={submission}
          />
          {children}
          <FormFooter
            primary={{ busy, disabledReason, ...(continueLabel && { label: continueLabel }) }}
            onBack={onBack}
          >
            {refusal && (
              <Notice tone="error">
                <p>{refusal}</p>
              </Notice>
            )}
          </FormFooter>
        </form>
      </FormProvider>
    </Screen>
  );
}

const errorsIn = (errors: FieldErrors<FieldValues>, fields: readonly ShownField[]) =>
  fields.flatMap((field) => {
    const fieldId = typeof field === "string" ? field : field.fieldId;
    const message = typeof field === "string" ? errors[field]?.message : field.error(errors);
    return typeof message === "string" ? [{ fieldId, message }] : [];
  });
