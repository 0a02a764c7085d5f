/** Runs at most `places` tasks concurrently; the others wait in first-in, first-out order. */
export function createSemaphore(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
