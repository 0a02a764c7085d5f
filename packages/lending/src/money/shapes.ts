import { z } from "zod/mini";
import { type Decimal, decimal } from "./fraction.ts";

/** Money on the wire: whole cents within bounds. */
export const centsFrom = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.int().check(z.minimum(min), z.maximum(max)).brand<"Cents">();

/** A percentage or factor on the wire: "12.5" or 12.5, at most six decimals, within bounds. */
export const decimalWithin = (min: number, max: number) =>
  z.union([z.string(), z.number()]).check(z.refine((value) => isWithin(value, min, max), "Must be a decimal in range"));

function isWithin(value: Decimal, min: number, max: number): boolean {
  try {
    decimal(value);
  } catch {
    return false;
  }
  return Number(value) >= min && Number(value) <= max;
}
