import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { useWords } from "../../shared/language/words.ts";

/** Amounts with their cents, and rates with two decimals, as prices are shown. */
export function useOfferFormats() {
  const { region } = useWords();
  return useMemo(() => {
    const exact = new Intl.NumberFormat(region, { style: "currency", currency: "USD" });
    const whole = new Intl.NumberFormat(region, { style: "currency", currency: "USD", maximumFractionDigits: 0 });
    const rate = new Intl.NumberFormat(region, { style: "percent", minimumFractionDigits: 2 });
    const short = new Intl.NumberFormat(region, { style: "percent", maximumFractionDigits: 2 });
    const numeric = new Intl.DateTimeFormat(region, {
      year: "2-digit",
      month: "2-digit",
      day: "2-digit",
      timeZone: "UTC",
    });
    const near = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeZone: "UTC" });
    return {
      money: (cents: number) => exact.format(cents / 100),
      /** An amount that is taken away: the sign is before the currency. */
      minus: (cents: number) => `−${exact.format(cents / 100)}`,
      /** Whole dollars, for sliders, limits and axes only. */
      dollars: (cents: number) => whole.format(cents / 100),
      /** An amount in two parts, so that the cents can be smaller. */
      parts: (cents: number) => {
        const found = exact.formatToParts(cents / 100);
        const at = found.findIndex(({ type }) => type === "decimal");
        const text = (some: typeof found) => some.map(({ value }) => value).join("");
        return { dollars: text(found.slice(0, at)), rest: text(found.slice(at)) };
      },
      /** A rate with two decimals: 23.91%. */
      percentage: (value: number) => rate.format(value / 100),
      /** A share or fee of the terms, which seldom has decimals: 3%. */
      share: (value: string | number) => short.format(Number(value) / 100),
      /** A calendar day: Dec 18, 2026. */
      date: (date: string) => near.format(new Date(`${date}T00:00:00Z`)),
      /** A calendar day in a table: 12/18/26. */
      shortDate: (date: string) => numeric.format(new Date(`${date}T00:00:00Z`)),
    };
  }, [region]);
}

/** A number of months in words. */
export function useMonths(): (months: number) => string {
  const { t } = useLingui();
  return (months) => (months === 1 ? t`1 month` : t`${months} months`);
}
