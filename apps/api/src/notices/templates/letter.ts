import { Body, Container, Head, Heading, Hr, Html, Preview, Section, Text } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";
import type { z } from "zod";

export type Locale = "en" | "es";

/** Who speaks in a letter: the platform's programme, with the contact a reader can turn to. */
export type Sender = { programName: string; supportEmail: string };

export type LetterText = { subject: string; content: ReactNode };

/** What a letter needs to know, and what it says. */
export type Template<Params extends z.ZodType> = {
  params: Params;
  text(locale: Locale, sender: Sender, params: z.infer<Params>): LetterText;
};

export const template = <Params extends z.ZodType>(description: Template<Params>) => description;

const ink = "#1b2430";
const quiet = "#5b6675";

// Mail programs know no style sheets worth the name, so the few styles stand on the elements. Plain calls instead of JSX, because
// the server's sources run as they are and JSX would need a build.
export function letter(locale: Locale, sender: Sender, { subject, content }: LetterText): ReactNode {
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

/** Something to be read off and typed elsewhere. */
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
