import { useLingui } from "@lingui/react/macro";
import type { Language } from "../../shared/language/language.ts";
import { useWords } from "../../shared/language/words.ts";
import { date, dollars, minus, money, parts, percentage, share, shortDate } from "./offer-formats.ts";

/** Amounts with their cents, and rates with two decimals, as prices are shown. */
export function useOfferFormats() {
  return formatsIn[useWords().language];
}

const formatsOf = (language: Language) => ({
  money,
  minus,
  dollars,
  parts,
  percentage,
  share,
  date: (day: string) => date(day, language),
  shortDate: (day: string) => shortDate(day, language),
});
const formatsIn = { en: formatsOf("en"), es: formatsOf("es") };

/** A number of months in words. */
export function useMonths(): (months: number) => string {
  const { t } = useLingui();
  return (months) => (months === 1 ? t`1 month` : t`${months} months`);
}
