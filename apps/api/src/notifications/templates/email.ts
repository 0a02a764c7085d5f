import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import { createContext, Fragment, createElement as h, type PropsWithChildren, type ReactNode, useContext } from "react";
import { z } from "zod";
import { type Brand, type Colors, colorsOf, header, radiusOf, styleSheet } from "./brand.ts";

export type Locale = "en" | "es";

/** Who writes: the platform's program with its brand, for whom, and the contact for questions. */
export type Sender = Brand & {
  platformName: string;
  lenderName: string;
  supportEmail: string;
  supportPhone: string | null;
  /** Empty if the platform has none, like the postal address. */
  licenseLine: string;
  postalAddress: string;
};

/** The subject, and the parts of an email from top to bottom. */
export type EmailText = { subject: string; content: readonly ReactNode[] };

/** An attachment before it is rendered. */
export type TemplateAttachment = {
  name: string;
  template: string;
  documentId: string;
  data: Record<string, unknown>;
  /** The time in the file; that of the email if none is given. */
  issuedAt?: Date;
};

/** The parameters and the content of an email. A parameter `firstName` is the reader's, whom `title` greets. */
export type Template<Params extends z.ZodType> = {
  params: Params;
  text(locale: Locale, sender: Sender, params: z.infer<Params>): EmailText;
  /** Where the recipient's mail program stops emails of this kind. */
  stopUrl?(params: z.infer<Params>): string | null;
  templateAttachments?(locale: Locale, sender: Sender, params: z.infer<Params>): TemplateAttachment[];
};

export const template = <Params extends z.ZodType>(description: Template<Params>) => description;

/** The reader's first name, if it is known. Emails that were queued before a template had this parameter do not have it. */
export const firstName = z.string().nullable().default(null);

/** What the parts of an email share. */
type Frame = { colors: Colors; radius: number; greeting: string };
const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("this part belongs inside an email");
  return frame;
}

const phrases = {
  en: {
    greeting: (name: string | null) => (name ? `Hello ${name},` : "Hello,"),
    questions: "Questions? Write to ",
    call: (phone: string) => ` or call ${phone}`,
    from: (program: string) => `This email is from ${program}.`,
    onBehalf: (program: string, platform: string) => `${program} writes on behalf of ${platform}.`,
    financing: (lender: string) => `Financing by ${lender}.`,
  },
  es: {
    greeting: (name: string | null) => (name ? `Hola, ${name}:` : "Hola:"),
    questions: "¿Preguntas? Escriba a ",
    call: (phone: string) => ` o llame al ${phone}`,
    from: (program: string) => `Este correo es de ${program}.`,
    onBehalf: (program: string, platform: string) => `${program} escribe en nombre de ${platform}.`,
    financing: (lender: string) => `Financiamiento de ${lender}.`,
  },
};

/** A sentence that ends with a name such as “Inc.” has one period. An ellipsis stays. */
export const withSinglePeriods = (text: string): string => text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");

