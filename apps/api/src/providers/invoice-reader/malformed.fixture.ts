import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Reading } from "./port.ts";

type Malformed = { what: string; contents: () => Buffer; answer: Reading["status"][] };

/** A PDF of these objects with a correct cross-reference table. */
function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let at = 9;
  for (const [n, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      Buffer.from(object as string, "latin1"),
      Buffer.from("\nendobj\n"),
    ]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const stream = (dictionary: string, contents: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${contents.length} >>\nstream\n`),
    contents,
    Buffer.from("\nendstream"),
  ]);
const onePage = (contents: Buffer, others: (string | Buffer)[] = []) =>
  pdfOf([
    catalog,
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    contents,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...others,
  ]);
const text = (lines: string) => Buffer.from(`BT /F1 12 Tf 50 700 Td ${lines} ET`);
const good = () => onePage(stream("", text("(Hello) Tj")));

/** Files that an invoice reader must survive. */
export const malformed: Malformed[] = [
  { what: "an empty file", contents: () => Buffer.alloc(0), answer: ["FAIL"] },
  { what: "noise", contents: () => randomBytes(100_000), answer: ["FAIL"] },
  {
    what: "noise that begins like a PDF",
    contents: () => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(200_000)]),
    answer: ["FAIL"],
  },
  { what: "a file that was cut off", contents: () => good().subarray(0, 300), answer: ["FAIL"] },
  { what: "a PDF without an invoice on it", contents: good, answer: ["FAIL"] },
  {
    what: "a tree of pages that is its own child",
    contents: () => pdfOf([catalog, "<< /Type /Pages /Count 9 /Kids [2 0 R] >>"]),
    answer: ["FAIL", "TIMEOUT"],
  },
  {
    what: "lists in lists, fifty thousand deep",
    contents: () => onePage(stream("", text(`${"[".repeat(50_000)}${"]".repeat(50_000)} TJ`))),
    answer: ["FAIL", "TIMEOUT"],
  },
  {
    what: "a dictionary fifty thousand deep",
    contents: () => pdfOf([`<< /Type /Catalog /Pages ${"<< /A ".repeat(50_000)}1${" >>".repeat(50_000)} >>`]),
    answer: ["FAIL", "TIMEOUT"],
  },
  {
    what: "10,000 pages",
    contents: () =>
      pdfOf([
        catalog,
        `<< /Type /Pages /Count 10000 /Kids [${Array.from({ length: 10_000 }, (_, n) => `${n + 3} 0 R`).join(" ")}] >>`,
        ...Array.from({ length: 10_000 }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"),
      ]),
    answer: ["FAIL"],
  },
  {
    what: "a page that unpacks to half a gigabyte",
    contents: () => onePage(stream("/Filter /FlateDecode", deflateSync(Buffer.alloc(512 * 1024 * 1024, 0x20)))),
    answer: ["FAIL", "TIMEOUT"],
  },
  {
    what: "a million texts on a page",
    contents: () => onePage(stream("/Filter /FlateDecode", deflateSync(text("(x) Tj 1 0 Td ".repeat(1_000_000))))),
    answer: ["FAIL", "TIMEOUT"],
  },
  { what: "a file over the limit", contents: () => Buffer.alloc(10_485_761), answer: ["FILE_TOO_LARGE"] },
];
