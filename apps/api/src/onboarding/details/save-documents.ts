import type { KeptFile, UploadedFile } from "@inlay/contracts/fields/uploaded-file.ts";
import type { DocumentType } from "@inlay/lending/documents/document.ts";
import { countDocuments, listUploaded } from "../../documents/public.ts";
import type { CompletionContext, StepContext } from "../step-handler.ts";

/** Documents of one type. The screen lists those already uploaded; an answer may name only uploaded documents of this business. */
export const saveDocuments = (documentType: DocumentType) => ({
  load: async ({ tx, app, caller }: StepContext): Promise<{ files: KeptFile[] }> => ({
    files: await listUploaded(tx, app, { businessId: caller.businessId, documentType }),
  }),
  complete: async ({ tx, app, caller }: CompletionContext, { files }: { files: UploadedFile[] }): Promise<void> => {
    const fileUrls = files.map(({ fileUrl }) => fileUrl);
    await countDocuments(tx, app, { businessId: caller.businessId, documentType }, fileUrls);
  },
});
