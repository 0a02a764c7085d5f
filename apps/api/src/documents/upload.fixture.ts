import type { UploadRejection } from "@inlay/lending/documents/document.ts";

/** A file to upload, with its expected outcome. */
export type Upload = {
  what: string;
  name: string;
  type: string;
  contents: () => Buffer;
  /** READY, or the reason of the rejection. */
  ends: "READY" | UploadRejection;
  shownAs?: string;
  /** Only the malware scanner can detect it. */
  isForTheScanner?: true;
};

export const megabyte = 1024 * 1024;
export const pdf = (what: string, contents: () => Buffer, ends: Upload["ends"], name = "file.pdf"): Upload => ({
  what,
  name,
  type: "application/pdf",
  contents,
  ends,
});
export const docx = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.docx",
  contents,
  ends,
  type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
});
export const xlsx = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.xlsx",
  contents,
  ends,
  type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});
export const png = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.png",
  type: "image/png",
  contents,
  ends,
});
export const jpeg = (what: string, contents: () => Buffer, ends: Upload["ends"]): Upload => ({
  what,
  name: "file.jpg",
  type: "image/jpeg",
  contents,
  ends,
});
export const text = (
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
