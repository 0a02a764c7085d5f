import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { ApiError } from "../api/api.ts";
import type { Draft } from "../flow/flow.ts";
import { messageOf } from "../language/words.ts";

type StepFormOptions<Shape extends z.core.$ZodType<FieldValues, FieldValues>> = {
  shape: Shape;
  values: Record<string, unknown>;
  /** What was typed before and not sent. */
  draft?: Draft | null;
  /** Refusals of the server that are about one field. */
  refusedFields?: Record<string, Path<z.input<Shape>>>;
  /** Without it nothing is kept before it is sent: what is secret, agreed to, or saved at once. */
  onDraft?: (fields: Draft) => void;
  onComplete: (answer: z.output<Shape>) => Promise<void>;
};

/**
 * A form over the very shape that the server checks with. Nothing is found wrong before Continue; afterwards a field is looked at
 * again as it changes. What is typed goes to the draft, where there is one.
 */
export function useStepForm<Shape extends z.core.$ZodType<FieldValues, FieldValues>>(options: StepFormOptions<Shape>) {
  const { shape, values, draft = null, refusedFields = {}, onDraft, onComplete } = options;
  const form = useForm<z.input<Shape>, unknown, z.output<Shape>>({
    resolver: standardSchemaResolver(shape),
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
    defaultValues: { ...values, ...draft } as DefaultValues<z.input<Shape>>,
  });
  const [submission, setSubmission] = useState(0);
  const [refusal, setRefusal] = useState<unknown>(null);

  useEffect(() => {
    if (!onDraft) return;
    const { unsubscribe } = form.watch((typed) => onDraft(typed as Draft));
    return unsubscribe;
  }, [form, onDraft]);

  const send = form.handleSubmit(async (answer) => {
    setRefusal(null);
    try {
      await onComplete(answer);
    } catch (error) {
      const fields = error instanceof ApiError ? refusedIn(error, refusedFields) : [];
      for (const { name, message } of fields) form.setError(name as Path<z.input<Shape>>, { type: "server", message });
      if (fields.length === 0) setRefusal(error);
    }
  });
  // Counted when what was found wrong is on the screen, so that the focus can go there.
  const submit = async () => {
    await send();
    setSubmission((count) => count + 1);
  };

  return {
    form,
    submit,
    submission,
    refusal: refusal === null ? null : messageOf(refusal),
    busy: form.formState.isSubmitting,
  };
}

/** What the server found wrong with single fields. */
function refusedIn(error: ApiError, refusedFields: Record<string, string>): { name: string; message: string }[] {
  const field = refusedFields[error.code];
  if (field) return [{ name: field, message: error.message }];
  return error.fields.map(({ pointer, message }) => ({
    // What an answer wraps, its form has side by side.
    name: pointer.replace(/^\/(?:\w+StepPayload\/)?/, "").replaceAll("/", "."),
    message,
  }));
}
