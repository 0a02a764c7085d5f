/** What stands for a character that no font of ours can draw. */
const unknown = "\u{fffd}";
/** Signs that change how their neighbours are drawn. A name must not turn the sentence around it. */
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;
/** They have no shape of their own. A line break is one, a joiner or a variation is not. */
const withoutShape = /^(?:[\n\u2060]|[\u200b-\u200d]|\ufe0e|\ufe0f)$/u;
const controls = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;
/** A word that may be longer than a line gets places where it may be broken. */
const longWord = /[^\s-]{25,}/gu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The same data with every text so that it can be printed: `canDraw` says which characters there are. */
export function printable(data: unknown, canDraw: (codePoint: number) => boolean): unknown {
  if (typeof data === "string") return printableText(data, canDraw);
  if (Array.isArray(data)) return data.map((one) => printable(one, canDraw));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, printable(value, canDraw)]));
}

function printableText(text: string, canDraw: (codePoint: number) => boolean): string {
  const known = text
    .toWellFormed()
    .normalize("NFC")
    .replace(directions, "")
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replaceAll("\t", " ")
    .replace(controls, (sign) => (sign === "\n" ? sign : unknown));
  const drawn = [...known]
    .map((sign) => (withoutShape.test(sign) || canDraw(sign.codePointAt(0) ?? 0) ? sign : unknown))
    .join("");
  return drawn.replace(longWord, (word) =>
    [...graphemes.segment(word)].map(({ segment }, n) => (n % 8 === 7 ? `${segment}\u200b` : segment)).join(""),
  );
}
