import { Column, Row, Section, Text } from "@react-email/components";
import { Fragment, createElement as h, type ReactNode } from "react";
import type { EventWords } from "../batches/words/event-words.ts";
import { type Locale, useFrame } from "./email.ts";

/** The one figure of an event. Its cents are smaller, so that the dollars are read first. */
export const bigFigure = (locale: Locale, { label, amountCents }: { label: string; amountCents: number }): ReactNode =>
  h(BigFigure, { locale, label, amountCents });

function BigFigure({ locale, label, amountCents }: { locale: Locale; label: string; amountCents: number }) {
  const { inkSoft } = useFrame().colors;
  const parts = new Intl.NumberFormat({ en: "en-US", es: "es-US" }[locale], {
    style: "currency",
    currency: "USD",
  }).formatToParts(amountCents / 100);
  const cut = parts.findIndex(({ type }) => type === "decimal");
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join("");
  return h(
    Section,
    { style: { margin: "20px 0 12px" } },
    h(Text, { className: "soft", style: { color: inkSoft, fontSize: 14, lineHeight: "20px", margin: 0 } }, label),
    h(
      Text,
      { style: { fontSize: 36, fontWeight: 700, lineHeight: "44px", margin: 0 } },
      text(0, cut),
      h("span", { className: "soft", style: { color: inkSoft, fontSize: 20 } }, text(cut)),
    ),
  );
}

/** What the figure is made of, and below a line what it comes to. */
export const rows = ({ parts, total }: Pick<EventWords, "parts" | "total">): ReactNode => h(Rows, { parts, total });

function Rows({ parts, total }: Pick<EventWords, "parts" | "total">) {
  const { inkSoft, line } = useFrame().colors;
  const cell = { fontSize: 16, lineHeight: "24px", padding: "5px 0", verticalAlign: "top" as const };
  const value = { ...cell, fontWeight: 600, paddingLeft: 12, textAlign: "right" as const };
  return h(
    Section,
    { style: { margin: "0 0 12px" } },
    ...parts.map((part) =>
      h(
        Fragment,
        { key: part.label },
        h(
          Row,
          null,
          h(Column, { className: "soft", style: { ...cell, color: inkSoft } }, part.label),
          h(Column, { align: "right", style: value }, part.value),
        ),
      ),
    ),
    total &&
      h(
        Row,
        null,
        h(
          Column,
          {
            className: "line",
            style: {
              ...cell,
              borderTop: parts.length > 0 ? `1px solid ${line}` : "0",
              fontWeight: 600,
              paddingTop: 10,
            },
          },
          total.label,
        ),
        h(
          Column,
          {
            className: "line",
            align: "right",
            style: { ...value, borderTop: parts.length > 0 ? `1px solid ${line}` : "0", paddingTop: 10 },
          },
          total.value,
        ),
      ),
  );
}

/** A bar with its meaning in words below it, which is all that a reader without images or colors needs. */
export const progressBar = (progress: NonNullable<EventWords["progress"]>): ReactNode => h(ProgressBar, progress);

function ProgressBar({ percent, text }: NonNullable<EventWords["progress"]>) {
  const { primary, line, inkSoft } = useFrame().colors;
  const bar = { borderRadius: 4, fontSize: 0, height: 8, lineHeight: "8px" };
  return h(
    Section,
    { style: { margin: "0 0 16px" } },
    h(
      "div",
      { "data-skip-in-text": true, "aria-hidden": true, className: "track", style: { ...bar, backgroundColor: line } },
      percent > 0 &&
        h("div", { className: "primary", style: { ...bar, backgroundColor: primary, width: `${percent}%` } }),
    ),
    h(
      Text,
      { className: "soft", style: { color: inkSoft, fontSize: 14, lineHeight: "20px", margin: "8px 0 0" } },
      text,
    ),
  );
}

/** A sentence that the reader should not miss. */
export const callout = (text: string): ReactNode => h(Callout, { text });

function Callout({ text }: { text: string }) {
  const { tint, onTint } = useFrame().colors;
  return h(
    Section,
    {
      className: "tint",
      style: { backgroundColor: tint, borderRadius: 12, color: onTint, margin: "16px 0", padding: "14px 18px" },
    },
    h(Text, { style: { fontSize: 15, lineHeight: "22px", margin: 0 } }, text),
  );
}

/** Between two events of one email. */
export const divider = (): ReactNode => h(Divider, null);

function Divider() {
  const { line } = useFrame().colors;
  return h("hr", {
    className: "line",
    style: { border: 0, borderTop: `1px solid ${line}`, margin: "28px 0 4px", width: "100%" },
  });
}
