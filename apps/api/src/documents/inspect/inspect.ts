import type { FileKind } from "@inlay/lending/documents/document.ts";
import { fileTypeFromBuffer } from "file-type";
import { type Finding, harmful, wrongType } from "./finding.ts";
import { inspectOffice } from "./office.ts";
import { inspectPdf } from "./pdf.ts";
import { inspectJpeg, inspectPng } from "./pictures.ts";

const headBytes = 4_100;

/** Checks that a file is what it claims to be and nothing else. Null when nothing is found; known malware is left to the scanner. */
export async function inspect(bytes: Buffer, kind: FileKind): Promise<Finding | null> {
  if (bytes.length === 0) return { reason: "FILE_TOO_SMALL", finding: "empty" };
  if (kind === "docx" || kind === "xlsx") {
    return bytes.readUInt32BE(0) === 0x504b0304 ? inspectOffice(bytes, kind) : wrongType(`no ${kind}`);
  }
  // Only the head is read: later bytes do not change the file type.
  const seen = (await fileTypeFromBuffer(bytes.subarray(0, headBytes)).catch(() => undefined))?.ext ?? null;
  if (seen !== magic[kind]) return wrongType(`${seen ?? "unknown"} declared as ${kind}`);
  return inspectors[kind](bytes);
}

/** The type that the first bytes show. Legacy Office files share a container; text has no magic bytes. */
const magic: Record<Exclude<FileKind, "docx" | "xlsx">, string | null> = {
  pdf: "pdf",
  png: "png",
  jpeg: "jpg",
  doc: "cfb",
  xls: "cfb",
  csv: null,
  txt: null,
  json: null,
};

const inspectors: Record<keyof typeof magic, (bytes: Buffer) => Finding | null> = {
  pdf: inspectPdf,
  png: inspectPng,
  jpeg: inspectJpeg,
  doc: inspectOldOffice,
  xls: inspectOldOffice,
  csv: inspectText,
  txt: inspectText,
  json: (bytes) => inspectText(bytes) ?? inspectJson(bytes),
};

/** Names inside the legacy container are UTF-16. */
const inTwoBytes = (text: string) => Buffer.from(text, "utf16le");
const macros = ["_VBA_PROJECT", "VBA", "Macros", "Ole10Native"].map(inTwoBytes);
const encrypted = ["EncryptedPackage", "EncryptionInfo"].map(inTwoBytes);
function inspectOldOffice(bytes: Buffer): Finding | null {
  if (encrypted.some((name) => bytes.includes(name))) return harmful("encrypted");
  return macros.some((name) => bytes.includes(name)) ? harmful("active content: macro or embedded object") : null;
}

/** Text has no zero bytes, nothing that a browser would render as a page, and nothing that a shell would run. */
function inspectText(bytes: Buffer): Finding | null {
  if (bytes.includes(0)) return wrongType("no text");
  const head = bytes
    .toString("latin1", 0, 2_048)
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (/^(<|#!|%!|%PDF-|MZ|\{\\rtf)/i.test(head)) return wrongType("another file type declared as text");
  return /<(script|html|svg|iframe|!doctype|!entity)\b/i.test(bytes.toString("latin1"))
    ? wrongType("HTML declared as text")
    : null;
}

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\,[]{}');
const mostDepth = 500;
const mostValues = 1_000_000;

/** Depth and number of values are counted before parsing: a parsed value takes up to fifty times the memory of its text. */
function inspectJson(bytes: Buffer): Finding | null {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at++;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > mostDepth) return harmful("JSON nested too deeply");
    } else if (byte === closeBracket || byte === closeBrace) depth--;
    else if (byte === comma && ++values > mostValues) return harmful("JSON of too many values");
  }
  try {
    JSON.parse(bytes.toString("utf8"));
    return null;
  } catch {
    return wrongType("no json");
  }
}
