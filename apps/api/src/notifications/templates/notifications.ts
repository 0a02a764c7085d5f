import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Fragment, createElement as h, type ReactNode } from "react";
import { z } from "zod";
import { batchEventProperty } from "../batches/batch-event.ts";
import type { EventWords } from "../batches/words/event-words.ts";
import { wordsOf } from "../batches/words/words-of.ts";
import { action, firstName, type Locale, paragraph, quietly, subtitle, template, title } from "./email.ts";
import { bigFigure, callout, divider, progressBar, rows } from "./event-parts.ts";

const params = z.object({
  firstName,
  businessName: z.string().nullable(),
  events: z.array(batchEventProperty).min(1),
  /** How many more there are than the email shows. */
  moreEvents: z.int(),
  url: z.url(),
  /** The links that stop emails of these topics; null if none of them can be turned off. */
  stop: z.object({ pageUrl: z.url(), oneClickUrl: z.url() }).nullable().default(null),
});

/** What happened to the financing of a business until an hour. One event has its own subject; several are told one below the other. */
export const notifications = template({
  params,
  stopUrl: ({ stop }) => stop?.oneClickUrl ?? null,
  text: (locale, _, { businessName, events, moreEvents, url, stop }) => {
    const told = events.map((event) => ({ event, words: wordsOf(locale, event) }));
    const [first] = told;
    const count = told.length + moreEvents;
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const words = {
      en: {
        subject: `${count} updates for ${name}`,
        lead: "This is what happened with your financing since we last wrote.",
        more: `There is more that happened: ${moreEvents} other updates are on your page.`,
        safe: "We never ask for your password or a code by email.",
        stop: "You choose which of these emails you get.",
        stopLink: "Stop emails like this",
      },
      es: {
        subject: `${count} novedades para ${name}`,
        lead: "Esto es lo que pasó con su financiamiento desde nuestro último correo.",
        more: `Hay más: otras ${moreEvents} novedades están en su página.`,
        safe: "Nunca le pedimos su contraseña ni una clave por correo.",
        stop: "Usted elige cuáles de estos correos recibe.",
        stopLink: "No recibir más correos como este",
      },
    }[locale];
    const isOne = count === 1 && first !== undefined;
    const types = new Set(events.map(({ product }) => product));
    return {
      subject: isOne ? first.words.headline : words.subject,
      content: [
        ...(isOne
          ? [title(first.words.headline), paragraph(first.words.lead), ...figures(locale, first.words)]
          : [
              title(words.subject),
              paragraph(words.lead),
              ...told.map(({ words: one }, at) =>
                h(
                  Fragment,
                  { key: at },
                  divider(),
                  subtitle(one.headline),
                  paragraph(one.lead),
                  ...figures(locale, one),
                ),
              ),
              ...(moreEvents > 0 ? [divider(), paragraph(words.more)] : []),
            ]),
        action(buttonOf(locale, [...types]), url),
        quietly(words.safe),
        ...(stop ? [quietly(words.stop, { label: words.stopLink, url: stop.pageUrl })] : []),
      ],
    };
  },
});

const figures = (locale: Locale, { figure, parts, total, progress, note }: EventWords): ReactNode[] => [
  ...(figure ? [bigFigure(locale, figure)] : []),
  ...(parts.length > 0 || total ? [rows({ parts, total })] : []),
  ...(progress ? [progressBar(progress)] : []),
  ...(note ? [callout(note)] : []),
];

function buttonOf(locale: Locale, types: readonly ProductType[]): string {
  const [type] = types;
  if (!type || types.length > 1) return { en: "See my financing", es: "Ver mi financiamiento" }[locale];
  if (isAdvance(type)) return { en: "See my advance", es: "Ver mi adelanto" }[locale];
  if (type === "TERM_LOAN") return { en: "See my loan", es: "Ver mi préstamo" }[locale];
  if (type === "LOC_TERM_LOAN") return { en: "See my line", es: "Ver mi línea" }[locale];
  return { en: "See my invoices", es: "Ver mis facturas" }[locale];
}
