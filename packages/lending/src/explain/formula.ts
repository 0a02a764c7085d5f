import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";
import { toCents, toDecimals, toFixedDecimals } from "../money/rounding.ts";

/**
 * A figure and its explanation always agree, because both come from one declaration: `value` and `explain` run the same exact computation
 * on the same inputs and round it in the same place. A calculation of several figures writes them to a worksheet (worksheet.ts), which
 * keeps either the explanations or only the values.
 *
 * A formula whose result changes for any input gets a new version, so that old figures can be told from new ones.
 */
export type Formula<I extends Inputs, R extends number> = {
  readonly name: string;
  readonly version: number;
  value(inputs: I): R;
  explain(inputs: I, sources: Sources<I>): Explanation;
};

/** An input value: anything that JSON can store. Rates are decimals as written, never results of floating-point arithmetic. */
export type Given = string | number | boolean | null | readonly Given[] | { readonly [name: string]: Given };
export type Inputs = { readonly [name: string]: Given };

/** The source of an input. `figure x` is a figure of the same calculation and has its own explanation. */
export type Source = "terms" | "request" | "schedule" | "settings" | "calendar" | "ledger" | `figure ${string}`;
export type Sources<I extends Inputs> = { readonly [Name in keyof I]: Source };

export type Explanation = {
  formula: { name: string; version: number; words: string };
  inputs: { name: string; value: Given; source: Source }[];
  /** Before rounding, to six decimals. */
  exact: string;
  /** The rounding rule; null when the exact result is whole cents. */
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

/** The exact result: a fraction, or cents when there is nothing to round. */
type Exact = Fraction | Cents;

/** A formula whose result is money. */
export const formula = <I extends Inputs>(declared: Declaration<I, Exact>): Formula<I, Cents> =>
  rounded<I, Cents, Exact>(declared, "half up to whole cents", (exact) =>
    typeof exact === "number" ? exact : toCents(exact),
  );

/** A formula whose result is a percentage with a given number of decimals. */
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
