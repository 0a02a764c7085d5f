import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { type Finding, harmful, wrongType } from "./finding.ts";

const mostEntries = 2_000;
const mostUnpackedBytes = 100 * 1024 * 1024;
/** A spreadsheet of equal cells packs a hundredfold; a bomb packs a thousandfold. Small files may pack as they like. */
const mostRatio = 200;
const smallBytes = 1024 * 1024;

/** Looks into a docx or xlsx, which is an archive of XML. Every entry is really unpacked and counted, whatever its header says. */
export async function inspectOffice(bytes: Buffer, kind: "docx" | "xlsx"): Promise<Finding | null> {
  try {
    return await lookInto(bytes, kind);
  } catch {
    return wrongType("archive that cannot be read");
  }
}

async function lookInto(bytes: Buffer, kind: "docx" | "xlsx"): Promise<Finding | null> {
  const archive = await yauzl.fromBufferPromise(bytes, { validateEntrySizes: true, strictFileNames: true });
  const names = new Set<string>();
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry;
    if (names.size >= mostEntries) return harmful("archive of too many files");
    if (names.has(fileName)) return harmful("archive that holds a name twice");
    names.add(fileName);
    if (entry.isEncrypted()) return harmful("encrypted");
    if (
      /vbaproject|\/embeddings\/|\/activex\/|oleobject|\.(bin|exe|dll|js|vbs)$/i.test(fileName) &&
      !isPrinter(fileName)
    )
      return harmful("active content: macro or embedded object");
    if (entry.uncompressedSize + unpacked > mostUnpackedBytes) return harmful("archive that unpacks without end");
    const isXml = /\.(xml|rels|vml)$/i.test(fileName);
    const look = createLook();
    for await (const piece of (await archive.openReadStreamPromise(entry)) as Readable) {
      unpacked += (piece as Buffer).length;
      if (unpacked > mostUnpackedBytes || (unpacked > smallBytes && unpacked > mostRatio * bytes.length))
        return harmful("archive that unpacks without end");
      const found = isXml ? look(piece as Buffer) : null;
      if (found) return found;
    }
  }
  if (!names.has("[Content_Types].xml")) return wrongType("archive that is no document");
  return names.has(kind === "docx" ? "word/document.xml" : "xl/workbook.xml") ? null : wrongType(`no ${kind}`);
}

/** A printer's settings are the one binary that an honest workbook has. */
const isPrinter = (fileName: string) => /printerSettings\d*\.bin$/i.test(fileName);

/** Reads XML as it passes by, a little of the last piece kept, so that nothing hides between two. */
function createLook(): (piece: Buffer) => Finding | null {
  let rest = "";
  return (piece) => {
    // Two bytes a letter is allowed in XML; without the zeros it reads like the rest.
    const text = rest + piece.toString("latin1").replaceAll("\0", "");
    rest = text.slice(-256);
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) return harmful("entities in XML");
    if (/attachedTemplate"[^>]{0,200}TargetMode\s*=\s*"External"/i.test(text))
      return harmful("template from elsewhere");
    if (/\bDDEAUTO\b|<ddeLink\b/i.test(text)) return harmful("active content: command");
    return null;
  };
}
