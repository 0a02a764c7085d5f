import { type Locale, locales } from "@inlay/contracts/business.ts";
import { i18n } from "@lingui/core";
import { englishSentences, type Sentences } from "./sentences.ts";

export type Language = Locale;
export const languages: readonly Language[] = locales;

/** Both languages use the number and date formats of the United States. */
export const regionOf: Record<Language, string> = { en: "en-US", es: "es-US" };

const loaders: Record<Language, () => Promise<{ messages: Parameters<typeof i18n.load>[1]; sentences: Sentences }>> = {
  en: async () => ({ messages: (await import("../../locales/en.po")).messages, sentences: englishSentences }),
  es: async () => {
    const [{ messages }, { spanishSentences }] = await Promise.all([
      import("../../locales/es.po"),
      import("../../locales/es-sentences.ts"),
    ]);
    return { messages, sentences: spanishSentences };
  },
};

let sentences: Sentences = englishSentences;

/** Refusals and validation messages in the language of the page. */
export const currentSentences = (): Sentences => sentences;

export async function activateLanguage(language: Language): Promise<void> {
  const loaded = await loaders[language]();
  sentences = loaded.sentences;
  i18n.loadAndActivate({ locale: language, messages: loaded.messages });
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
