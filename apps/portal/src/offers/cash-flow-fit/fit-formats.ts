import { useMemo } from "react";
import { useWords } from "../../shared/language/words.ts";

/** A balance may be negative, so every amount has a proper minus, after which no line ends. */
const withMinus = (text: string) => text.replace("-", "−\u2060");

export function useFitFormats() {
  const { region } = useWords();
  return useMemo(() => {
    const dollars = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(region, { style: "currency", currency: "USD", ...options });
    const [exact, rounded] = [dollars({}), dollars({ maximumFractionDigits: 0 })];
    const compact = dollars({ notation: "compact", maximumFractionDigits: 1 });
    const percentage = new Intl.NumberFormat(region, { style: "percent", minimumFractionDigits: 2 });
    const date = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(region, { timeZone: "UTC", ...options });
      return (text: string) => format.format(new Date(`${text}T00:00:00Z`));
    };
    return {
      money: (cents: number) => withMinus(exact.format(cents / 100)),
      /** Rounded down, so that nobody is shown more than there was. */
      whole: (cents: number) => withMinus(rounded.format(Math.floor(cents / 100))),
      axis: (cents: number) => withMinus(compact.format(cents / 100)),
      parts: (cents: number) => {
        const found = exact.formatToParts(cents / 100);
        const at = found.findIndex(({ type }) => type === "decimal");
        const text = (some: typeof found) => withMinus(some.map(({ value }) => value).join(""));
        return { dollars: text(found.slice(0, at)), rest: text(found.slice(at)) };
      },
      rate: (value: number) => percentage.format(value / 100),
      day: date({ month: "short", day: "numeric" }),
      fullDay: date({ month: "short", day: "numeric", year: "numeric" }),
      /** In a table. */
      shortDay: date({ month: "2-digit", day: "2-digit", year: "2-digit" }),
      month: date({ month: "short" }),
    };
  }, [region]);
}
