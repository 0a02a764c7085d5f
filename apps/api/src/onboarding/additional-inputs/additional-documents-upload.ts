import type { InputHandler } from "../input-handler.ts";
import { takePapers } from "../take-papers.ts";

const papers = takePapers("ADDITIONAL_DOCUMENTS");

/** Whatever one of our people asked for, in their words. */
export const additionalDocumentsUpload: InputHandler<"ADDITIONAL_DOCUMENTS_UPLOAD"> = {
  ...papers,
  load: async (context) => {
    const { request } = context.payload;
    return { ...(await papers.load(context)), request: typeof request === "string" ? request : null };
  },
};
