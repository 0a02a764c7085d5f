import { closeness, keysOf } from "./closeness.ts";
import { skeletonOf, spellingsOf, tokensOf } from "./tokens.ts";

/** A listed name and its entry. */
export type ListedName = { entry: number; name: string; kind: "PERSON" | "ORGANIZATION" };

export type Found = { entry: number; name: string; score: number };

export type ListIndex = {
  /** The entries that may be meant, closest first, each with the closest of its names. */
  find(name: string, kind: "PERSON" | "ORGANIZATION"): Found[];
};

type Spelling = { name: number; tokens: readonly number[]; weight: number; isAsWritten: boolean };
/** A screened name, as written or with two words joined. */
type Asked = { words: readonly string[]; isAsWritten: boolean; isCompany: boolean };
type Pair = { asked: number; listed: number; closeness: number };

/** From this score on a person has to review the match. */
const reviewFromScore = 0.8;
/** A matching initial says less than a matching name and more than nothing. It never stands for a rare name. */
const initialCounts = 0.85;
const initialWeighs = 0.4;
/** The weight of the better covered name: the other may have an additional middle name. Half a company's name is not the company. */
const betterSide = 0.65;
const partOfCompany = 0.5;

/**
 * Finds names in spite of typos, diacritics, transliteration, order, missing and joined words. A word weighs more the fewer names contain
 * it, so that a rare surname weighs much and Trading little. A name is found when the matching words carry most of the weight.
 */
export function indexOf(names: readonly ListedName[]): ListIndex {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };

  const spelled = names.map(({ name, kind }) =>
    spellingsOf(tokensOf(name, kind)).map((tokens) => tokens.map(numberOf)),
  );
  const frequency: number[] = words.map(() => 0);
  for (const spellings of spelled)
    for (const word of new Set(spellings.flat())) frequency[word] = (frequency[word] ?? 0) + 1;
  const rarity = frequency.map((times) => Math.log(1 + names.length / times));
  const unknownWeight = Math.log(1 + names.length);
  const weightOf = (word: number) => rarity[word] ?? unknownWeight;

  const spellings: Spelling[] = [];
  const having: number[][] = words.map(() => []);
  for (const [name, own] of spelled.entries())
    for (const [n, tokens] of own.entries()) {
      for (const token of new Set(tokens)) having[token]?.push(spellings.length);
      spellings.push({
        name,
        tokens,
        weight: tokens.reduce((sum, token) => sum + weightOf(token), 0),
        isAsWritten: n === 0,
      });
    }
  const sounds = words.map(skeletonOf);
  const byKey = new Map<string, number[]>();
  for (const [number, word] of words.entries())
    for (const key of keysOf(word)) {
      const list = byKey.get(key);
      if (list) list.push(number);
      else byKey.set(key, [number]);
    }

  const similarTo = (word: string): Map<number, number> => {
    const similar = new Map<number, number>();
    for (const key of keysOf(word))
      for (const number of byKey.get(key) ?? []) {
        if (similar.has(number)) continue;
        const close = closeness(word, words[number] ?? "");
        if (close > 0) similar.set(number, close);
      }
    return similar;
  };

  const weightOfAsked = (word: string) => weightOf(numbers.get(word) ?? -1) * (word.length === 1 ? initialWeighs : 1);

  /** The matching share of two names: the surest pairs first, each word once, initials last. */
  const scoreOf = (asked: Asked, { tokens, weight }: Spelling, pairs: Pair[]): number => {
    const used = { asked: new Set<number>(), listed: new Set<number>() };
    let [agreed, askedWeight, agreeing] = [0, 0, 0];
    for (const { asked: n, listed, closeness: close } of pairs.sort((a, b) => b.closeness - a.closeness)) {
      const place = tokens.findIndex((token, m) => token === listed && !used.listed.has(m));
      if (place < 0 || used.asked.has(n)) continue;
      used.asked.add(n);
      used.listed.add(place);
      agreed += close * weightOf(listed);
      askedWeight += weightOf(listed);
      agreeing++;
    }
    // One common word is not a match, unless the name has only one word.
    const isWhole = tokens.length === 1 || (asked.words.length === 1 && asked.isAsWritten);
    for (const [n, word] of asked.words.entries()) {
      if (used.asked.has(n)) continue;
      const place = tokens.findIndex((token, m) => !used.listed.has(m) && isInitial(word, words[token] ?? ""));
      if (place < 0) {
        askedWeight += weightOfAsked(word);
        continue;
      }
      used.listed.add(place);
      const light = Math.min(weightOf(tokens[place] ?? -1), initialWeighs * unknownWeight);
      agreed += initialCounts * light;
      askedWeight += light;
      agreeing++;
    }
    if (agreeing < 2 && !isWhole) return 0;
    const [ofAsked, ofListed] = [agreed / askedWeight, agreed / weight];
    const side = asked.isCompany && ofAsked > ofListed ? partOfCompany : betterSide;
    return side * Math.max(ofAsked, ofListed) + (1 - side) * Math.min(ofAsked, ofListed);
  };

  return {
    find: (name, kind) => {
      const best = new Map<number, Found>();
      for (const [n, asked] of spellingsOf(tokensOf(name, kind)).entries()) {
        const candidates = new Map<number, Pair[]>();
        for (const [place, word] of asked.entries()) {
          if (word.length === 1) continue;
          for (const [listed, close] of similarTo(word))
            for (const spelling of having[listed] ?? []) {
              // Where both names have joined words, the difference between them would weigh too little.
              if (n > 0 && !spellings[spelling]?.isAsWritten && sounds[listed] !== skeletonOf(word)) continue;
              const pair = { asked: place, listed, closeness: close };
              const pairs = candidates.get(spelling);
              if (pairs) pairs.push(pair);
              else candidates.set(spelling, [pair]);
            }
        }
        for (const [number, pairs] of candidates) {
          const spelling = spellings[number];
          const listed = spelling && names[spelling.name];
          // A person is matched only with listed people; a business may also have a person's name.
          if (!spelling || !listed || (kind === "PERSON" && listed.kind !== "PERSON")) continue;
          const score = scoreOf(
            { words: asked, isAsWritten: n === 0, isCompany: listed.kind === "ORGANIZATION" },
            spelling,
            pairs,
          );
          if (score < reviewFromScore || score <= (best.get(listed.entry)?.score ?? 0)) continue;
          best.set(listed.entry, { entry: listed.entry, name: listed.name, score });
        }
      }
      return [...best.values()].sort((a, b) => b.score - a.score || a.entry - b.entry);
    },
  };
}

const isInitial = (a: string, b: string): boolean => (a.length === 1 || b.length === 1) && a[0] === b[0];
