import { z } from "zod/mini";

/** Reports an empty value as missing, and any other value that is not a number as invalid. */
export const numeric = (required: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? required : "Please enter a number",
});

/** A form sends the number as text, possibly with a percent sign or spaces; the API sends a number. */
export const typed = <Number extends z.ZodMiniType<number, number>>(number: Number) =>
  z.pipe(
    z.transform((given: string | number | null) => (typeof given === "string" ? numberIn(given) : given)),
    number,
  );

/** No such number reaches a thousand, so a comma is read as a decimal point. */
function numberIn(text: string): number | null {
  const plain = text.replace(/[\s%]/g, "").replace(",", ".");
  if (plain === "") return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

export const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
