import { skeletonOf } from "./tokens.ts";

/** How alike two words are, 0 to 1, by Jaro and Winkler: letters in common and in order, the first four counting more. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Array<boolean>(b.length).fill(false);
  const inA: string[] = [];
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (taken[j] || a[i] !== b[j]) continue;
      taken[j] = true;
      inA.push(a[i] ?? "");
      break;
    }
  }
  const common = inA.length;
  if (common === 0) return 0;
  const inB = [...b].filter((_, j) => taken[j]);
  const swapped = inA.filter((letter, n) => letter !== inB[n]).length / 2;
  const jaro = (common / a.length + common / b.length + (common - swapped) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

const shortestToErrIn = 4;
/** In a short word another first letter makes another word: Goran is not Zoran. */
const shortWord = 5;
const closeEnough = 0.84;
/** Two spellings of one sound may share fewer letters, and are still not the same word. */
const sameSound = { atLeast: 0.72, counts: 0.92 };

/** How surely two words are the same, slips and alphabets allowed for: 1 the same, 0 not. */
export function closeness(a: string, b: string): number {
  if (a === b) return 1;
  if (Math.min(a.length, b.length) < shortestToErrIn) return 0;
  const [soundA, soundB] = [skeletonOf(a), skeletonOf(b)];
  if (Math.min(a.length, b.length) <= shortWord && soundA[0] !== soundB[0]) return 0;
  const alike = jaroWinkler(a, b);
  if (alike >= sameSound.atLeast && soundA === soundB) return Math.max(alike, sameSound.counts);
  return alike >= closeEnough ? alike : 0;
}

/** What a word can be looked up by, so that every word one slip away from it, or of the same sound, has a key in common with it. */
export function keysOf(word: string): string[] {
  if (word.length < shortestToErrIn) return [word];
  const slips = Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1));
  return [...new Set([word, ...slips, `~${skeletonOf(word)}`])];
}
