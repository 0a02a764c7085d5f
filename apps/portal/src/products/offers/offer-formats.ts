import type { Language } from "../../shared/language/language.ts";

// Written out, because the first use of `Intl` takes a phone about 200 ms, and these are the first figures that an owner sees. Both
// languages write the numbers of the United States.

/** An amount with its cents: $1,234.50. */
export const money = (cents: number): string => {
  const { dollars, rest } = parts(cents);
  return `${dollars}${rest}`;
};

/** An amount that is taken away: the sign is before the currency. */
export const minus = (cents: number): string => `−${money(cents)}`;

/** Whole dollars, for sliders, limits and axes only. */
export const dollars = (cents: number): string => {
  const whole = Math.round(Math.abs(cents) / 100);
  return `${cents < 0 ? "-" : ""}$${grouped(String(whole))}`;
};

/** An amount in two parts, so that the cents can be smaller. */
export function parts(cents: number): { dollars: string; rest: string } {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return { dollars: `${cents < 0 ? "-" : ""}$${grouped(digits.slice(0, -2))}`, rest: `.${digits.slice(-2)}` };
}

/** A rate with two decimals: 23.91%. */
export const percentage = (value: number): string => {
  const [whole = "", decimals = ""] = value.toFixed(2).split(".");
  return `${grouped(whole)}.${decimals}%`;
};

/** A share or fee of the terms, which seldom has decimals: 3%. */
export const share = (value: string | number): string => percentage(Number(value)).replace(/\.?0+%$/, "%");

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

const months: Record<Language, readonly string[]> = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  es: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"],
};

/** A calendar day: Dec 18, 2026. */
export function date(day: string, language: Language): string {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  const name = months[language][Number(month) - 1];
  return language === "en" ? `${name} ${Number(dayOfMonth)}, ${year}` : `${Number(dayOfMonth)} ${name} ${year}`;
}

/** A calendar day in a table: 12/18/26. */
export function shortDate(day: string, language: Language): string {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  return (language === "en" ? [month, dayOfMonth] : [dayOfMonth, month]).concat(year.slice(-2)).join("/");
}
