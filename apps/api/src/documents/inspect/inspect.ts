import type { FileKind } from "@inlay/lending/documents/document.ts";
import { fileTypeFromBuffer } from "file-type";
import { type Finding, harmful, wrongType } from "./finding.ts";
import { inspectOffice } from "./office.ts";
import { inspectPdf } from "./pdf.ts";

const mostPixels = 50_000_000;
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
  json: (bytes) => inspectText(bytes) ?? (isJson(bytes) ? null : wrongType("no json")),
};

/** A PNG must end where it declares its end. A second file behind it is meant for another reader. */
function inspectPng(bytes: Buffer): Finding | null {
  if (bytes.length < 33) return wrongType("unfinished picture");
  if (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > mostPixels) return harmful("too many pixels");
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
    if (name === "IEND") return at === bytes.length ? null : wrongType("two files in one");
  }
  return wrongType("unfinished picture");
}

function inspectJpeg(bytes: Buffer): Finding | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return wrongType("unfinished picture");
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) > mostPixels) return harmful("too many pixels");
      return hasSecondFile(bytes) ? wrongType("two files in one") : null;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return wrongType("unfinished picture");
}

// Cameras append data to a JPEG, so only data that another reader would accept as a file counts.
const hasSecondFile = (bytes: Buffer) =>
  bytes.includes("PK\x05\x06", 0, "latin1") ||
  bytes.includes("%PDF-", 0, "latin1") ||
  /<script/i.test(bytes.toString("latin1"));

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

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
