import { useMemo } from "react";
import { unbroken } from "../products/servicing/use-servicing-words.ts";
import { useWords } from "../shared/language/words.ts";

/** Days as they are said near today: with the weekday, and with the year where it differs. */
export function useNearDay(today: string) {
  const { region } = useWords();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const [thisYear, other] = [
        new Intl.DateTimeFormat(region, { ...options, timeZone: "UTC" }),
        new Intl.DateTimeFormat(region, { ...options, year: "numeric", timeZone: "UTC" }),
      ];
      return (day: string) =>
        unbroken((day.slice(0, 4) === today.slice(0, 4) ? thisYear : other).format(new Date(`${day}T00:00:00Z`)));
    };
    return {
      /** Fri, Aug 7 */
      short: format({ weekday: "short", month: "short", day: "numeric" }),
      /** Aug 7 */
      day: format({ month: "short", day: "numeric" }),
      /** Friday, Aug 7, 2026 */
      weekday: (day: string) =>
        new Intl.DateTimeFormat(region, {
          weekday: "long",
          month: "short",
          day: "numeric",
          year: "numeric",
          timeZone: "UTC",
        }).format(new Date(`${day}T00:00:00Z`)),
    };
  }, [region, today]);
}
