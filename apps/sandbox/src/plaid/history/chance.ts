/** A number from 0 to 1 that follows from the words alone: the same business has the same past whenever it is told. */
export function chance(...words: (string | number)[]): number {
  // FNV-1a, then a finishing mix. A bank's history asks for tens of thousands of these, so it has to be cheap.
  let hash = 0x811c9dc5;
  for (const sign of words.join("|")) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** About this much, give or take a share of it, in whole cents. */
export const about = (cents: number, spread: number, ...words: (string | number)[]): number =>
  Math.round(cents * (1 + spread * (2 * chance(...words) - 1)));

export function oneOf<T>(list: readonly [T, ...T[]], ...words: (string | number)[]): T {
  return list[Math.floor(chance(...words) * list.length)] ?? list[0];
}
