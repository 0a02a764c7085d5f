import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";
import { toCents, toDecimals, toFixedDecimals } from "../money/rounding.ts";

/**
 * A figure and its explanation cannot disagree, because both are the same call: a formula is declared once, with its exact computation;
 * `value` and `explain` run that computation on the same inputs and round it in the same place. A calculation of several figures writes
 * them on a worksheet (worksheet.ts), which either keeps the explanations or only the values.
 *
 * A formula that changes its result for any input gets a new version, so that an old figure can be told from a new one.
 */
export type Formula<I extends Inputs, R extends number> = {
  readonly name: string;
  readonly version: number;
  value(inputs: I): R;
  explain(inputs: I, sources: Sources<I>): Explanation;
};

/** What an input may be: anything that can be shown and kept as JSON. Rates are decimals as written, never floats. */
export type Given = string | number | boolean | null | readonly Given[] | { readonly [name: string]: Given };
export type Inputs = { readonly [name: string]: Given };

/** Where an input comes from; `figure x` is a figure of the same calculation and has an explanation of its own. */
export type Source = "terms" | "request" | "schedule" | "settings" | "calendar" | "ledger" | `figure ${string}`;
export type Sources<I extends Inputs> = { readonly [Name in keyof I]: Source };

export type Explanation = {
  formula: { name: string; version: number; words: string };
  inputs: { name: string; value: Given; source: Source }[];
  /** Before rounding, to six decimals. */
  exact: string;
  /** How it was rounded; null where whole cents went in and nothing had to be rounded. */
  rounding: string | null;
  result: number;
};

type Declaration<I extends Inputs, E extends Exact> = {
  name: string;
  version: number;
  /** The formula in plain words. */
  words: string;
  exact(inputs: I): E;
};

/** The exact result: a fraction, or cents where there is nothing to round. */
type Exact = Fraction | Cents;

/** A formula whose result is money. */
export const formula = <I extends Inputs>(declared: Declaration<I, Exact>): Formula<I, Cents> =>
  rounded<I, Cents, Exact>(declared, "half up to whole cents", (exact) =>
    typeof exact === "number" ? exact : toCents(exact),
  );

/** A formula whose result is a percentage with so many decimals. */
export const percentageFormula = <I extends Inputs>(
  declared: Declaration<I, Fraction> & { decimals: number },
): Formula<I, number> =>
  rounded<I, number, Fraction>(
    declared,
    declared.decimals === 0 ? "half up to whole percent" : `half up to ${declared.decimals} decimals of a percent`,
    (exact) => toDecimals(exact, declared.decimals),
  );

function rounded<I extends Inputs, R extends number, E extends Exact>(
  { name, version, words, exact }: Declaration<I, E>,
  rounding: string,
  round: (exact: E) => R,
): Formula<I, R> {
  return {
    name,
    version,
    value: (inputs) => round(exact(inputs)),
    explain(inputs, sources) {
      const unrounded = exact(inputs);
      return {
        formula: { name, version, words },
        inputs: Object.entries(inputs).map(([input, value]) => ({
          name: input,
          value,
          source: sources[input] as Source,
        })),
        exact: typeof unrounded === "number" ? String(unrounded) : toFixedDecimals(unrounded, 6),
        rounding: typeof unrounded === "number" ? null : rounding,
        result: round(unrounded),
      };
    },
  };
}
