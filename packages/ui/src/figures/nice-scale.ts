/** At most this many steps are drawn. */
const mostSteps = 4;
const niceSteps = [1, 2, 2.5, 5, 10];

/** Round values that include zero and both ends, from the lowest to the highest. */
export function niceScale(low: number, high: number): number[] {
  const from = Math.min(0, low);
  const to = low === 0 && high === 0 ? 1 : Math.max(0, high);
  const least = (to - from) / mostSteps;
  const magnitude = 10 ** Math.floor(Math.log10(least));
  const candidates = [...niceSteps, 20].map((nice) => nice * magnitude);
  const step = candidates.find((one) => stepsOf(one, from, to) <= mostSteps) ?? least;
  const first = Math.floor(from / step);
  return Array.from({ length: stepsOf(step, from, to) + 1 }, (_, n) => (first + n) * step);
}

const stepsOf = (step: number, from: number, to: number): number =>
  Math.max(1, Math.ceil(to / step) - Math.floor(from / step));
