/** Equal amounts that follow each other, counted. */
export function runsOf(amounts: readonly number[]): { count: number; cents: number }[] {
  const runs: { count: number; cents: number }[] = [];
  for (const cents of amounts) {
    const last = runs.at(-1);
    if (last?.cents === cents) last.count++;
    else runs.push({ count: 1, cents });
  }
  return runs;
}
