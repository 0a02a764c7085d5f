export { createDemoInvoices } from "./demo-invoices.ts";
export { refuseUnreadyInvoices } from "./documents.ts";
export { followSigning, prepareSigning, signingLinkOf, voidSigning } from "./follow-signing.ts";
export { listUploaded } from "./list-uploaded.ts";
export { readInvoice } from "./read-invoice.ts";
export { presignDocument } from "./routes.ts";
export { scanDocument } from "./scan.ts";
export { signInSandbox } from "./sign-in-sandbox.ts";
export {
  type NewSigning,
  type OfferSigning,
  orderSigning,
  originalKeyOf,
  prepareOrder,
  primarySigner,
  type SigningRecipient,
  saveFile,
  sha256Of,
  signersOf,
  signingsOfOffer,
} from "./signing.ts";
export {
  confirmUpload,
  countDocuments,
  documentsFromFileUrls,
  hasArrived,
  type PlatformUploader,
  type PreparedUpload,
  prepareUploads,
  requestUploads,
} from "./uploads.ts";
