const longest = 255;

/**
 * The name of a file as it may be shown: without folders, without what is invisible or turns the reading direction round, and without
 * line breaks. The ending stays the ending.
 */
export function plainFileName(given: string): string {
  const own = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const visible = own.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, "").replace(/["<>|:*?]/g, "_");
  const trimmed = visible.replace(/\s+/g, " ").replace(/^[\s.]+|[\s.]+$/g, "");
  const letters = [...(trimmed || "file")];
  if (letters.length <= longest) return letters.join("");
  const ending = /\.[^.]{1,5}$/.exec(trimmed)?.[0] ?? "";
  return `${letters.slice(0, longest - ending.length).join("")}${ending}`;
}
