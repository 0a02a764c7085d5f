import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { chunk, docxOf, jpegOf, oldOfficeOf, plainPdf, pngOf, streamOf, xlsxOf } from "./file-making.fixture.ts";
import { docx, jpeg, megabyte, pdf, png, text, type Upload, xlsx } from "./upload.fixture.ts";

/** Text that does not compress, of the same bytes at each call. */
const noiseOf = (bytes: number): Buffer => {
  const blocks: Buffer[] = [];
  for (let n = 0; n * 64 < bytes; n++) blocks.push(createHash("sha512").update(String(n)).digest());
  return Buffer.concat(blocks).subarray(0, bytes);
};
const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join("");
const zeros = (megabytes: number) => Buffer.alloc(megabytes * megabyte);
const utf16 = (xml: string) => Buffer.from(`\ufeff${xml}`, "utf16le");
const json = (what: string, contents: () => Buffer, ends: Upload["ends"]) =>
  text(what, contents, ends, "data.json", "application/json");
const csv = (what: string, contents: () => Buffer, ends: Upload["ends"]) =>
  text(what, contents, ends, "list.csv", "text/csv");

/**
 * Small or valid files whose inspection, or whose display, costs time or memory out of proportion. Those that end as READY are within every
 * limit and show that a large but ordinary structure is not rejected.
 */
