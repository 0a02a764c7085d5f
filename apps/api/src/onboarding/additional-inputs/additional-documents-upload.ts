import { saveDocuments } from "../details/save-documents.ts";
import type { InputHandler } from "../step-handler.ts";

const documents = saveDocuments("ADDITIONAL_DOCUMENTS");

/** Documents that a staff member asks for in free text. */
export const additionalDocumentsUpload: InputHandler<"ADDITIONAL_DOCUMENTS_UPLOAD"> = {
  ...documents,
  load: async (context) => {
    const { request } = context.payload;
    return { ...(await documents.load(context)), request: typeof request === "string" ? request : null };
  },
};
