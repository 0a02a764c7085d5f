import { type Zippable, zipSync } from "fflate";

type StoredFile = { fileName: string; createdAt: Date; pdf: Buffer };

/** One file as it is, or several as an archive of that name. */
export function downloadOf(files: readonly StoredFile[], archiveName: string) {
  const [first, ...others] = files;
  if (first && others.length === 0) return { fileName: first.fileName, contents: new Uint8Array(first.pdf) };
  const entries: Zippable = {};
  for (const { fileName, createdAt, pdf } of files)
    entries[unusedName(entries, fileName)] = [pdf, { mtime: createdAt }];
  // PDFs are compressed already.
  const contents = new Uint8Array(zipSync(entries, { level: 0 }));
  return { fileName: archiveName, contents, mediaType: "application/zip" as const };
}

/** Two products may have a file of one name. */
function unusedName(entries: Zippable, fileName: string): string {
  const [, stem = fileName, ending = ""] = /^(.*?)(\.[a-z]+)$/.exec(fileName) ?? [];
  for (let number = 1; ; number++) {
    const name = number === 1 ? fileName : `${stem} (${number})${ending}`;
    if (!Object.hasOwn(entries, name)) return name;
  }
}
