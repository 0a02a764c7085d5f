/** The characters that a TrueType font can draw, read from its character map. */
export function charactersOf(font: Buffer): Set<number> {
  const characters = new Set<number>();
  const tables = font.readUInt16BE(4);
  const entry = Array.from({ length: tables }, (_, n) => 12 + n * 16).find(
    (at) => font.toString("latin1", at, at + 4) === "cmap",
  );
  if (entry === undefined) throw new Error("the font has no character map");
  const map = font.readUInt32BE(entry + 8);
  for (let n = 0; n < font.readUInt16BE(map + 2); n++) {
    const at = map + font.readUInt32BE(map + 4 + n * 8 + 4);
    const format = font.readUInt16BE(at);
    if (format === 4) addSegments(font, at, characters);
    if (format === 12) addGroups(font, at, characters);
  }
  return characters;
}

/** Format 4 (16 bits): four parallel arrays, one entry per range. */
function addSegments(font: Buffer, at: number, characters: Set<number>): void {
  const rowBytes = font.readUInt16BE(at + 6);
  const rows = {
    end: at + 14,
    start: at + 16 + rowBytes,
    delta: at + 16 + 2 * rowBytes,
    offset: at + 16 + 3 * rowBytes,
  };
  for (let column = 0; column < rowBytes; column += 2) {
    const [start, end] = [font.readUInt16BE(rows.start + column), font.readUInt16BE(rows.end + column)];
    const [delta, offset] = [font.readUInt16BE(rows.delta + column), font.readUInt16BE(rows.offset + column)];
    for (let character = start; character <= end && character < 0xffff; character++) {
      const glyph =
        offset === 0 ? character : font.readUInt16BE(rows.offset + column + offset + 2 * (character - start));
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) characters.add(character);
    }
  }
}

/** Format 12 (32 bits): first character, last character and first glyph of each range. */
function addGroups(font: Buffer, at: number, characters: Set<number>): void {
  for (let n = 0; n < font.readUInt32BE(at + 12); n++) {
    const group = at + 16 + n * 12;
    const [start, end] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
    for (let character = start; character <= end; character++) characters.add(character);
  }
}
