import { type Cents, cents, subtract, sum } from "../money/cents.ts";
import { formula } from "./formula.ts";

/** A sum of like amounts, such as the interest of all rows. */
export const total = formula({
  name: "total",
  version: 1,
  words: "The sum of the amounts.",
  exact: ({ amountsCents }: { amountsCents: readonly Cents[] }) => sum(amountsCents),
});

/** A sum of differently named amounts. */
export const sumOf = formula({
  name: "sum",
  version: 1,
  words: "The sum of the named amounts.",
  exact: (parts: { readonly [name: string]: Cents }) => sum(Object.values(parts)),
});

/** An amount less the others. */
export const difference = formula({
  name: "rest",
  version: 1,
  words: "The first amount less the others.",
  exact: ({ fromCents, ...others }: { readonly fromCents: Cents; readonly [name: string]: Cents }) =>
    subtract(fromCents, sum(Object.values(others))),
});

/** The lowest of the named amounts. */
export const lowestOf = formula({
  name: "lowest",
  version: 1,
  words: "The lowest of the named amounts.",
  exact: (amounts: { readonly [name: string]: Cents }) => cents(Math.min(...Object.values(amounts))),
});
