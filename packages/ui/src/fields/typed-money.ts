const currency = /^(?:US ?\$|USD|\$) ?| ?(?:US ?\$|USD|\$)$/gi;

/** The ways in which people write an amount in dollars. Each captures the dollars and the cents. */
const notations = [
  // 18000, 18,000 and 18,000.00
  /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/,
  // 18.000,00 and 18,00
  /^([1-9]\d{0,2}(?:\.\d{3})+|\d+),(\d{1,2})$/,
  // 1.800.000
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})()$/,
  // 18 000, 18 000.00 and 18 000,00
  /^([1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d{1,2}))?$/,
];

/**
 * The cents of a typed amount; null if nothing is typed, and NaN if the text is not an amount. 18.000 is none either: it may be eighteen or
 * eighteen thousand.
 */
export function typedCents(text: string): number | null {
  const amount = text.replace(/\s+/g, " ").trim().replace(currency, "");
  if (amount === "") return null;
  const [, dollars = "", cents = ""] = notations.map((notation) => notation.exec(amount)).find(Boolean) ?? [];
  const digits = dollars.replace(/\D/g, "") + cents.padEnd(2, "0");
  return dollars + cents === "" ? Number.NaN : Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
