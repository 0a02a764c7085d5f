import type { UploadFolder } from "./send-files.ts";

/** The upload folder of tax returns, for owners and accountants. */
export const taxReturnFolder = {
  folder: "tax-returns",
  documentType: "TAX_RETURN",
  most: 20,
} as const satisfies UploadFolder;
