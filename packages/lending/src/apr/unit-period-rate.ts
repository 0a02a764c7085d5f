/** An amount at a time counted in unit-periods: full ones, and a fraction of one. */
export type Flow = { amountCents: number; periods: number; odd: number };

/**
 * The rate per unit-period at which what is paid is worth what was advanced (Appendix J (b)(8)): the general equation, solved by halving.
 * Doubles are exact enough here, and here alone: the result is a rate, not money. Flows come in order of time.
 */
export function unitPeriodRate(advances: readonly Flow[], payments: readonly Flow[]): number {
  const excess = (rate: number) => presentValue(payments, rate) - presentValue(advances, rate);
  if (excess(0) <= 0) return 0;
  let low = 0;
  let high = 1;
  while (excess(high) > 0) {
    high *= 2;
    if (high > MAX_RATE) throw new RangeError("no rate makes the payments worth the advance");
  }
  // Halving ends where no double lies between the two.
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
    // One multiplication from a period to the next; powers only over gaps.
    discount *= periods === at + 1 ? step : step ** (periods - at);
    at = periods;
    value += (amountCents * discount) / (1 + odd * rate);
  }
  return value;
}
