import type { UploadFolder } from "./send-files.ts";

/** Where returns go, whoever brings them. */
export const taxReturnFolder = {
  folder: "tax-returns",
  documentType: "TAX_RETURN",
  most: 20,
} as const satisfies UploadFolder;
