import { createSemaphore } from "../semaphore.ts";
import type { Workflows } from "../workflows/public.ts";
import { deleteUpload } from "./expire-upload.ts";
import { prepareSigning, readSigning } from "./follow-signing.ts";
import { readInvoice } from "./read-invoice.ts";
import { scanDocument } from "./scan.ts";
import { renderStatement } from "./statements/render-statement.ts";

/** Each scan holds a file and its unpacked contents in memory. */
const filesAtOnce = 4;
/** The statements of all products are issued at the same moment. */
const statementsAtOnce = 4;

export const documentWorkflows: Workflows = {
  /**
   * Why durable: the store or the scanner may be down for hours, and a file that was not scanned must never be readable. Key: the document.
   * Final: nothing. Until there is a verdict the file stays in quarantine and the scan is retried.
   */
  "scan-document": (app) => {
    const limited = createSemaphore(filesAtOnce);
    return async (ids, step) => {
      await step("scan", () => limited(() => scanDocument(app, ids)));
      await step("read, if it is an invoice", () => readInvoice(app, ids));
    };
  },

  /** Why durable: the store may be down for hours. Key: the document. Final: nothing; it is retried until the file is deleted. */
  "delete-upload": (app) => (ids, step) => step("delete", () => deleteUpload(app, ids)),

  /**
   * Why durable: the store or the vendor may be down for hours, and the document is sent to its signers once. Key: the signing. Final: a
   * document that the vendor refuses; the signing then says so.
   */
  "prepare-signing": (app) => (ids, step) => step("prepare", () => prepareSigning(app, ids)),

  /** Why durable: a webhook may be lost, so the state is read from the vendor. Key: the reading. Final: nothing; it is retried until answered. */
  "read-signing": (app) => (ids, step) => step("read", () => readSigning(app, ids)),

  /**
   * Why durable: the renderer or the store may be down on the first of a month. Key: the version of a statement. Final: nothing; rendering it
   * again replaces its file by the same one.
   */
  "render-statement": (app) => {
    const limited = createSemaphore(statementsAtOnce);
    return (ids, step) => step("render and store", () => limited(() => renderStatement(app, ids)));
  },
};
