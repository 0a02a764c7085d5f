import { useController } from "react-hook-form";
import { useWords } from "../language/words.ts";

// A module of its own, so that a screen with choices only does not load the text fields.

/** A field of the surrounding form by its wire name, with its validation message in the person's language. */
export function useField<Value = string>(name: string) {
  const { field, fieldState } = useController({ name });
  const { sentence } = useWords();
  const message = fieldState.error?.message;
  return { value: field.value as Value, onChange: field.onChange, error: message ? sentence(message) : null };
}
