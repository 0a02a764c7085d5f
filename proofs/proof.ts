export type Run = { tenth: boolean; seed: number; say(line: string): void };

export type Figures = Record<string, string | number>;
/** A list that belongs to the figures. */
export type Table = { columns: string[]; rows: string[][] };

/** Throws when its claim does not hold; otherwise returns what it measured. */
export type Proof = { claim: string; run(run: Run): Promise<Figures | Measured> };
export type Measured = { figures: Figures; tables: Table[] };
/** Throws when a value that the claim depends on differs. */
export function hold(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${what}: found ${found}, wanted ${wanted}`);
}

/** The same seed gives the same numbers: 0 ≤ n < 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The list in a random order. */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
