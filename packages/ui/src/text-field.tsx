import { type ComponentProps, useId } from "react";

type TextFieldProps = Omit<ComponentProps<"input">, "id" | "className"> & {
  label: string;
  hint?: string;
  error?: string | null;
};

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const told = error || hint ? `${id}-told` : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-describedby={told}
        aria-invalid={error ? true : undefined}
        className="min-h-13 w-full rounded-control border border-field-line bg-card px-3.5 aria-invalid:border-bad aria-invalid:ring-3 aria-invalid:ring-bad-tint"
      />
      {told && (
        <p
          id={told}
          role={error ? "alert" : undefined}
          className={`text-small ${error ? "text-bad" : "text-ink-soft"}`}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}