// Email clients support style sheets poorly, so the styles of the light scheme are inline. Plain calls replace JSX, because the server's
// sources run without a build.
export function email(
  locale: Locale,
  sender: Sender,
  { subject, content, firstName }: EmailText & { firstName: string | null },
): ReactNode {
  const colors = colorsOf(sender, "light");
  const frame = { colors, radius: radiusOf(sender), greeting: phrases[locale].greeting(firstName) };
  const page = h(
    Html,
    { lang: locale },
    h(
      Head,
      null,
      h("title", null, subject),
      h("meta", { name: "viewport", content: "width=device-width" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("style", null, styleSheet(sender)),
    ),
    h(Preview, null, subject),
    h(
      Body,
      {
        className: "paper",
        style: {
          backgroundColor: colors.paper,
          fontFamily: "Helvetica, Arial, sans-serif",
          margin: 0,
          padding: "28px 12px",
        },
      },
      h(
        Container,
        {
          className: "card",
          style: {
            backgroundColor: colors.card,
            border: `1px solid ${colors.line}`,
            borderCollapse: "separate",
            borderRadius: 16,
            color: colors.ink,
            maxWidth: 560,
            padding: "32px 36px",
          },
        },
        header(sender, colors),
        ...content,
        h(Hr, { className: "line", style: { borderColor: colors.line, margin: "28px 0 16px" } }),
        h(Footer, { locale, sender }),
      ),
    ),
  );
  return h(FrameContext, { value: frame }, page);
}

function Footer({ locale, sender }: { locale: Locale; sender: Sender }) {
  const { programName, platformName, lenderName, supportEmail, supportPhone, licenseLine, postalAddress } = sender;
  const { questions, call, from, onBehalf, financing } = phrases[locale];
  const { colors } = useFrame();
  const writes = programName === platformName ? from(programName) : onBehalf(programName, platformName);
  const support = h(
    Link,
    { href: `mailto:${supportEmail}`, className: "link", style: { color: colors.link, textDecoration: "underline" } },
    supportEmail,
  );
  return h(
    Fragment,
    null,
    h(Soft, null, questions, support, `${supportPhone ? call(supportPhone) : ""}.`),
    h(Soft, null, withSinglePeriods(`${writes} ${financing(lenderName)}`)),
    // The platform gives both in one language.
    licenseLine && h(Soft, null, h("span", { lang: "en" }, licenseLine)),
    postalAddress && h(Soft, null, h("span", { lang: "en" }, postalAddress)),
  );
}

function Soft({ children }: PropsWithChildren) {
  const { inkSoft } = useFrame().colors;
  const style = { color: inkSoft, fontSize: 13, lineHeight: "20px", margin: "0 0 8px" };
  return h(Text, { className: "soft", style }, children);
}

/** The heading, and under it the greeting. Every email begins with it. */
export const title = (text: string) => h(Title, null, withSinglePeriods(text));

function Title({ children }: PropsWithChildren) {
  const { greeting } = useFrame();
  const style = { fontSize: 22, lineHeight: "30px", margin: "0 0 16px" };
  return h(Fragment, null, h(Heading, { as: "h1", style }, children), paragraph(greeting));
}

export const paragraph = (text: string) =>
  h(Text, { style: { fontSize: 16, lineHeight: "24px", margin: "0 0 12px" } }, withSinglePeriods(text));

/** The heading of one of several parts. */
export const subtitle = (text: string) =>
  h(Heading, { as: "h2", style: { fontSize: 17, lineHeight: "24px", margin: "24px 0 8px" } }, withSinglePeriods(text));

/** A secondary note, which may end with a link. */
export const quietly = (text: string, link?: { label: string; url: string }) =>
  h(Soft, null, withSinglePeriods(text), link && h(Fragment, null, " ", h(QuietLink, link)));

function QuietLink({ label, url }: { label: string; url: string }) {
  const { inkSoft } = useFrame().colors;
  const style = { color: inkSoft, textDecoration: "underline", wordBreak: "break-word" as const };
  return h(Link, { href: url, className: "soft", style }, label);
}

export const list = (items: readonly string[]) =>
  h(
    "ul",
    { style: { fontSize: 16, lineHeight: "24px", margin: "0 0 12px", paddingLeft: 20 } },
    ...items.map((item) => h("li", { key: item }, withSinglePeriods(item))),
  );

/** An amount as it is written in a sentence. */
export const dollars = (locale: Locale, amountCents: number): string =>
  new Intl.NumberFormat({ en: "en-US", es: "es-US" }[locale], { style: "currency", currency: "USD" }).format(
    amountCents / 100,
  );

/** A date as it is written in a sentence. */
export const dayIn = (locale: Locale, date: string) =>
  new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** One button, and the same URL as text for clients without buttons. */
export const action = (label: string, address: string) => h(Action, { label, address });

function Action({ label, address }: { label: string; address: string }) {
  const { colors, radius } = useFrame();
  const style = {
    backgroundColor: colors.primary,
    borderRadius: radius,
    color: colors.onPrimary,
    fontSize: 16,
    fontWeight: 600,
    padding: "14px 22px",
  };
  return h(
    Section,
    { style: { margin: "20px 0 12px" } },
    h(Button, { href: address, className: "primary button", style }, label),
    // The plain text has the URL beside the button's label.
    h(
      "div",
      { "data-skip-in-text": true, style: { marginTop: 16 } },
      h(Soft, null, h(QuietLink, { label: address, url: address })),
    ),
  );
}

/** A value to read and type elsewhere, such as a code. */
export const figure = (text: string) => h(Figure, null, text);

function Figure({ children }: PropsWithChildren) {
  const { tint, onTint } = useFrame().colors;
  const style = {
    fontFamily: "Menlo, Consolas, monospace",
    fontSize: 32,
    letterSpacing: 8,
    lineHeight: "40px",
    margin: 0,
    // As wide as the space after the last character, so that the value is centered.
    paddingLeft: 8,
  };
  return h(
    Section,
    {
      className: "tint",
      style: {
        backgroundColor: tint,
        borderRadius: 8,
        color: onTint,
        margin: "20px 0",
        padding: 16,
        textAlign: "center",
      },
    },
    h(Text, { style }, children),
  );
}
