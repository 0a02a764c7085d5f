import { Button } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { AriaField, ariaFieldLook } from "./aria-field.tsx";
import { ChevronIcon } from "./chevron-icon.tsx";
import { type FieldTexts, fieldLook } from "./field-shell.tsx";
import { listItemLook, listLook, popoverLook } from "./list-look.ts";
import { TextField } from "./text-field.tsx";

type SelectProps<Value extends string> = FieldTexts & {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder: string;
  id?: string;
  name?: string;
};

export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  placeholder,
  id,
  name,
  ...texts
}: SelectProps<Value>) {
  if (texts.disabledReason) {
    const chosen = options.find((option) => option.value === value);
    return <TextField {...texts} {...(id && { id })} label={label} value={chosen?.label ?? placeholder} />;
  }
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
      placeholder={placeholder}
      {...(name && { name })}
      isInvalid={Boolean(texts.error)}
      validationBehavior="aria"
      className={ariaFieldLook}
    >
      <AriaField label={label} {...texts}>
        <Button
          {...(id && { id })}
          className={`${fieldLook} flex cursor-pointer items-center justify-between gap-3 text-left ${texts.error ? "border-bad ring-3 ring-bad-tint" : ""}`}
        >
          <SelectValue className="truncate data-placeholder:text-ink-soft" />
          <ChevronIcon />
        </Button>
      </AriaField>
      <Popover className={`${popoverLook} w-(--trigger-width)`}>
        <ListBox className={listLook}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={listItemLook}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
