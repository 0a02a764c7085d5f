import type { AppContext } from "../context.ts";
import { readInvoice, scanDocument } from "../documents/public.ts";
import { createSemaphore } from "../semaphore.ts";
import { defineWorkflow } from "./define-workflow.ts";

/** Each holds a file and what becomes of it when unpacked. */
const filesAtOnce = 4;

/**
 * Why durable: the store or the scanner may be away for hours, and a file that nobody looked at must never be read. Key: the document.
 * Final: nothing. Until there is a verdict the file stays in quarantine and is looked at again.
 */
export const scanDocumentWorkflow = (app: AppContext) => {
  const limited = createSemaphore(filesAtOnce);
  return defineWorkflow(app, "scan-document", async (ids, step) => {
    await step("scan", () => limited(() => scanDocument(app, ids)));
    await step("read, if it is an invoice", () => readInvoice(app, ids));
  });
};
