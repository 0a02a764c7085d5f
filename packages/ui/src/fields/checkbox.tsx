import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { describedBy, FieldNotes, type FieldTexts } from "./field-shell.tsx";
import { Tick } from "./tick.tsx";

type CheckboxProps = FieldTexts & {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  id?: string;
  name?: string;
};

export function Checkbox({
  children,
  isSelected,
  onChange,
  id: givenId,
  name,
  hint,
  error,
  disabledReason,
}: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const texts = { hint, error, disabledReason };
  return (
    <div className="grid">
      <label
        htmlFor={id}
        className={clsx("flex min-h-11 items-start gap-3 py-2.5", disabledReason ? "text-ink-soft" : "cursor-pointer")}
      >
        <Tick
          kind="checkbox"
          id={id}
          {...(name && { name })}
          isSelected={isSelected}
          isDisabled={Boolean(disabledReason)}
          isInvalid={Boolean(error)}
          describedBy={describedBy(id, texts)}
          onChange={onChange}
        />
        <span>{children}</span>
      </label>
      <div className="-mt-1.5 grid gap-1 pb-2 pl-9 empty:hidden">
        <FieldNotes id={id} {...texts} />
      </div>
    </div>
  );
}
