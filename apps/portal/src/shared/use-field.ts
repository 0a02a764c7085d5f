import { useController } from "react-hook-form";
import { useWords } from "./words.ts";

// Apart from the fields themselves, so that a screen of choices does not load what it takes to type.

/** One field of the form around it, by the name it has on the wire, with what is wrong with it in the person's language. */
export function useField<Value = string>(name: string) {
  const { field, fieldState } = useController({ name });
  const { sentence } = useWords();
  const message = fieldState.error?.message;
  return { value: field.value as Value, onChange: field.onChange, error: message ? sentence(message) : null };
}
