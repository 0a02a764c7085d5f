/** A pseudo-random number from 0 to 1 that depends only on the words, so that a business always has the same history. */
export function chance(...words: (string | number)[]): number {
  // FNV-1a and a final mix. A history needs tens of thousands of these numbers, so the function is cheap.
  let hash = 0x811c9dc5;
  for (const sign of words.join("|")) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** The amount, varied by at most the given share, in whole cents. */
export const about = (cents: number, spread: number, ...words: (string | number)[]): number =>
  Math.round(cents * (1 + spread * (2 * chance(...words) - 1)));

export function oneOf<T>(list: readonly [T, ...T[]], ...words: (string | number)[]): T {
  return list[Math.floor(chance(...words) * list.length)] ?? list[0];
}
