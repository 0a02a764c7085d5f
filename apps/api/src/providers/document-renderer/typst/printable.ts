/** Replaces a character that no font can draw. */
const unknown = "\u{fffd}";
/** Bidirectional control characters. A name must not reverse the sentence around it. */
const directions = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;
/** Characters without a glyph that are kept: the line break, joiners and variation selectors. */
const withoutShape = /^(?:[\n\u2060]|[\u200b-\u200d]|\ufe0e|\ufe0f)$/u;
const controls = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;
/** A word that may be longer than a line gets break opportunities. */
const longWord = /[^\s-]{25,}/gu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the data with every text made printable. `canDraw` says which characters the fonts have. */
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
