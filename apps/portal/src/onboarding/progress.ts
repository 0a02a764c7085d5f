const waiting = "WAITING_FOR_OFFERS";

/**
 * The position of a step among the steps that a person has to complete. Waiting for offers counts as the last of them. The first page and
 * the inputs requested after consent are not counted: their position is 0.
 */
export function progressAt(steps: readonly string[], shown: string): { position: number; of: number } {
  const counted = steps.filter((step) => step !== waiting);
  const of = counted.length;
  return { position: shown === waiting ? of : counted.indexOf(shown) + 1, of };
}
