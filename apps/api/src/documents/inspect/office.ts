import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { type Finding, harmful, wrongType } from "./finding.ts";

const mostEntries = 2_000;
const mostUnpackedBytes = 100 * 1024 * 1024;
/** A spreadsheet of equal cells compresses a hundredfold, an archive bomb a thousandfold. Small files are exempt. */
const mostRatio = 200;
const smallBytes = 1024 * 1024;
const mostDepth = 1_000;
const mostTagBytes = 256 * 1024;

/** Inspects a docx or xlsx, which is an archive of XML. Every entry is unpacked and counted, whatever its header declares. */
export async function inspectOffice(bytes: Buffer, kind: "docx" | "xlsx"): Promise<Finding | null> {
  try {
    return await inspectArchive(bytes, kind);
  } catch {
    return wrongType("archive that cannot be read");
  }
}

async function inspectArchive(bytes: Buffer, kind: "docx" | "xlsx"): Promise<Finding | null> {
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
      /vbaproject|\/embeddings\/|\/activex\/|oleobject|\.(bin|exe|dll|js|vbs|zip|jar)$/i.test(fileName) &&
      !isPrinter(fileName)
    )
      return harmful("active content: macro or embedded object");
    if (entry.uncompressedSize + unpacked > mostUnpackedBytes) return harmful("archive that unpacks without end");
    const isXml = /\.(xml|rels|vml)$/i.test(fileName);
    const scan = createXmlScan();
    const measure = createXmlMeasure();
    for await (const piece of (await archive.openReadStreamPromise(entry)) as Readable) {
      unpacked += (piece as Buffer).length;
      if (unpacked > mostUnpackedBytes || (unpacked > smallBytes && unpacked > mostRatio * bytes.length))
        return harmful("archive that unpacks without end");
      if (!isXml) continue;
      const xml = withoutZeros(piece as Buffer);
      const found = scan(xml) ?? measure(xml);
      if (found) return found;
    }
  }
  if (!names.has("[Content_Types].xml")) return wrongType("archive that is no document");
  return names.has(kind === "docx" ? "word/document.xml" : "xl/workbook.xml") ? null : wrongType(`no ${kind}`);
}

/** Printer settings are the only binary in an ordinary workbook. */
const isPrinter = (fileName: string) => /printerSettings\d*\.bin$/i.test(fileName);

/** XML may be UTF-16. Without the zero bytes it reads like UTF-8. */
function withoutZeros(piece: Buffer): Buffer {
  if (!piece.includes(0)) return piece;
  const others = Buffer.alloc(piece.length);
  let length = 0;
  for (const byte of piece) if (byte !== 0) others[length++] = byte;
  return others.subarray(0, length);
}

/** Scans XML in chunks. The end of the last chunk is kept, so that nothing hides between two chunks. */
function createXmlScan(): (piece: Buffer) => Finding | null {
  let tail = "";
  return (piece) => {
    const text = tail + piece.toString("latin1");
    tail = text.slice(-256);
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) return harmful("entities in XML");
    if (/attachedTemplate"[^>]{0,200}TargetMode\s*=\s*"External"/i.test(text))
      return harmful("template from elsewhere");
    if (/\bDDEAUTO\b|<ddeLink\b/i.test(text)) return harmful("active content: command");
    return null;
  };
}

const [less, greater, slash, exclamation, question] = Buffer.from("<>/!?");

/** Measures XML in chunks: an element nested without end or a tag without end exhausts the program that opens the document. */
function createXmlMeasure(): (piece: Buffer) => Finding | null {
  let depth = 0;
  let tagBytes = 0;
  let isInTag = false;
  let previous: number | undefined;
  return (piece) => {
    for (const byte of piece) {
      if (previous === less) {
        isInTag = true;
        tagBytes = 0;
        if (byte === slash) depth--;
        else if (byte !== exclamation && byte !== question && ++depth > mostDepth)
          return harmful("XML nested too deeply");
      }
      if (isInTag && ++tagBytes > mostTagBytes) return harmful("XML with a tag without end");
      if (byte === greater) {
        if (isInTag && previous === slash) depth--;
        isInTag = false;
      }
      previous = byte;
    }
    return null;
  };
}
