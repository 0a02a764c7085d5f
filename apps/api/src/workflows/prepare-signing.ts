import type { AppContext } from "../context.ts";
import { prepareSigning } from "../documents/public.ts";
import { defineWorkflow } from "./define-workflow.ts";

/**
 * Why durable: the store or the vendor may be away for hours, and the document must be put before its signers once. Key: the signing.
 * Final: a document that the vendor refuses; the signing then says so.
 */
export const prepareSigningWorkflow = (app: AppContext) =>
  defineWorkflow(app, "prepare-signing", async (ids, step) => {
    await step("prepare", () => prepareSigning(app, ids));
  });
