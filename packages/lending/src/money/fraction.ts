/** An exact number. Every formula stays exact until its end, where `rounding.ts` rounds it once. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/** Exactly `numerator / denominator`; the numerator has the sign. It is not reduced: formulas are short, and reducing costs more. */
export function fraction(numerator: bigint | number, denominator: bigint | number): Fraction {
  const above = BigInt(numerator);
  const below = BigInt(denominator);
  if (below === 0n) throw new RangeError("a fraction cannot be divided by zero");
  return below < 0n ? { numerator: -above, denominator: -below } : { numerator: above, denominator: below };
}

export const whole = (value: bigint | number): Fraction => fraction(value, 1n);

/** A decimal string, or a number with few decimals. */
export type Decimal = string | number;

const MAX_DECIMALS = 6;

/** Reads "12.5" or 12.5 exactly. More than six decimals are refused: they come from floating-point arithmetic, not from terms. */
export function decimal(value: Decimal): Fraction {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  const [, sign = "", digits = "", decimals = ""] = found ?? [];
  if (!found || decimals.length > MAX_DECIMALS) throw new RangeError(`not a decimal: ${value}`);
  return fraction(BigInt(`${sign}${digits}${decimals}`), 10n ** BigInt(decimals.length));
}

/** Converts a double exactly: every double is a fraction whose denominator is a power of two. */
export function fromDouble(value: number): Fraction {
  if (!Number.isFinite(value)) throw new RangeError(`not a number: ${value}`);
  let scaled = value;
  let denominator = 1n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return fraction(BigInt(scaled), denominator);
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const minus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);

export const times = (a: Fraction, b: Fraction | number): Fraction =>
  typeof b === "number"
    ? fraction(a.numerator * BigInt(b), a.denominator)
    : fraction(a.numerator * b.numerator, a.denominator * b.denominator);

export const over = (a: Fraction, b: Fraction | number): Fraction =>
  typeof b === "number"
    ? fraction(a.numerator, a.denominator * BigInt(b))
    : fraction(a.numerator * b.denominator, a.denominator * b.numerator);
