import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useMemo } from "react";
import { ApiError } from "../api/api.ts";
import { currentSentences, type Language, regionOf } from "./language.ts";

/** The message of an error for the person. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return apology();
  if (error.code === "NETWORK") return error.status === 0 ? unreachable() : unavailable();
  return currentSentences().refusal(error.code, error.message);
}

const apology = () =>
  t`Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience.`;
const unreachable = () => t`We could not reach our server. Please check your connection and try again.`;
const unavailable = () => t`Our server is not available right now. Please try again in a moment.`;

/** The language of the page and its formats. A component that uses this renders again when the language changes. */
export function useWords() {
  const { i18n } = useLingui();
  const language = i18n.locale as Language;
  return useMemo(() => {
    const region = regionOf[language];
    const format = (maximumFractionDigits: 0 | 2) =>
      new Intl.NumberFormat(region, { style: "currency", currency: "USD", maximumFractionDigits });
    // Made when an amount is first shown: the first format takes a phone 20 ms.
    const whole = once(() => format(0));
    const exact = once(() => format(2));
    return {
      language,
      region,
      /** Cents are shown only if the amount has any. */
      dollars: (cents: number) => (cents % 100 === 0 ? whole() : exact()).format(cents / 100),
      percent: (percentage: string) =>
        new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 2 }).format(Number(percentage) / 100),
      /** A calendar day, such as the last one of a period. */
      day: (date: string) =>
        new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`)),
      sentence: (english: string) => currentSentences().field(english),
    };
  }, [language]);
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
