/** What is wrong with the amount of a draw, in the order in which it is checked; null if nothing is. */
export type DrawAmountProblem = "REQUIRED" | "TOO_SMALL" | "OVER_LIMIT" | null;

const leastCents = 100;

/** The amount is null while the field is empty, and NaN while its text is not an amount. */
export function drawAmountProblem(amountCents: number | null, drawableCents: number): DrawAmountProblem {
  if (amountCents === null || Number.isNaN(amountCents)) return "REQUIRED";
  if (amountCents < leastCents) return "TOO_SMALL";
  return amountCents > drawableCents ? "OVER_LIMIT" : null;
}

const roundAmounts = [50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000];
const mostSuggestions = 3;

/** Round amounts below what can be drawn. The largest amount is offered beside them. */
export const suggestedAmounts = (drawableCents: number): number[] =>
  roundAmounts.filter((amount) => amount < drawableCents).slice(-mostSuggestions);
