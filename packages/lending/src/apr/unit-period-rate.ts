/** An amount and its time in unit-periods: a number of full ones and a fraction of one. */
export type Flow = { amountCents: number; periods: number; odd: number };

/**
 * The rate per unit-period at which the present value of the payments equals that of the advances (Appendix J (b)(8)). The general
 * equation is solved by bisection. Only this module uses doubles, because its result is a rate and not money. Flows are sorted by time.
 */
export function unitPeriodRate(advances: readonly Flow[], payments: readonly Flow[]): number {
  const excess = (rate: number) => presentValue(payments, rate) - presentValue(advances, rate);
  if (excess(0) <= 0) return 0;
  let low = 0;
  let high = 1;
  while (excess(high) > 0) {
    high *= 2;
    if (high > MAX_RATE) throw new RangeError("no rate makes the present value of the payments equal the advance");
  }
  // Bisection ends when no double lies between the two bounds.
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

const MAX_RATE = 2 ** 20;

export function presentValue(flows: readonly Flow[], rate: number): number {
  const step = 1 / (1 + rate);
  let value = 0;
  let discount = 1;
  let at = 0;
  for (const { amountCents, periods, odd } of flows) {
    // Consecutive periods need one multiplication. Only gaps need a power.
    discount *= periods === at + 1 ? step : step ** (periods - at);
    at = periods;
    value += (amountCents * discount) / (1 + odd * rate);
  }
  return value;
}
