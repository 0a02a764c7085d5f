import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthWord = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";

/** The first date in a text, as `yyyy-MM-dd`. An ambiguous date is read month first, as in the United States. */
export function dateIn(text: string): string | null {
  for (const [pattern, read] of dateForms) {
    const match = pattern.exec(text);
    const found = match && read(match.slice(1).map(String));
    if (found) return found;
  }
  return null;
}

type Read = (parts: string[]) => string | null;
const dateForms: [RegExp, Read][] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, ([year, month, day]) => dayFrom(year, month, day)],
  [
    new RegExp(`\\b${monthWord}\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s*(\\d{4})`, "i"),
    ([month, day, year]) => dayFrom(year, monthOf(month), day),
  ],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[\\s-]*(?:of\\s+)?${monthWord}[\\s,-]*(\\d{4}|\\d{2})(?!\\d)`, "i"),
    ([day, month, year]) => dayFrom(year, monthOf(month), day),
  ],
  [
    /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/,
    ([first, second, year]) => dayFrom(year, first, second) ?? dayFrom(year, second, first),
  ],
];
const monthOf = (word = "") => String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1);

function dayFrom(year = "", month = "", day = ""): string | null {
  const full = year.length === 2 ? `20${year}` : year;
  try {
    return businessDate(`${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  } catch {
    return null;
  }
}

export const daysAfter = (date: string, days: number): string => addDays(businessDate(date), days);

const sign = "(?:US\\$|USD|CAD|EUR|GBP|[$€£])";
const american = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d{2})?|\\d+\\.\\d{2}|\\d+";
const european = "\\d{1,3}(?:\\.\\d{3})+,\\d{2}|\\d+,\\d{2}";
const money = new RegExp(
  `^[\\s:]*([-–(]?)\\s*${sign}?\\s*([-–(]?)\\s*(?:(${european})|(${american}))(?![\\d,.]*\\d|\\s*%|\\s*(?:days|hours|hrs|units)\\b|[-/]\\d)\\s*(\\)|-|CR\\b)?\\s*${sign}?`,
  "i",
);

/** An amount at the beginning of a text, in cents. Negative when written in one of the usual ways. */
export function moneyIn(text: string): number | null {
  const match = money.exec(text);
  if (!match) return null;
  const [, before, inside, withComma, withPoint, after] = match;
  const digits = withComma ? withComma.replaceAll(".", "").replace(",", ".") : String(withPoint).replaceAll(",", "");
  // A bare whole number is a count or a year far more often than an amount.
  if (!/[.,]/.test(withComma ?? withPoint ?? "") && !new RegExp(sign).test(match[0])) return null;
  const cents = Math.round(Number(digits) * 100);
  if (!Number.isSafeInteger(cents)) return null;
  return before || inside || after ? -cents : cents;
}

const termForms = [
  /\b(?:\d{1,2}(?:\.\d)?\s*%?\s*[/,]?\s*\d{1,2},?\s*)?net\s*-?\s*\d{1,3}(?:\s*days)?\b/i,
  /\bdue\s*(?:up)?on\s*receipt\b/i,
  /\b(?:payment\s*)?(?:due|payable)?\s*(?:with)?in\s*\d{1,3}\s*days\b/i,
  /\b\d{1,3}\s*days\b/i,
];

export function termsIn(text: string): string | null {
  for (const form of termForms) {
    const found = form.exec(text)?.[0].trim();
    if (found) return found;
  }
  return null;
}

/** How many days after its date an invoice with these terms is due. */
export function daysOfTerms(terms: string): number | null {
  if (/receipt/i.test(terms)) return 0;
  const days = /net\s*-?\s*(\d{1,3})/i.exec(terms)?.[1] ?? /(\d{1,3})\s*days/i.exec(terms)?.[1];
  return days === undefined ? null : Number(days);
}
