import { deflateSync } from "node:zlib";
import { eicar } from "../../../../scripts/clamd.ts";
import { complexityBombs } from "./complexity-bombs.fixture.ts";
import {
  docxOf,
  jpegOf,
  oldOfficeOf,
  packedObjects,
  page,
  pagesOf,
  pdfOf,
  plainPdf,
  pngOf,
  streamOf,
  xlsxOf,
  zipOf,
} from "./file-making.fixture.ts";
import { docx, jpeg, megabyte, pdf, png, text, type Upload, xlsx } from "./upload.fixture.ts";

const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const billionLaughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY a "${"&lol;".repeat(10)}">]><w:document>&a;</w:document>`;
const exe = Buffer.concat([Buffer.from("MZ\x90\x00\x03\x00\x00\x00", "latin1"), Buffer.alloc(2_000)]);
const paddedTo = (bytes: number) => {
  const contents = plainPdf("", streamOf("", Buffer.alloc(bytes, 0x20)));
  return plainPdf("", streamOf("", Buffer.alloc(bytes - (contents.length - bytes), 0x20)));
};

/** Valid and hostile uploads, each with its expected outcome. */
export const corpus: Upload[] = [
  pdf("a valid PDF", () => plainPdf(), "READY"),
  pdf("a PDF that opens at its first page", () => plainPdf("/OpenAction [3 0 R /Fit]"), "READY"),
  pdf(
    "a PDF with a link in it",
    () => plainPdf("", "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://bank.example) >> >>"),
    "READY",
  ),
  pdf("a PDF with packed objects", () => plainPdf("", packedObjects({ 9: "<< /Title (Invoice) >>" })), "READY"),
  pdf("a PDF of exactly 10 MB", () => paddedTo(10 * megabyte), "READY"),
  pdf("a PDF of 10 MB and one byte", () => paddedTo(10 * megabyte + 1), "FILE_TOO_LARGE"),
  pdf("an empty file", () => Buffer.alloc(0), "FILE_TOO_SMALL"),
  pdf("a program declared as a PDF", () => exe, "WRONG_FILE_TYPE"),
  pdf("a PNG declared as a PDF", () => pngOf(2, 2), "WRONG_FILE_TYPE"),
  pdf("an HTML page declared as a PDF", () => Buffer.from("<html><script>steal()</script></html>"), "WRONG_FILE_TYPE"),
  pdf("a PDF behind another header", () => Buffer.concat([Buffer.from("GIF89a;"), plainPdf()]), "WRONG_FILE_TYPE"),
  pdf("a truncated PDF", () => plainPdf().subarray(0, 80), "WRONG_FILE_TYPE"),
  pdf(
    "a PDF with an archive behind it",
    () => Buffer.concat([plainPdf(), zipOf([{ name: "a.jar", contents: "x" }])]),
    "WRONG_FILE_TYPE",
  ),
  pdf(
    "a PDF with HTML behind it",
    () => Buffer.concat([plainPdf(), Buffer.from("<script>steal()</script>")]),
    "WRONG_FILE_TYPE",
  ),
  pdf("a PDF with a script", () => plainPdf("/OpenAction 4 0 R", script), "GENERIC_ERROR"),
  pdf(
    "a PDF with a script whose name is escaped",
    () => plainPdf("", "<< /S /J#61vaScr#69pt /J#53 (app.alert\\(1\\)) >>"),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a script among its packed objects",
    () => plainPdf("/OpenAction 9 0 R", packedObjects({ 9: script })),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with packed objects of an unusual filter",
    () => plainPdf("", packedObjects({ 9: "<< /T 1 >>" }, "/Filter [/ASCIIHexDecode /FlateDecode]")),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF whose packed objects are a decompression bomb",
    () =>
      plainPdf(
        "",
        streamOf("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflateSync(Buffer.alloc(200 * megabyte, 0x20))),
      ),
    "GENERIC_ERROR",
  ),
  pdf("a PDF that launches a program", () => plainPdf("/OpenAction << /S /Launch /F (cmd.exe) >>"), "GENERIC_ERROR"),
  pdf(
    "a PDF with an embedded file",
    () => plainPdf("/Names << /EmbeddedFiles 4 0 R >>", streamOf("/Type /EmbeddedFile", exe)),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF that opens a URL automatically",
    () => plainPdf("/OpenAction << /S /URI /URI (https://evil.example) >>"),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF that opens a URL automatically, packed",
    () =>
      plainPdf("/OpenAction 9 0 R", packedObjects({ 8: "<< /X 1 >>", 9: "<< /S /URI /URI (https://evil.example) >>" })),
    "GENERIC_ERROR",
  ),
  pdf("a PDF with an XFA form", () => plainPdf("/AcroForm << /XFA 4 0 R >>"), "GENERIC_ERROR"),
  pdf("a PDF with rich media", () => plainPdf("", "<< /Type /Annot /Subtype /RichMedia >>"), "GENERIC_ERROR"),
  pdf(
    "a PDF with a password",
    () => pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", pagesOf(1), page], { trailer: "/Encrypt 9 0 R " }),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF of 3,000 pages",
    () => pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", pagesOf(3_000), ...Array.from({ length: 3_000 }, () => page)]),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with an image of 900 million pixels",
    () => plainPdf("", streamOf("/Subtype /Image /Width 30000 /Height 30000", "")),
    "GENERIC_ERROR",
  ),
  {
    ...pdf("the test virus inside a PDF", () => plainPdf("", streamOf("", eicar)), "GENERIC_ERROR"),
    isForTheScanner: true,
  },
  { ...text("the test virus as text", () => eicar, "GENERIC_ERROR"), isForTheScanner: true },

  docx("a valid Word document", () => docxOf(), "READY"),
  xlsx(
    "a valid spreadsheet",
    () => xlsxOf({ name: "xl/worksheets/sheet1.xml", contents: `<row>${"<c>7</c>".repeat(50_000)}</row>` }),
    "READY",
  ),
  docx(
    "an archive declared as a Word document",
    () => zipOf([{ name: "notes.txt", contents: "x" }]),
    "WRONG_FILE_TYPE",
  ),
  docx("a legacy Word document declared as a new one", () => oldOfficeOf("WordDocument"), "WRONG_FILE_TYPE"),
  docx(
    "a Word document that unpacks to 200 MB",
    () => docxOf({ name: "word/big.xml", contents: Buffer.alloc(200 * megabyte) }),
    "GENERIC_ERROR",
  ),
  xlsx(
    "a spreadsheet with a false unpacked size",
    () => xlsxOf({ name: "xl/big.xml", contents: Buffer.alloc(20 * megabyte), saysBytes: 100 }),
    "WRONG_FILE_TYPE",
  ),
  xlsx(
    "a spreadsheet with a thousandfold compression",
    () => xlsxOf({ name: "xl/big.xml", contents: Buffer.alloc(50 * megabyte) }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document of 5,000 parts",
    () => docxOf(...Array.from({ length: 5_000 }, (_, n) => ({ name: `word/${n}.xml`, contents: "" }))),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with expanding XML entities",
    () => docxOf({ name: "word/styles.xml", contents: billionLaughs }),
    "GENERIC_ERROR",
  ),
  docx("a Word document with a macro", () => docxOf({ name: "word/vbaProject.bin", contents: "x" }), "GENERIC_ERROR"),
  docx(
    "a Word document with an embedded object",
    () => docxOf({ name: "word/embeddings/oleObject1.bin", contents: "x" }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with an external template",
    () =>
      docxOf({
        name: "word/_rels/settings.xml.rels",
        contents:
          '<Relationship Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/>',
      }),
    "GENERIC_ERROR",
  ),
  docx(
    "a Word document with a path traversal",
    () => docxOf({ name: "../../etc/cron.d/evil", contents: "x" }),
    "WRONG_FILE_TYPE",
  ),
  docx(
    "a Word document with a password",
    () => docxOf({ name: "word/secret.xml", contents: "x", isEncrypted: true }),
    "GENERIC_ERROR",
  ),
  {
    ...text("a legacy Word document", () => oldOfficeOf("WordDocument"), "READY", "document.doc", "application/msword"),
  },
  {
    ...text(
      "a legacy Word document with a macro",
      () => oldOfficeOf("WordDocument", "_VBA_PROJECT"),
      "GENERIC_ERROR",
      "document.doc",
      "application/msword",
    ),
  },

  png("a valid PNG", () => pngOf(640, 480), "READY"),
  jpeg("a valid JPEG", () => jpegOf(4_000, 3_000), "READY"),
  png("a PNG of 2 billion pixels", () => pngOf(50_000, 50_000), "GENERIC_ERROR"),
  jpeg("a JPEG of 4 billion pixels", () => jpegOf(65_000, 65_000), "GENERIC_ERROR"),
  png("a PNG with a program behind it", () => Buffer.concat([pngOf(2, 2), exe]), "WRONG_FILE_TYPE"),
  jpeg(
    "a JPEG with an archive behind it",
    () => Buffer.concat([jpegOf(8, 8), zipOf([{ name: "a.jar", contents: "x" }])]),
    "WRONG_FILE_TYPE",
  ),
  jpeg(
    "an SVG declared as a JPEG",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"/>'),
    "WRONG_FILE_TYPE",
  ),

  text("a valid CSV file", () => Buffer.from("date,amount\n2026-10-01,12.50\n"), "READY", "list.csv", "text/csv"),
  text("valid JSON", () => Buffer.from('{"amount": 12.5}'), "READY", "data.json", "application/json"),
  text(
    "an HTML page declared as text",
    () => Buffer.from("\n\n<!doctype html><script>steal()</script>"),
    "WRONG_FILE_TYPE",
  ),
  text("a program declared as text", () => exe, "WRONG_FILE_TYPE"),
  text("a script declared as text", () => Buffer.from("#!/bin/sh\nrm -rf /\n"), "WRONG_FILE_TYPE"),
  text("invalid JSON", () => Buffer.from("{amount: 12"), "WRONG_FILE_TYPE", "data.json", "application/json"),
  {
    ...pdf("a name with a path traversal", () => plainPdf(), "READY", "../../../etc/passwd.pdf"),
    shownAs: "passwd.pdf",
  },
  {
    ...pdf("a name with a line break and a header", () => plainPdf(), "READY", "a.pdf\r\nSet-Cookie: x=1;.pdf"),
    shownAs: "a.pdfSet-Cookie_ x=1;.pdf",
  },
  {
    ...pdf("a name with a right-to-left override", () => plainPdf(), "READY", "invoice\u202Eexe.pdf"),
    shownAs: "invoiceexe.pdf",
  },

  ...complexityBombs,
];
