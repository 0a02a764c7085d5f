import type { AppContext } from "../context.ts";
import { readInvoice, scanDocument } from "../documents/public.ts";
import { createSemaphore } from "../semaphore.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Each scan holds a file and its unpacked contents in memory. */
const filesAtOnce = 4;

/**
 * Why durable: the file store or the scanner may be unavailable for hours, and an unscanned file must never be read. Key: the document.
 * Final: nothing. Until there is a verdict the file stays in quarantine and the scan is retried.
 */
export const scanDocumentWorkflow = (app: AppContext) => {
  const limited = createSemaphore(filesAtOnce);
  return defineWorkflow(app, "scan-document", async (ids, step) => {
    await step("scan", () => limited(() => scanDocument(app, ids)));
    await step("read, if it is an invoice", () => readInvoice(app, ids));
  });
};
