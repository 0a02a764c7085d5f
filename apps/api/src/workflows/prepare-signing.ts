import type { AppContext } from "../context.ts";
import { prepareSigning } from "../documents/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the file store or the vendor may be unavailable for hours, and the document must be sent to its signers once. Key: the
 * signing. Final: a document that the vendor refuses; the signing records it.
 */
export const prepareSigningWorkflow = (app: AppContext) =>
  defineWorkflow(app, "prepare-signing", async (ids, step) => {
    await step("prepare", () => prepareSigning(app, ids));
  });
