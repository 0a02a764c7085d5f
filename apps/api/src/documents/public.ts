export { createDemoInvoices } from "./demo-invoices.ts";
export { signingLinkOf, voidSigning } from "./follow-signing.ts";
export { listUploaded } from "./list-uploaded.ts";
export { readInvoice } from "./read-invoice.ts";
export { scanDocument } from "./scan.ts";
export {
  type NewSigning,
  type OfferSigning,
  orderSigning,
  originalKeyOf,
  prepareOrder,
  primarySigner,
  saveFile,
  sha256Of,
  signingsOfOffer,
} from "./signing.ts";
export { countDocuments } from "./uploads.ts";
