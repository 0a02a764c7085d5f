/** The one of some ascending values that is nearest to another; of two that are equally near, the lower. */
export const nearestValue = (values: readonly [number, ...number[]], to: number): number =>
  values.reduce((nearest, value) => (Math.abs(value - to) < Math.abs(nearest - to) ? value : nearest));
