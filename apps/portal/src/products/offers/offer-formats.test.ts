import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages, regionOf } from "../../shared/language/language.ts";
import { date, dollars, minus, money, parts, percentage, share, shortDate } from "./offer-formats.ts";

const amounts = fc.integer({ min: -500_000_000, max: 500_000_000 }).filter((cents) => cents !== 0);
/** Rates have at most two decimals. */
const rates = fc.integer({ min: 0, max: 999_999 }).map((hundredths) => hundredths / 100);
const days = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));

describe.each(languages)("the formats of offers, in %s", (language) => {
  const region = regionOf[language];
  const usd = (options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(region, { style: "currency", currency: "USD", ...options });
  const percent = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(region, { style: "percent", ...options });
  const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(region, { timeZone: "UTC", ...options });

  it("write amounts as Intl does", () => {
    const exact = usd();
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(money(cents)).toBe(exact.format(cents / 100));
        expect(minus(Math.abs(cents))).toBe(`−${exact.format(Math.abs(cents) / 100)}`);
        expect(Object.values(parts(cents)).join("")).toBe(money(cents));
      }),
    );
    expect(money(0)).toBe(exact.format(0));
  });

  it("write whole dollars as Intl does", () => {
    const whole = usd({ maximumFractionDigits: 0 });
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(dollars(cents)).toBe(whole.format(cents / 100));
      }),
    );
  });

  it("write rates and shares as Intl does", () => {
    const two = percent({ minimumFractionDigits: 2 });
    const short = percent({ maximumFractionDigits: 2 });
    fc.assert(
      fc.property(rates, (value) => {
        expect(percentage(value)).toBe(two.format(value / 100));
        expect(share(String(value))).toBe(short.format(value / 100));
      }),
    );
    expect(share(100)).toBe(short.format(1));
  });

  it("write days as Intl does", () => {
    const medium = utc({ dateStyle: "medium" });
    const numeric = utc({ year: "2-digit", month: "2-digit", day: "2-digit" });
    fc.assert(
      fc.property(days, (day) => {
        expect(date(day, language)).toBe(medium.format(new Date(`${day}T00:00:00Z`)));
        expect(shortDate(day, language)).toBe(numeric.format(new Date(`${day}T00:00:00Z`)));
      }),
    );
  });
});
