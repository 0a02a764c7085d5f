import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import type { z } from "zod";

export type Locale = "en" | "es";

/** The sender of an email: the platform's program, with the contact for questions. */
export type Sender = { programName: string; supportEmail: string };

export type EmailText = { subject: string; content: ReactNode };

/** An attachment before it is rendered. */
export type TemplateAttachment = { name: string; template: string; documentId: string; data: Record<string, unknown> };

/** The parameters and the content of an email. */
export type Template<Params extends z.ZodType> = {
  params: Params;
  text(locale: Locale, sender: Sender, params: z.infer<Params>): EmailText;
  templateAttachments?(locale: Locale, sender: Sender, params: z.infer<Params>): TemplateAttachment[];
};

export const template = <Params extends z.ZodType>(description: Template<Params>) => description;

const ink = "#1b2430";
export const quiet = "#5b6675";

// Email clients support style sheets poorly, so the few styles are inline. Plain calls replace JSX, because the server's sources run
// without a build.
export function email(locale: Locale, sender: Sender, { subject, content }: EmailText): ReactNode {
  const help = { en: "Questions? Write to", es: "¿Preguntas? Escriba a" }[locale];
  return h(
    Html,
    { lang: locale },
    h(Head, null),
    h(Preview, null, subject),
    h(
      Body,
      {
        style: {
          backgroundColor: "#f4f5f7",
          fontFamily: "Helvetica, Arial, sans-serif",
          color: ink,
          margin: 0,
          padding: "32px 12px",
        },
      },
      h(
        Container,
        { style: { backgroundColor: "#ffffff", borderRadius: 10, maxWidth: 520, padding: "32px 32px 24px" } },
        h(Text, { style: { color: quiet, fontSize: 14, fontWeight: 600, margin: "0 0 20px" } }, sender.programName),
        content,
        h(Hr, { style: { borderColor: "#e4e7eb", margin: "28px 0 16px" } }),
        h(
          Text,
          { style: { color: quiet, fontSize: 13, lineHeight: "20px", margin: 0 } },
          `${help} ${sender.supportEmail}.`,
        ),
      ),
    ),
  );
}

export const title = (text: string) =>
  h(Heading, { as: "h1", style: { fontSize: 22, lineHeight: "30px", margin: "0 0 12px" } }, text);

export const paragraph = (text: string) =>
  h(Text, { style: { fontSize: 16, lineHeight: "24px", margin: "0 0 12px" } }, text);

/** The heading of one of several parts. */
export const subtitle = (text: string) =>
  h(Heading, { as: "h2", style: { fontSize: 17, lineHeight: "24px", margin: "24px 0 8px" } }, text);

/** A secondary note. */
export const quietly = (text: string) =>
  h(Text, { style: { color: quiet, fontSize: 13, lineHeight: "20px", margin: "0 0 12px" } }, text);

export const list = (items: readonly string[]) =>
  h(
    "ul",
    { style: { fontSize: 16, lineHeight: "24px", margin: "0 0 12px", paddingLeft: 20 } },
    ...items.map((item) => h("li", { key: item }, item)),
  );

/** A date as it is written in a sentence. */
export const dayIn = (locale: Locale, date: string) =>
  new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** One button, and the same URL as text for clients without buttons. */
export const action = (label: string, address: string) =>
  h(
    Section,
    { style: { margin: "20px 0" } },
    h(
      Button,
      {
        href: address,
        style: {
          backgroundColor: ink,
          borderRadius: 8,
          color: "#ffffff",
          fontSize: 16,
          fontWeight: 600,
          padding: "12px 20px",
        },
      },
      label,
    ),
    h(
      Text,
      { style: { color: quiet, fontSize: 13, lineHeight: "20px", margin: "16px 0 0", wordBreak: "break-all" } },
      address,
    ),
  );

/** A value to read and type elsewhere, such as a code. */
export const figure = (text: string) =>
  h(
    Section,
    { style: { backgroundColor: "#f4f5f7", borderRadius: 8, margin: "20px 0", padding: "16px", textAlign: "center" } },
    h(
      Text,
      {
        style: {
          fontFamily: "Menlo, Consolas, monospace",
          fontSize: 32,
          letterSpacing: 8,
          lineHeight: "40px",
          margin: 0,
        },
      },
      text,
    ),
  );
