import { TextField } from "@inlay/ui/fields/text-field.tsx";
import { useLingui } from "@lingui/react/macro";
import { type Ref, useEffect, useState } from "react";

/** A person waits this long before they can have another code sent. */
export const secondsBetweenCodes = 30;

type CodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
};

/** The code of an email or an SMS. A browser or phone may fill it in, and a code may be pasted with spaces. */
export function CodeField({ ref, value, error, onChange }: CodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      ref={ref}
      label={t`6-digit code`}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
    />
  );
}

export function useCountdown(from: number): [secondsLeft: number, restart: (from: number) => void] {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left === 0) return;
    const second = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(second);
  }, [left]);
  return [left, setLeft];
}
