import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { namedMessage } from "./named-message.ts";

type ErrorSummaryProps = {
  title: string;
  /** The id of each invalid field and the message shown beside it. */
  errors: readonly { fieldId: string; message: string }[];
  /** The number of submissions. Each submission moves the focus to the summary. */
  submission: number;
};

export function ErrorSummary({ title, errors, submission }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (submission > 0) box.current?.focus();
  }, [submission]);
  const names = useFieldNames(errors.map(({ fieldId }) => fieldId));

  // A field may show an error before the first submission; that needs no summary.
  if (submission === 0 || errors.length === 0) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className="grid scroll-mt-6 gap-1 rounded-control border-2 border-bad bg-card px-4.5 py-4"
    >
      <p className="font-semibold">{title}</p>
      <ul className="grid gap-1">
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                goTo(fieldId);
              }}
              className="inline-block py-1 text-bad underline underline-offset-3"
            >
              {namedMessage(message, names[fieldId] ?? [])}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The name of each field: its group, if it has one, and its label. They are read from the page, so that no form can forget one. */
function useFieldNames(fieldIds: readonly string[]): Record<string, string[]> {
  const [names, setNames] = useState<Record<string, string[]>>({});
  useLayoutEffect(() => {
    const shown = Object.fromEntries(fieldIds.map((fieldId) => [fieldId, nameOf(fieldId)]));
    setNames((before) => (JSON.stringify(before) === JSON.stringify(shown) ? before : shown));
  });
  return names;
}

function nameOf(fieldId: string): string[] {
  const field = document.getElementById(fieldId);
  const group = field?.parentElement?.closest("fieldset");
  const label = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels?.[0] : null;
  return [labelOf(group), label?.textContent ?? labelOf(field)].filter((part) => part !== "");
}

const labelOf = (element: Element | null | undefined): string =>
  document.getElementById(element?.getAttribute("aria-labelledby") ?? "")?.textContent ?? "";

// A group of fields cannot take the focus, so its first field does.
function goTo(fieldId: string): void {
  const field = document.getElementById(fieldId);
  const inner = field?.matches("fieldset, [role=group]")
    ? field.querySelector<HTMLElement>('input:not([hidden]), [tabindex="0"]')
    : null;
  field?.scrollIntoView({ block: "center" });
  (inner ?? field)?.focus({ preventScroll: true });
}
