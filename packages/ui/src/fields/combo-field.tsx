import { clsx } from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { describedBy, FieldNotes, type FieldTexts, fieldClasses } from "./field-shell.tsx";
import { listItemClasses } from "./list-classes.ts";

type Suggestion = { id: string; label: string; description?: string };

type ComboFieldProps<Item extends Suggestion> = FieldTexts & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called after the field shows the suggestion's label, so that the caller can fill related fields. */
  onPick: (suggestion: Item) => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
  /** Called when typing pauses. If it fails, no suggestions are shown and the typed text stays. */
  suggest: (query: string) => Promise<readonly Item[]>;
  leastLetters?: number;
  /** The name of the list, the text shown if it is empty, and the text that announces the number of suggestions. */
  texts: { list: string; short: string; asking: string; none: string; found: (count: number) => string };
  id?: string;
  name?: string;
  autoComplete?: string;
};

const pauseMs = 200;

/**
 * A text field with suggestions. Any text may be typed. The list is part of the page flow and moves the content below it, because a
 * floating list would be cut off in a frame that is as tall as its content.
 */
export function ComboField<Item extends Suggestion>({
  label,
  value,
  onChange,
  onPick,
  onLeave,
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
  const afterPress = useAfterPress(isOpen);
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
      // This Enter chooses from the list and must not submit the form.
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
        onBlur={() => {
          afterPress(close);
          onLeave?.();
        }}
        className={fieldClasses}
      />
      <div
        className={clsx("rounded-control border border-line bg-card p-1.5 shadow-card", !isOpen && "sr-only")}
        // The field keeps the focus, so that a tap on the list does not close the list.
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

/**
 * Runs something when the pointer is released and its click is done. A list that closed at once would move the pressed button away from
 * under the pointer, and the click would be lost.
 */
function useAfterPress(isWatched: boolean): (run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isWatched) return;
    const watching = new AbortController();
    const note = (isDown: boolean) => () => {
      isPressed.current = isDown;
    };
    const options = { capture: true, signal: watching.signal };
    document.addEventListener("pointerdown", note(true), options);
    for (const end of released) document.addEventListener(end, note(false), options);
    return () => watching.abort();
  }, [isWatched]);
  return (run) => {
    if (!isPressed.current) return void setTimeout(run);
    const once = new AbortController();
    const end = () => {
      once.abort();
      setTimeout(run);
    };
    for (const kind of released) document.addEventListener(kind, end, { signal: once.signal });
  };
}
const released = ["pointerup", "pointercancel"] as const;

/** The suggestions for the current text, requested when typing pauses. A late answer to an earlier text is dropped. */
function useSuggestions<Item>(suggest: (query: string) => Promise<readonly Item[]>, leastLetters: number) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [asked, setAsked] = useState<"short" | "asking" | "none">("short");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestRequest = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);

  function ask(query: string) {
    clearTimeout(pause.current);
    const mine = ++latestRequest.current;
    const show = (found: readonly Item[]) => {
      if (mine !== latestRequest.current) return;
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
