import { describe, expect, it } from "vitest";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { acceptedKinds, documentLifecycle, fileKindOf, shortFileName, whyNotUpload } from "./document.ts";

followsLifecycle(documentLifecycle, {
  table: `
    – | UPLOAD_REQUESTED | AWAITING_UPLOAD
    AWAITING_UPLOAD | UPLOADED | SCANNING
    AWAITING_UPLOAD | UPLOAD_EXPIRED | EXPIRED
    SCANNING | FOUND_CLEAN | READY
    SCANNING | FOUND_WANTING | REJECTED
  `,
  ends: ["READY", "REJECTED", "EXPIRED"],
});

describe("file kind", () => {
  it.each([
    ["statement.pdf", "application/pdf", "pdf"],
    ["STATEMENT.PDF", "Application/PDF", "pdf"],
    ["photo.jpeg", "image/jpeg", "jpeg"],
    ["list.csv", "application/vnd.ms-excel", "csv"],
    ["list.xls", "application/vnd.ms-excel", "xls"],
    ["notes.txt", "text/plain; charset=utf-8", "txt"],
    ["statement.pdf.exe", "application/pdf", null],
    ["statement.pdf", "text/html", null],
    ["statement", "application/pdf", null],
    ["page.html", "text/html", null],
    ["picture.svg", "image/svg+xml", null],
  ] as const)("of %s with media type %s is %s", (name, type, kind) => {
    expect(fileKindOf(name, type)).toBe(kind);
  });
});

describe("accepted upload", () => {
  it("is PDF unless the document type allows other kinds", () => {
    expect(acceptedKinds.BANK_STATEMENT).toEqual(["pdf"]);
    expect(acceptedKinds.ADDITIONAL_DOCUMENTS).toHaveLength(10);
  });

  it.each([
    [{ name: "a.pdf", mediaType: "application/pdf", bytes: 1 }, null],
    [{ name: "a.pdf", mediaType: "application/pdf", bytes: 10_485_760 }, null],
    [{ name: "a.pdf", mediaType: "application/pdf" }, null],
    [{ name: "a.pdf", mediaType: "application/pdf", bytes: 10_485_761 }, "FILE_TOO_LARGE"],
    [{ name: "a.pdf", mediaType: "application/pdf", bytes: 0 }, "FILE_TOO_SMALL"],
    [{ name: "a.png", mediaType: "image/png", bytes: 1 }, "WRONG_FILE_TYPE"],
  ] as const)("of a tax return: %o has the rejection %s", (file, rejection) => {
    expect(whyNotUpload("TAX_RETURN", file)).toBe(rejection);
  });
});

describe("short file name", () => {
  it.each([
    ["statement.pdf", "statement.pdf"],
    ["exactly-twenty-eight-let.pdf", "exactly-twenty-eight-let.pdf"],
    ["bank-statement-of-september-2026.pdf", "bank-statement-of-septe….pdf"],
    ["a-name-that-is-long-and-has-no-ending", "a-name-that-is-long-and-has…"],
  ])("of %s is %s, in 28 characters at most", (name, shown) => {
    expect(shortFileName(name)).toBe(shown);
    expect([...shown].length).toBeLessThanOrEqual(28);
  });
});
