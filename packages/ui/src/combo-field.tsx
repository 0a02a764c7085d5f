import { useEffect, useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { AriaField, ariaFieldLook } from "./aria-field.tsx";
import { type FieldTexts, fieldLook } from "./field-shell.tsx";
import { listItemLook, listLook, popoverLook } from "./list-look.ts";

type Suggestion = { id: string; label: string; description?: string };

type ComboFieldProps<Item extends Suggestion> = FieldTexts & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The field already shows its label; this is the moment to fill what belongs to it. */
  onPick: (suggestion: Item) => void;
  /** Asked a moment after the last letter. A failure shows no suggestions: what was typed stands. */
  suggest: (query: string, signal: AbortSignal) => Promise<readonly Item[]>;
  leastLetters?: number;
  /** Said in place of suggestions: too few letters yet, asking, none found. */
  emptyTexts: { short: string; asking: string; none: string };
  id?: string;
  name?: string;
  autoComplete?: string;
};

const pauseMs = 200;

/** A text field that suggests. Anything may be typed; a suggestion only saves typing. */
export function ComboField<Item extends Suggestion>({
  label,
  value,
  onChange,
  onPick,
  suggest,
  leastLetters = 3,
  emptyTexts,
  id,
  name,
  autoComplete = "off",
  ...texts
}: ComboFieldProps<Item>) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState<keyof typeof emptyTexts>("short");

  useEffect(() => {
    if (query.trim().length < leastLetters) {
      setItems([]);
      setAsked("short");
      return;
    }
    setAsked("asking");
    const asking = new AbortController();
    const show = (found: readonly Item[]) => {
      if (asking.signal.aborted) return;
      setItems(found);
      setAsked("none");
    };
    const pause = setTimeout(() => {
      suggest(query, asking.signal).then(show, () => show([]));
    }, pauseMs);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [query, leastLetters, suggest]);

  function pick(key: unknown) {
    const picked = items.find((item) => item.id === key);
    if (picked) onPick(picked);
  }

  return (
    <ComboBox
      {...(id && { id })}
      items={items}
      onChange={pick}
      inputValue={value}
      onInputChange={(typed) => {
        if (typed === value) return;
        onChange(typed);
        if (!items.some((item) => item.label === typed)) setQuery(typed);
      }}
      allowsCustomValue
      // Suggestions come later than letters: the list must be open to receive them.
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={Boolean(texts.error)}
      isReadOnly={Boolean(texts.disabledReason)}
      validationBehavior="aria"
      className={ariaFieldLook}
    >
      <AriaField label={label} {...texts}>
        <Input
          {...(name && { name })}
          autoComplete={autoComplete}
          aria-disabled={texts.disabledReason ? true : undefined}
          className={`${fieldLook} data-invalid:border-bad data-invalid:ring-3 data-invalid:ring-bad-tint`}
        />
      </AriaField>
      <Popover className={`${popoverLook} w-(--trigger-width)`}>
        <ListBox<Item>
          className={listLook}
          renderEmptyState={() => <p className="type-small px-3 py-2">{emptyTexts[asked]}</p>}
        >
          {(item) => (
            <ListBoxItem id={item.id} textValue={item.label} className={listItemLook}>
              <span>{item.label}</span>
              {item.description && <span className="type-small">{item.description}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
