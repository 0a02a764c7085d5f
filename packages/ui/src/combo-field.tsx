import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";
import { listItemClasses } from "./list-classes.ts";

type Suggestion = { id: string; label: string; description?: string };

type ComboFieldProps<Item extends Suggestion> = FieldTexts & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The field already shows its label; this is the moment to fill what belongs to it. */
  onPick: (suggestion: Item) => void;
  /** Asked a moment after the last letter. A failure shows no suggestions: what was typed stands. */
  suggest: (query: string) => Promise<readonly Item[]>;
  leastLetters?: number;
  /** What the list is called, what is said while there is nothing to choose from, and how many there are when there is. */
  texts: { list: string; short: string; asking: string; none: string; found: (count: number) => string };
  id?: string;
  name?: string;
  autoComplete?: string;
};

const pauseMs = 200;

/**
 * A text field that suggests. Anything may be typed; a suggestion only saves typing. The list stands in the page and moves what is
 * below it: inside a frame that is as tall as its contents, something that floats would be cut off.
 */
export function ComboField<Item extends Suggestion>({
  label,
  value,
  onChange,
  onPick,
  suggest,
  leastLetters = 3,
  texts,
  id: givenId,
  name,
  autoComplete = "off",
  hint,
  error,
  disabledReason,
}: ComboFieldProps<Item>) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const { items, asked, ask } = useSuggestions(suggest, leastLetters);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const notes = { hint, error, disabledReason };
  const optionId = (index: number) => `${id}-option-${index}`;

  function close() {
    setOpen(false);
    setActive(-1);
  }

  function pick(item: Item) {
    close();
    onChange(item.label);
    onPick(item);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(isOpen ? (active + step + items.length) % items.length : step === 1 ? 0 : items.length - 1);
    }
    const chosen = isOpen ? items[active] : undefined;
    if (event.key === "Enter" && chosen) {
      // The form waits: this Enter was for the list.
      event.preventDefault();
      pick(chosen);
    }
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
  }

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        value={value}
        autoComplete={autoComplete}
        {...(disabledReason && { "aria-disabled": true, readOnly: true })}
        role="combobox"
        aria-expanded={isOpen && items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        aria-describedby={describedBy(id, notes)}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          onChange(event.target.value);
          ask(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={fieldClasses}
      />
      <div
        className={clsx("rounded-control border border-line bg-card p-1.5 shadow-card", !isOpen && "sr-only")}
        // The field keeps the focus, so that a tap on the list does not close it.
        onPointerDown={(event) => event.preventDefault()}
      >
        <p role="status" className={items.length > 0 ? "sr-only" : "type-small px-3 py-2"}>
          {isOpen && (items.length > 0 ? texts.found(items.length) : texts[asked])}
        </p>
        <div role="listbox" id={`${id}-list`} aria-label={texts.list}>
          {isOpen &&
            items.map((item, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field and chooses from there.
              <div
                key={item.id}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                data-focused={index === active || undefined}
                onClick={() => pick(item)}
                className={`${listItemClasses} hover:bg-tint`}
              >
                <span>{item.label}</span>
                {item.description && <span className="type-small">{item.description}</span>}
              </div>
            ))}
        </div>
      </div>
      <FieldNotes id={id} {...notes} />
    </div>
  );
}

/** What is suggested for the latest letters, asked for when the typing pauses. A late answer to earlier letters is dropped. */
function useSuggestions<Item>(suggest: (query: string) => Promise<readonly Item[]>, leastLetters: number) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [asked, setAsked] = useState<"short" | "asking" | "none">("short");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);

  function ask(query: string) {
    clearTimeout(pause.current);
    const mine = ++turn.current;
    const show = (found: readonly Item[]) => {
      if (mine !== turn.current) return;
      setItems(found);
      setAsked("none");
    };
    if (query.trim().length < leastLetters) {
      setItems([]);
      setAsked("short");
      return;
    }
    setAsked("asking");
    pause.current = setTimeout(() => void suggest(query).then(show, () => show([])), pauseMs);
  }
  return { items, asked, ask };
}
