const longest = 255;

/**
 * The name of a file as it may be shown: without folders, invisible characters, characters that reverse the reading direction, and line
 * breaks. The extension is kept.
 */
export function plainFileName(given: string): string {
  const own = given.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const visible = own.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, "").replace(/["<>|:*?]/g, "_");
  const trimmed = visible.replace(/\s+/g, " ").replace(/^[\s.]+|[\s.]+$/g, "");
  const characters = [...(trimmed || "file")];
  if (characters.length <= longest) return characters.join("");
  const ending = /\.[^.]{1,5}$/.exec(trimmed)?.[0] ?? "";
  return `${characters.slice(0, longest - ending.length).join("")}${ending}`;
}
