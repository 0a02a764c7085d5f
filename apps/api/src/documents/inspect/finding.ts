import type { UploadRejection } from "@inlay/lending/documents/document.ts";

/** Why a file is rejected: the reason that its sender sees, and the exact finding, which only staff see. */
export type Finding = { reason: UploadRejection; finding: string };

export const wrongType = (finding: string): Finding => ({ reason: "WRONG_FILE_TYPE", finding });
export const harmful = (finding: string): Finding => ({ reason: "GENERIC_ERROR", finding });
