const repeats = new WeakSet<object>();

/** Marks the answer of a write that found its object made before: it is answered with 200 instead of 201. */
export function repeated<Answer extends object>(answer: Answer): Answer {
  repeats.add(answer);
  return answer;
}

export const isRepeated = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && repeats.has(answer);
