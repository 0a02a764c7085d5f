import { inflateSync } from "node:zlib";
import { type Finding, harmful, wrongType } from "./finding.ts";

const mostPixels = 50_000_000;
/** Programs write a few thousand chunks or segments at most, and a dozen scans. */
const mostChunks = 20_000;
const mostScans = 500;
/** For a color profile or a comment. */
const mostUnpackedText = 8 * 1024 * 1024;
/** Up to this size the contents of a PNG are unpacked, to compare them with the size in its header. */
const mostUnpackedPixels = 32 * 1024 * 1024;

/**
 * A PNG must end where it declares its end: a second file behind it is meant for another reader. Its compressed parts must not unpack to more
 * than they describe.
 */
export function inspectPng(bytes: Buffer): Finding | null {
  if (bytes.length < 33) return wrongType("unfinished picture");
  if (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > mostPixels) return harmful("too many pixels");
  const pixels: Buffer[] = [];
  for (let at = 8, chunks = 0; at + 12 <= bytes.length; chunks++) {
    if (chunks >= mostChunks) return harmful("picture of too many chunks");
    const name = bytes.toString("latin1", at + 4, at + 8);
    const length = bytes.readUInt32BE(at);
    const contents = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (name === "IDAT") pixels.push(contents);
    if (unpacksBeyond(packedTextOf(name, contents), mostUnpackedText))
      return harmful("picture that unpacks without end");
    if (name !== "IEND") continue;
    if (at !== bytes.length) return wrongType("two files in one");
    const expected = pixelBytesOf(bytes);
    const isTooMuch = expected <= mostUnpackedPixels && unpacksBeyond(Buffer.concat(pixels), expected);
    return isTooMuch ? harmful("picture that unpacks without end") : null;
  }
  return wrongType("unfinished picture");
}

/** The unpacked size by the header: each row has a filter byte, and each of the seven passes of an interlaced picture has rows of its own. */
function pixelBytesOf(bytes: Buffer): number {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const bits = (bytes[24] ?? 8) * (channels[bytes[25] ?? 0] ?? 4);
  const row = 1 + Math.ceil((width * bits) / 8);
  return bytes[28] === 1 ? 2 * row * height + 7 * height + 64 : row * height;
}
/** By the header's color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The compressed part of a chunk with text or a color profile, which begins behind a name; empty for another chunk. */
function packedTextOf(name: string, contents: Buffer): Buffer {
  const afterName = contents.indexOf(0) + 1;
  if (name === "zTXt" || name === "iCCP") return contents.subarray(afterName + 1);
  if (name !== "iTXt" || contents[afterName] !== 1) return Buffer.alloc(0);
  const afterLanguage = contents.indexOf(0, afterName + 2) + 1;
  return contents.subarray(contents.indexOf(0, afterLanguage) + 1);
}

/** Data that cannot be unpacked harms nobody: readers stop there, too. */
function unpacksBeyond(packed: Buffer, mostBytes: number): boolean {
  if (packed.length === 0) return false;
  try {
    inflateSync(packed, { maxOutputLength: mostBytes });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
  }
}

export function inspectJpeg(bytes: Buffer): Finding | null {
  for (let at = 2, segments = 0; at + 9 < bytes.length; segments++) {
    if (segments >= mostChunks) return harmful("picture of too many segments");
    if (bytes[at] !== 0xff) return wrongType("unfinished picture");
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7) > mostPixels) return harmful("too many pixels");
      if (hasTooManyScans(bytes, at)) return harmful("picture of too many scans");
      return hasSecondFile(bytes) ? wrongType("two files in one") : null;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return wrongType("unfinished picture");
}

/** A reader decodes the whole picture again for each scan. */
function hasTooManyScans(bytes: Buffer, from: number): boolean {
  const startOfScan = Buffer.from([0xff, 0xda]);
  let scans = 0;
  for (let at = bytes.indexOf(startOfScan, from); at >= 0; at = bytes.indexOf(startOfScan, at + 2))
    if (++scans > mostScans) return true;
  return false;
}

// Cameras append data to a JPEG, so only data that another reader would accept as a file counts.
const hasSecondFile = (bytes: Buffer) =>
  bytes.includes("PK\x05\x06", 0, "latin1") ||
  bytes.includes("%PDF-", 0, "latin1") ||
  /<script/i.test(bytes.toString("latin1"));
