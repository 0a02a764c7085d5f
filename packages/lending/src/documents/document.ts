import { lifecycle } from "../flow/lifecycle.ts";

/**
 * An uploaded document. It cannot be read until the scan has passed, and a rejected one is deleted. One that nobody confirmed expires, and
 * what was uploaded is deleted.
 */
export const documentLifecycle = lifecycle("document", {
  begins: { UPLOAD_REQUESTED: "AWAITING_UPLOAD" },
  moves: {
    AWAITING_UPLOAD: { UPLOADED: "SCANNING", UPLOAD_EXPIRED: "EXPIRED" },
    SCANNING: { FOUND_CLEAN: "READY", FOUND_WANTING: "REJECTED" },
    READY: {},
    REJECTED: {},
    EXPIRED: {},
  },
  ends: ["READY", "REJECTED", "EXPIRED"],
});
export type DocumentStatus = (typeof documentLifecycle.states)[number];

export const documentTypes = [
  "INVOICE",
  "BANK_STATEMENT",
  "PLAID_ASSET_REPORT",
  "TAX_RETURN",
  "ADDITIONAL_DOCUMENTS",
  "BUSINESS_VERIFICATION",
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const documentSources = ["PLATFORM", "USER", "FIS"] as const;

export const uploadRejections = [
  "WRONG_FILE_TYPE",
  "FILE_TOO_LARGE",
  "FILE_TOO_SMALL",
  "TOO_MANY_FILES",
  "GENERIC_ERROR",
] as const;
export type UploadRejection = (typeof uploadRejections)[number];

export const largestFileBytes = 10_485_760;

/** The accepted file kinds, with their extensions and media types. */
export const fileKinds = {
  pdf: { extensions: ["pdf"], mediaTypes: ["application/pdf"] },
  png: { extensions: ["png"], mediaTypes: ["image/png"] },
  jpeg: { extensions: ["jpg", "jpeg"], mediaTypes: ["image/jpeg"] },
  // Browsers on Windows report the media type that a spreadsheet program registered for csv files.
  csv: { extensions: ["csv"], mediaTypes: ["text/csv", "application/vnd.ms-excel"] },
  txt: { extensions: ["txt"], mediaTypes: ["text/plain"] },
  json: { extensions: ["json"], mediaTypes: ["application/json"] },
  doc: { extensions: ["doc"], mediaTypes: ["application/msword"] },
  xls: { extensions: ["xls"], mediaTypes: ["application/vnd.ms-excel"] },
  docx: {
    extensions: ["docx"],
    mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  },
  xlsx: { extensions: ["xlsx"], mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] },
} as const satisfies Record<string, { extensions: readonly string[]; mediaTypes: readonly [string, ...string[]] }>;
export type FileKind = keyof typeof fileKinds;

const pdfOnly = ["pdf"] as const;

/** The accepted file kinds: PDF, images of verification documents, which are often photos, and any kind of additional documents. */
export const acceptedKinds: Record<DocumentType, readonly FileKind[]> = {
  INVOICE: pdfOnly,
  BANK_STATEMENT: pdfOnly,
  PLAID_ASSET_REPORT: pdfOnly,
  TAX_RETURN: pdfOnly,
  BUSINESS_VERIFICATION: ["pdf", "png", "jpeg"],
  ADDITIONAL_DOCUMENTS: Object.keys(fileKinds) as FileKind[],
};

/** The kind of a file by its extension and media type together; null when they disagree or are unknown. */
export function fileKindOf(fileName: string, mediaType: string): FileKind | null {
  const extension = fileName.toLowerCase().split(".").at(-1) ?? "";
  const type = mediaType.toLowerCase().split(";")[0]?.trim() ?? "";
  const kinds = Object.entries(fileKinds) as [
    FileKind,
    { extensions: readonly string[]; mediaTypes: readonly string[] },
  ][];
  return kinds.find(([, kind]) => kind.extensions.includes(extension) && kind.mediaTypes.includes(type))?.[0] ?? null;
}

/** Why a file is refused before upload; null when it is accepted. The portal and the server use the same check. */
export function whyNotUpload(
  documentType: DocumentType,
  file: { name: string; mediaType: string; bytes?: number | undefined },
): UploadRejection | null {
  const kind = fileKindOf(file.name, file.mediaType);
  if (kind === null || !acceptedKinds[documentType].includes(kind)) return "WRONG_FILE_TYPE";
  if (file.bytes !== undefined && file.bytes > largestFileBytes) return "FILE_TOO_LARGE";
  if (file.bytes !== undefined && file.bytes <= 0) return "FILE_TOO_SMALL";
  return null;
}

const truncatedTo = 28;

/** Shortens a long name in the middle, so that its beginning and its extension stay visible. */
export function shortFileName(name: string): string {
  const letters = [...name];
  if (letters.length <= truncatedTo) return name;
  const ending = /\.[^.]{1,5}$/.exec(name)?.[0] ?? "";
  return `${letters.slice(0, truncatedTo - 1 - ending.length).join("")}…${ending}`;
}

/** The years of tax returns that a decision needs, one file a year. */
export const yearsOfTaxReturns = 2;
