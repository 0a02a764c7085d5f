import type { z } from "zod/mini";

/** Whole US cents; on the wire, a JSON integer. Adding with `+` gives a plain number, which is not accepted as money. */
export type Cents = number & z.core.$brand<"Cents">;

/** The only way to make money from a number, so that a fraction of a cent can never become money by accident. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  // Adding zero turns −0 into 0, so that equal amounts compare equal.
  return (value + 0) as Cents;
}

export const noCents = cents(0);

export const add = (...amounts: readonly Cents[]): Cents => sum(amounts);

export const subtract = (from: Cents, amount: Cents): Cents => cents(from - amount);

export const sum = (amounts: readonly Cents[]): Cents => cents(amounts.reduce<number>((total, one) => total + one, 0));

export const multiply = (amount: Cents, count: number): Cents => cents(amount * count);

export const negate = (amount: Cents): Cents => cents(-amount);

export const least = (...amounts: readonly [Cents, ...Cents[]]): Cents => cents(Math.min(...amounts));

export const most = (...amounts: readonly [Cents, ...Cents[]]): Cents => cents(Math.max(...amounts));
