import type { Explanation, Formula, Inputs, Sources } from "./formula.ts";

/**
 * A calculation writes its figures to a worksheet, one after another. The calculation is the same with and without explanations. A plain
 * worksheet returns the values only, which is cheap enough for every movement of a slider. `explained` also keeps the explanation of each
 * figure under its name.
 */
export type Worksheet = <I extends Inputs, R extends number>(
  figure: string,
  formula: Formula<I, R>,
  inputs: I,
  sources: Sources<I>,
) => R;

export const plainWorksheet: Worksheet = (_figure, formula, inputs) => formula.value(inputs);

export type Explained<Result> = { result: Result; explanations: ReadonlyMap<string, Explanation> };

/** Runs a calculation and keeps the explanation of each of its figures. */
export function explained<Result>(calculate: (write: Worksheet) => Result): Explained<Result> {
  const explanations = new Map<string, Explanation>();
  const result = calculate((figure, formula, inputs, sources) => {
    const explanation = formula.explain(inputs, sources);
    explanations.set(figure, explanation);
    return explanation.result as ReturnType<typeof formula.value>;
  });
  return { result, explanations };
}
