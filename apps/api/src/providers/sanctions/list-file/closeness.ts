import { skeletonOf } from "./tokens.ts";

/** The Jaro-Winkler similarity of two words, 0 to 1: common letters in order, the first four weighted more. */
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
/** In a short word a different first letter makes a different name: Goran is not Zoran. */
const shortWord = 5;
const closeEnough = 0.84;
/** Two spellings of one sound may share fewer letters. They count less than equal words. */
const sameSound = { atLeast: 0.72, counts: 0.92 };

/** How surely two words are the same name, allowing for typos and transliteration: 1 equal, 0 different. */
export function closeness(a: string, b: string): number {
  if (a === b) return 1;
  if (Math.min(a.length, b.length) < shortestToErrIn) return 0;
  const [soundA, soundB] = [skeletonOf(a), skeletonOf(b)];
  if (Math.min(a.length, b.length) <= shortWord && soundA[0] !== soundB[0]) return 0;
  const alike = jaroWinkler(a, b);
  if (alike >= sameSound.atLeast && soundA === soundB) return Math.max(alike, sameSound.counts);
  return alike >= closeEnough ? alike : 0;
}

/** The lookup keys of a word. Every word that is one typo away or has the same sound shares a key with it. */
export function keysOf(word: string): string[] {
  if (word.length < shortestToErrIn) return [word];
  const slips = Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1));
  return [...new Set([word, ...slips, `~${skeletonOf(word)}`])];
}
