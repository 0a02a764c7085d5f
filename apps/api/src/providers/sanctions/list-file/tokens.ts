/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  // Cyrillic, transliterated as on the list.
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  ґ: "g",
  д: "d",
  е: "e",
  ё: "e",
  є: "ye",
  ж: "zh",
  з: "z",
  и: "i",
  і: "i",
  ї: "yi",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
  // Greek.
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o",
};

const words = (text: string) => new Set(text.split(" "));
/** Particles that are often left out of names: of, son of, the. */
const particles = words("al el ul bin ben ibn bint de del della der den di da dos das la le van von y e mr mrs dr");
/** Legal forms and generic words, which do not identify a company. */
const legalForms = words(
  "llc inc incorporated corp corporation co company companies ltd limited lp llp plc pllc pc gmbh ag kg sa sas sarl srl spa bv nv oy ab as sro doo ooo oao zao pao ao jsc ojsc pjsc cjsc fze fzco fzc dmcc est bhd sdn pte pty pvt holding holdings group enterprise enterprises international global the of and for und et y de",
);

/** The list puts the surname first, followed by a comma. Elsewhere it is last. */
const asSaid = (name: string): string => name.replace(/^([^,]+),\s*(.+)$/, "$2 $1");

/** The words of a name without what is written inconsistently: diacritics, case, order, particles, legal forms. */
export function tokensOf(name: string, kind: "PERSON" | "ORGANIZATION"): string[] {
  const plain = (kind === "PERSON" ? asSaid(name) : name)
    // Diacritics are removed first, except where they make a different letter.
    .toLowerCase()
    .replace(/[\u0401\u0451\u0439\u0457]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/g, (letter) => plainLetters[letter] ?? (/\p{L}|\p{N}/u.test(letter) ? letter : " "))
    .replace(/['’`]/g, "");
  const all = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const spelled = kind === "ORGANIZATION" ? withInitialsJoined(all) : all;
  const idle = kind === "ORGANIZATION" ? legalForms : particles;
  const significant = spelled.filter((word) => !idle.has(word));
  return significant.length > 0 ? significant : spelled;
}

/** A.B.C. Trading is ABC Trading. */
function withInitialsJoined(all: string[]): string[] {
  const joined: string[] = [];
  let run = "";
  for (const word of [...all, ""]) {
    if (word.length === 1) {
      run += word;
      continue;
    }
    if (run) joined.push(run);
    run = "";
    if (word) joined.push(word);
  }
  return joined;
}

/** A name as it is and with any two neighboring words joined: Abd al-Rahman, Abdurrahman. */
export const spellingsOf = (tokens: readonly string[]): string[][] => [
  [...tokens],
  ...tokens
    .slice(1)
    .map((_, n) => [...tokens.slice(0, n), `${tokens[n] ?? ""}${tokens[n + 1] ?? ""}`, ...tokens.slice(n + 2)]),
];

/**
 * The consonants of a word, with those that transliterations interchange merged. Aleksandr and Alexander, Muhammad and Mohamed have the
 * same skeleton.
 */
export function skeletonOf(word: string): string {
  const folded = word
    // Abdul, Abdel and Abd al- are one word, and the next word may be joined to it.
    .replace(/^abd(?:ou|u|e|a)[lr](?=...)/, "abd")
    .replace(/dzh|dj|zh/g, "j")
    .replace(/x/g, "ks")
    .replace(/tsch|tch/g, "c")
    .replace(/shch|sch|sh|sz/g, "s")
    .replace(/ch|cz/g, "c")
    .replace(/kh/g, "h")
    .replace(/ck|q|c/g, "k")
    .replace(/ts|tz|z/g, "s")
    .replace(/gh/g, "g")
    .replace(/ph/g, "f")
    .replace(/w/g, "v")
    .replace(/dh/g, "d")
    .replace(/th/g, "t")
    .replace(/(.)\1+/g, "$1");
  const first = /^[aeiouyj]/.test(folded) ? "a" : folded.slice(0, 1);
  return first + folded.slice(1).replace(/[aeiouyh]/g, "");
}
