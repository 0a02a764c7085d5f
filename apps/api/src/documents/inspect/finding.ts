import type { UploadRejection } from "@inlay/lending/documents/document.ts";

/** Why a file is not taken: the kind of rejection that its sender is told, and what exactly was found, for our staff. */
export type Finding = { reason: UploadRejection; finding: string };

export const wrongType = (finding: string): Finding => ({ reason: "WRONG_FILE_TYPE", finding });
export const harmful = (finding: string): Finding => ({ reason: "GENERIC_ERROR", finding });
