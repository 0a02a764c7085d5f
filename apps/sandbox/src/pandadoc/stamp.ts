import { createHash } from "node:crypto";
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import type { Doc, Recipient } from "./state.ts";

const ink = rgb(0.11, 0.14, 0.19);
const quiet = rgb(0.36, 0.4, 0.46);

/** The document with what everybody wrote, and a page that says who wrote it, when and from where. */
export async function stamp(doc: Doc, original: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.load(original);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const pages = pdf.getPages();
  for (const field of doc.fields) {
    const page = pages[field.page - 1];
    if (!page || !field.value) continue;
    const bottom = page.getHeight() - field.y - field.height;
    if (field.type === "date") {
      page.drawText(inLatin(field.value), { x: field.x + 4, y: bottom + 8, size: 12, font, color: ink });
      continue;
    }
    const picture = await pdf.embedPng(field.value);
    const scale = Math.min((field.width - 8) / picture.width, (field.height - 6) / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    page.drawImage(picture, { x: field.x + 4, y: bottom + 2, width, height });
  }
  const size = pages[0]?.getSize() ?? { width: 612, height: 792 };
  certify(pdf.addPage([size.width, size.height]), { font, bold }, doc, original);
  const at = new Date(doc.completedAt ?? doc.modifiedAt);
  pdf.setModificationDate(at);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

function certify(page: PDFPage, fonts: { font: PDFFont; bold: PDFFont }, doc: Doc, original: Buffer): void {
  const { font, bold } = fonts;
  let y = page.getHeight() - 84;
  const write = (
    text: string,
    options: { size?: number; isBold?: boolean; isQuiet?: boolean; below?: number } = {},
  ) => {
    const { size = 10.5, isBold = false, isQuiet = false, below = 17 } = options;
    page.drawText(inLatin(text), {
      x: 72,
      y,
      size,
      font: isBold ? bold : font,
      color: isQuiet ? quiet : ink,

      maxWidth: page.getWidth() - 144,
      lineHeight: size * 1.35,
    });
    y -= below;
  };
  write("Signing certificate", { size: 20, isBold: true, below: 30 });
  write(doc.name, { size: 12, below: 26 });
  write(`Reference: ${doc.metadata["inlay_reference"] ?? doc.id}`);
  write(`Document: ${doc.id}`);
  write("Fingerprint (SHA-256) before signing:", { isQuiet: true });
  write(createHash("sha256").update(original).digest("hex"), { size: 9, below: 30 });
  for (const one of [...doc.recipients].sort((a, b) => (a.completedAt ?? "").localeCompare(b.completedAt ?? ""))) {
    write(`${fullName(one)} <${one.email}>`, { isBold: true });
    write(`Signed on ${one.completedAt ?? "-"} (UTC) from ${one.address ?? "-"}`, { isQuiet: true, below: 26 });
  }
  write("Played by the sandbox. These signatures bind nobody.", { size: 9, isQuiet: true });
}

export const fullName = ({ firstName, lastName }: Pick<Recipient, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** The fonts that every reader has know the letters of western Europe. */
const inLatin = (text: string): string => text.replace(/[^\x20-\x7e\u00a0-\u00ff]/gu, "?");
