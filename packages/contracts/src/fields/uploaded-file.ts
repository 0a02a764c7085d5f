import { z } from "zod/mini";
import { uuid } from "../ids.ts";

/** A document: the file name that its owner gave it, and the reference that the server issued for it. */
export const uploadedFile = z.strictObject({
  fileUrl: z.string().check(z.minLength(1), z.maxLength(1000)),
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
});
export type UploadedFile = z.output<typeof uploadedFile>;

/** A document that is already stored. */
export const keptFile = z.extend(uploadedFile, { documentId: uuid, isReady: z.boolean() });
export type KeptFile = z.output<typeof keptFile>;

export const uploadedFiles = z.array(uploadedFile).check(z.minLength(1, "Please upload a file"), z.maxLength(50));
