const waiting = "WAITING_FOR_OFFERS";

/**
 * How far somebody is at a step. Only what they have to do is counted: the wait is where they are when all of it is done. The first page is
 * before the count, and what is asked after consent is beside it: both are at 0.
 */
export function progressAt(steps: readonly string[], shown: string): { position: number; of: number } {
  const counted = steps.filter((step) => step !== waiting);
  const of = counted.length;
  return { position: shown === waiting ? of : counted.indexOf(shown) + 1, of };
}