export const complexityBombs: Upload[] = [
  pdf(
    "a PDF of 80 KB with automatic actions that reference 4,000 objects",
    () => plainPdf(`/X [${times(4_000, (n) => `/AA ${n + 4} 0 R `)}]`, ...Array.from({ length: 4_000 }, () => "[]")),
    "READY",
  ),
  pdf(
    "a PDF with a million automatic actions of one object",
    () => plainPdf(`/X [${"/AA 4 0 R ".repeat(1_000_000)}]`, "[]"),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a million inline automatic actions",
    () => plainPdf(`/X [${"/AA<<>>".repeat(1_000_000)}]`),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with 15,000 inline automatic actions without an end",
    () => plainPdf("", `/AA<<${"/A 1".repeat(150)}`.repeat(15_000)),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a million objects of one number",
    () => plainPdf(`/OpenAction 7 0 R /X (${"7 0 obj\n".repeat(1_000_000)})`),
    "GENERIC_ERROR",
  ),
  pdf("a PDF with 600,000 empty streams", () => plainPdf("", "stream\nendstream\n".repeat(600_000)), "GENERIC_ERROR"),
  pdf("a PDF with five million names", () => plainPdf("", "/a".repeat(5_000_000)), "GENERIC_ERROR"),
  pdf(
    "a PDF whose packed objects have a table of eight million numbers",
    () =>
      plainPdf(
        "",
        streamOf("/Type /ObjStm /N 1 /First 16000000 /Filter /FlateDecode", deflateSync(Buffer.from("1 ".repeat(8e6)))),
      ),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a hundred packed objects that each unpack to 1 MB",
    () =>
      plainPdf(
        "",
        ...Array.from({ length: 100 }, () =>
          streamOf("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflateSync(Buffer.alloc(megabyte, 0x20))),
        ),
      ),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with numbers between ten thousand spaces",
    () =>
      plainPdf(
        "",
        times(500, (n) => `${n}${" ".repeat(10_000)}0${" ".repeat(10_000)}`),
      ),
    "READY",
  ),
  pdf(
    "a PDF that opens a URL automatically, in a packed object that the table says is one byte long",
    () =>
      plainPdf(
        "/OpenAction 9 0 R",
        streamOf("/Type /ObjStm /N 2 /First 8", "9 0 8 1 << /S /URI /URI (https://evil.example) >>"),
      ),
    "GENERIC_ERROR",
  ),

  docx(
    "a Word document whose parts overlap",
    () => {
      const contents = Buffer.concat([noiseOf(40_000), zeros(1)]);
      const others = Array.from({ length: 1_000 }, (_, n) => ({
        name: `word/${n}.xml`,
        contents,
        isOverlapping: true,
      }));
      return docxOf({ name: "word/first.xml", contents }, ...others);
    },
    "GENERIC_ERROR",
  ),
  xlsx(
    "a spreadsheet of sixty parts that unpack to 120 MB",
    () => {
      const contents = Buffer.concat([noiseOf(16_000), zeros(2)]);
      return xlsxOf(...Array.from({ length: 60 }, (_, n) => ({ name: `xl/worksheets/sheet${n}.xml`, contents })));
    },
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with a part of 4 GB by its header",
    () => docxOf({ name: "word/big.xml", contents: "x", saysBytes: 0xfffffffe }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with an archive in it",
    () => docxOf({ name: "word/media/inner.zip", contents: "PK" }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document nested 100,000 elements deep",
    () => docxOf({ name: "word/deep.xml", contents: `${times(100_000, (n) => `<w:p n="${n}">`)}` }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document nested 100,000 elements deep, in UTF-16",
    () => docxOf({ name: "word/deep.xml", contents: utf16(times(100_000, (n) => `<w:p n="${n}">`)) }),
    "GENERIC_ERROR",
  ),
  xlsx(
    "a spreadsheet with an element of 100,000 attributes",
    () => xlsxOf({ name: "xl/styles.xml", contents: `<a ${times(100_000, (n) => `a${n}="" `)}/>` }),
    "GENERIC_ERROR",
  ),
  xlsx(
    "a spreadsheet of 300,000 empty elements",
    () => xlsxOf({ name: "xl/sheet.xml", contents: `<a>${times(300_000, (n) => `<c r="${n}"/>`)}</a>` }),
    "READY",
  ),
  docx(
    "a Word document with XML entities in UTF-16",
    () => docxOf({ name: "word/a.xml", contents: utf16('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with one long XML entity that is used a thousand times",
    () =>
      docxOf({
        name: "word/a.xml",
        contents: `<!DOCTYPE a [<!ENTITY b "${noiseOf(40_000).toString("hex")}">]><a>${"&b;".repeat(1_000)}</a>`,
      }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with an XML entity across two chunks",
    () => docxOf({ name: "word/a.xml", contents: `${" ".repeat(65_531)}<!DOCTYPE a [<!ENTITY b "c">]>` }),
    "GENERIC_ERROR",
  ),

  png(
    "a PNG of 800,000 empty chunks",
    () => pngOf(8, 8, [Buffer.concat(Array.from({ length: 800_000 }, () => emptyChunk))]),
    "GENERIC_ERROR",
  ),
  png(
    "a PNG with a comment that unpacks to 200 MB",
    () => pngOf(8, 8, [chunk("zTXt", Buffer.concat([Buffer.from("c\0\0"), deflateSync(zeros(200))]))]),
    "GENERIC_ERROR",
  ),
  png(
    "a PNG with an international comment that unpacks to 200 MB",
    () => pngOf(8, 8, [chunk("iTXt", Buffer.concat([Buffer.from("c\0\x01\0en\0c\0"), deflateSync(zeros(200))]))]),
    "GENERIC_ERROR",
  ),
  png(
    "a PNG with a color profile that unpacks to 200 MB",
    () => pngOf(8, 8, [chunk("iCCP", Buffer.concat([Buffer.from("c\0\0"), deflateSync(zeros(200))]))]),
    "GENERIC_ERROR",
  ),
  png("a PNG of 64 pixels that unpacks to 200 MB", () => pngOf(8, 8, [], zeros(200)), "GENERIC_ERROR"),
  png(
    "a PNG with a chunk longer than the file",
    () => Buffer.concat([pngOf(8, 8).subarray(0, 33), Buffer.from("\xff\xff\xff\xffIDATx", "latin1")]),
    "WRONG_FILE_TYPE",
  ),
  jpeg(
    "a JPEG of two million empty segments",
    () => jpegOf(8, 8, { before: "\xff\xfe\x00\x02".repeat(2_000_000) }),
    "GENERIC_ERROR",
  ),
  jpeg(
    "a JPEG of 100,000 scans",
    () => jpegOf(8, 8, { after: "\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00".repeat(100_000) }),
    "GENERIC_ERROR",
  ),

  json(
    "JSON nested five million deep",
    () => Buffer.from("[".repeat(5_000_000) + "]".repeat(5_000_000)),
    "GENERIC_ERROR",
  ),
  json("JSON of three million objects", () => Buffer.from(`[${"{},".repeat(3_000_000)}1]`), "GENERIC_ERROR"),
  json("JSON of a number of nine million digits", () => Buffer.from("1".repeat(9 * megabyte)), "READY"),
  csv("a CSV file of nine million angle brackets", () => Buffer.from(`a,${"<".repeat(9 * megabyte)}`), "READY"),
  text(
    "a legacy Word document of 800,000 beginnings of a macro's name",
    () => oldOfficeOf("WordDocument", "Macro".repeat(800_000)),
    "READY",
    "document.doc",
    "application/msword",
  ),
];

const emptyChunk = chunk("tEXt", Buffer.alloc(0));
