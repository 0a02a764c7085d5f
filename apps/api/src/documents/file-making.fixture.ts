import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** Builders for files of every kind, including files whose headers are false. */

/** A PDF of these objects; the first one is the catalog. Its cross-reference table is as accurate as most readers need. */
export function pdfOf(objects: (string | Buffer)[], { trailer = "", after = "" } = {}): Buffer {
  const head = Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1");
  const body = objects.map((object, n) =>
    Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      Buffer.from(object as string, "latin1"),
      Buffer.from("\nendobj\n"),
    ]),
  );
  const end = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer}>>\nstartxref\n0\n%%EOF\n${after}`;
  return Buffer.concat([head, ...body, Buffer.from(end, "latin1")]);
}

export const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>";
export const pagesOf = (count: number) =>
  `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, n) => `${n + 3} 0 R`).join(" ")}] >>`;

/** A valid PDF with one page, extra catalog entries and extra objects. */
export const plainPdf = (catalog = "", ...others: (string | Buffer)[]): Buffer =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, pagesOf(1), page, ...others]);

export function streamOf(dictionary: string, contents: Buffer | string): Buffer {
  const bytes = Buffer.from(contents as string, "latin1");
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, "latin1"),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

/** Objects compressed into an object stream, as newer writers do. */
export function packedObjects(objects: Record<number, string>, filter = "/Filter /FlateDecode"): Buffer {
  const texts = Object.values(objects);
  const offsets = texts.map((_, n) => texts.slice(0, n).join(" ").length + (n > 0 ? 1 : 0));
  const header = `${Object.keys(objects)
    .map((number, n) => `${number} ${offsets[n]}`)
    .join(" ")} `;
  const contents = Buffer.from(header + texts.join(" "), "latin1");
  const dictionary = `/Type /ObjStm /N ${texts.length} /First ${header.length} ${filter}`;
  return streamOf(dictionary, filter.includes("FlateDecode") ? deflateSync(contents) : contents);
}

type Entry = {
  name: string;
  contents: Buffer | string;
  saysBytes?: number;
  isEncrypted?: boolean;
  /** The entry is in the directory only and names the data of the entry before it. */
  isOverlapping?: boolean;
};

/** A ZIP archive whose declared sizes may be false. */
export function zipOf(entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  let last = 0;
  const known = new Map<Buffer | string, { bytes: Buffer; packed: Buffer; sum: number }>();
  const packedOnce = (contents: Buffer | string) => {
    const bytes = Buffer.from(contents as string);
    const made = known.get(contents) ?? { bytes, packed: deflateRawSync(bytes, { level: 9 }), sum: crc32(bytes) };
    known.set(contents, made);
    return made;
  };
  for (const { name, contents, saysBytes, isEncrypted, isOverlapping } of entries) {
    const { bytes, packed, sum } = packedOnce(contents);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(sum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(saysBytes ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    if (!isOverlapping) last = at;
    rest.writeUInt32LE(last, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, rest, Buffer.from(name)]));
    if (isOverlapping) continue;
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const types = { name: "[Content_Types].xml", contents: '<?xml version="1.0"?><Types/>' };
export const docxOf = (...others: Entry[]): Buffer =>
  zipOf([types, { name: "word/document.xml", contents: "<w:document><w:t>Dear Ana</w:t></w:document>" }, ...others]);
export const xlsxOf = (...others: Entry[]): Buffer =>
  zipOf([types, { name: "xl/workbook.xml", contents: "<workbook/>" }, ...others]);

export const chunk = (name: string, contents: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(contents.length);
  const named = Buffer.concat([Buffer.from(name), contents]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

export function pngOf(
  width: number,
  height: number,
  others: Buffer[] = [],
  pixels = defaultPixels(width, height),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...others,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const defaultPixels = (width: number, height: number) => Buffer.alloc(Math.min((width + 1) * height, 10_000));

export function jpegOf(width: number, height: number, { before = "", after = "" } = {}): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00", "latin1"),
    Buffer.from(before, "latin1"),
    frame,
    Buffer.from(after, "latin1"),
    Buffer.alloc(200, 1),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A legacy Office file: its header and the names in it. */
export const oldOfficeOf = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    ...names.map((name) => Buffer.concat([Buffer.from(name, "utf16le"), Buffer.alloc(64)])),
    Buffer.alloc(1024),
  ]);
