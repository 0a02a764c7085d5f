import { type Locale, locales } from "@inlay/contracts/locales.ts";
import { i18n, type Messages } from "@lingui/core";
import { englishSentences, type Sentences } from "./sentences.ts";

export type Language = Locale;
export const languages: readonly Language[] = locales;

/** Both languages use the number and date formats of the United States. */
export const regionOf: Record<Language, string> = { en: "en-US", es: "es-US" };

type Catalog = { messages: Messages };

const loaders: Record<Language, () => Promise<Catalog & { sentences: Sentences }>> = {
  en: async () => ({ messages: (await import("../../locales/en.po")).messages, sentences: englishSentences }),
  es: async () => {
    const [{ messages }, { spanishSentences }] = await Promise.all([
      import("../../locales/es.po"),
      import("../../locales/es-sentences.ts"),
    ]);
    return { messages, sentences: spanishSentences };
  },
};

/** The texts of areas that the first page does not need. */
const areaCatalogs = {
  advances: {
    en: () => import("../../locales/advances/en.po"),
    es: () => import("../../locales/advances/es.po"),
  },
  closing: {
    en: () => import("../../locales/closing/en.po"),
    es: () => import("../../locales/closing/es.po"),
  },
  invoices: {
    en: () => import("../../locales/invoices/en.po"),
    es: () => import("../../locales/invoices/es.po"),
  },
  "line-of-credit": {
    en: () => import("../../locales/line-of-credit/en.po"),
    es: () => import("../../locales/line-of-credit/es.po"),
  },
  notices: {
    en: () => import("../../locales/notices/en.po"),
    es: () => import("../../locales/notices/es.po"),
  },
  offers: {
    en: () => import("../../locales/offers/en.po"),
    es: () => import("../../locales/offers/es.po"),
  },
  servicing: {
    en: () => import("../../locales/servicing/en.po"),
    es: () => import("../../locales/servicing/es.po"),
  },
  "term-loan": {
    en: () => import("../../locales/term-loan/en.po"),
    es: () => import("../../locales/term-loan/es.po"),
  },
} satisfies Record<string, Record<Language, () => Promise<Catalog>>>;
export type Area = keyof typeof areaCatalogs;

/** The areas that were opened. Their texts are loaded in every language that is chosen. */
const openAreas = new Set<Area>();

async function loadAreas(language: Language): Promise<void> {
  const load = async (area: Area) => i18n.load(language, (await areaCatalogs[area][language]()).messages);
  // Another area may be opened while these are loading.
  for (let count = -1; count < openAreas.size; ) {
    count = openAreas.size;
    await Promise.all([...openAreas].map(load));
  }
}

/** Loads a screen of an area, and the texts of the area with it. */
export async function withTexts<T>(area: Area, load: () => Promise<T>): Promise<T> {
  openAreas.add(area);
  const [screen] = await Promise.all([load(), loadAreas(i18n.locale as Language)]);
  return screen;
}

let sentences: Sentences = englishSentences;

/** Refusals and validation messages in the language of the page. */
export const currentSentences = (): Sentences => sentences;

export async function activateLanguage(language: Language): Promise<void> {
  const loaded = await loaders[language]();
  // Last, so that the texts of an area that was opened in the meantime are loaded, too.
  await loadAreas(language);
  sentences = loaded.sentences;
  i18n.load(language, loaded.messages);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The language that the host page requests, else the browser's. The person's saved choice is known only after sign-in. */
export function firstLanguage(): Language {
  const requested = new URLSearchParams(window.location.search).get("locale");
  const candidates = [requested, ...navigator.languages];
  return candidates.map((candidate) => languages.find((known) => candidate?.startsWith(known))).find(Boolean) ?? "en";
}

let chosen: Language | null = null;

/** The language chosen on this page, possibly before sign-in. */
export const chosenLanguage = (): Language | null => chosen;

export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return activateLanguage(language);
}
