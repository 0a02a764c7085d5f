import { readInvoice, scanDocument } from "../documents/public.ts";
import { createGate } from "../gate.ts";
import type { House } from "../house.ts";
import { story } from "./story.ts";

/** Each holds a file and what becomes of it when unpacked. */
const filesAtOnce = 4;

/**
 * Why durable: the store or the scanner may be away for hours, and a file that nobody looked at must never be read. Key: the document.
 * Final: nothing. Until there is a verdict the file stays in quarantine and is looked at again.
 */
export const scanDocumentStory = (house: House) => {
  const inTurn = createGate(filesAtOnce);
  return story(house, "scan-document", async (ids, step) => {
    await step("scan", () => inTurn(() => scanDocument(house, ids)));
    await step("read, if it is an invoice", () => readInvoice(house, ids));
  });
};
