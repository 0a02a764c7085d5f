/** Letters that do not come apart into a plain one and a mark. */
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
  // Cyrillic, as the list itself writes it.

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
/** What stands between names and comes and goes: of, son of, the. */
const particles = words("al el ul bin ben ibn bint de del della der den di da dos das la le van von y e mr mrs dr");
/** What a company is in law, or calls itself as a whole, says nothing of which company it is. */
const legalForms = words(
  "llc inc incorporated corp corporation co company companies ltd limited lp llp plc pllc pc gmbh ag kg sa sas sarl srl spa bv nv oy ab as sro doo ooo oao zao pao ao jsc ojsc pjsc cjsc fze fzco fzc dmcc est bhd sdn pte pty pvt holding holdings group enterprise enterprises international global the of and for und et y de",
);

/** The list puts the surname first and a comma behind it; everybody else says it last. */
const asSaid = (name: string): string => name.replace(/^([^,]+),\s*(.+)$/, "$2 $1");

/** The words of a name without what people write differently: marks, case, order, particles, a company's form. */
export function tokensOf(name: string, kind: "PERSON" | "ORGANIZATION"): string[] {
  const plain = (kind === "PERSON" ? asSaid(name) : name)
    // The marks come off first, but not where they make another letter of it.
    .toLowerCase()
    .replace(/[\u0401\u0451\u0439\u0457]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]/g, (letter) => plainLetters[letter] ?? (/\p{L}|\p{N}/u.test(letter) ? letter : " "))
    .replace(/['’`]/g, "");
  const all = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const spelled = kind === "ORGANIZATION" ? withInitialsJoined(all) : all;
  const idle = kind === "ORGANIZATION" ? legalForms : particles;
  const telling = spelled.filter((word) => !idle.has(word));
  return telling.length > 0 ? telling : spelled;
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

/** A name as it is and with any two neighbours written as one word: Abd al-Rahman, Abdurrahman. */
export const spellingsOf = (tokens: readonly string[]): string[][] => [
  [...tokens],
  ...tokens
    .slice(1)
    .map((_, n) => [...tokens.slice(0, n), `${tokens[n] ?? ""}${tokens[n + 1] ?? ""}`, ...tokens.slice(n + 2)]),
];

/**
 * What is left of a word when it is carried from one alphabet to another in several ways: its consonants, those that are taken for each
 * other as one. Aleksandr and Alexander, Muhammad and Mohamed leave the same.
 */
export function skeletonOf(word: string): string {
  const folded = word
    // Abdul, Abdel and Abd al- are one word, and what follows may be written together with it.
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
