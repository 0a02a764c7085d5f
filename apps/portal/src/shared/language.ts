import { type Locale, locales } from "@inlay/contracts/business.ts";
import { i18n } from "@lingui/core";
import { englishSentences, type Sentences } from "./sentences.ts";

export type Language = Locale;
export const languages: readonly Language[] = locales;

/** Numbers and days as people in the United States write them, in either language. */
export const regionOf: Record<Language, string> = { en: "en-US", es: "es-US" };

const loaders: Record<Language, () => Promise<{ messages: Parameters<typeof i18n.load>[1]; sentences: Sentences }>> = {
  en: async () => ({ messages: (await import("../locales/en.po")).messages, sentences: englishSentences }),
  es: async () => {
    const [{ messages }, { spanishSentences }] = await Promise.all([
      import("../locales/es.po"),
      import("../locales/es-sentences.ts"),
    ]);
    return { messages, sentences: spanishSentences };
  },
};

let sentences: Sentences = englishSentences;

/** What the server and the shapes say, in the language of the page. */
export const currentSentences = (): Sentences => sentences;

export async function speak(language: Language): Promise<void> {
  const loaded = await loaders[language]();
  sentences = loaded.sentences;
  i18n.loadAndActivate({ locale: language, messages: loaded.messages });
  document.documentElement.lang = language;
}

/** The one that the page around us asks for, else the browser's. What the person chose earlier is known once they are. */
export function firstLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get("locale");
  const wishes = [asked, ...navigator.languages];
  return wishes.map((wish) => languages.find((known) => wish?.startsWith(known))).find(Boolean) ?? "en";
}

let chosen: Language | null = null;

/** What the person chose on this page, perhaps before they signed in. */
export const chosenLanguage = (): Language | null => chosen;

export function chooseLanguage(language: Language): Promise<void> {
  chosen = language;
  return speak(language);
}
