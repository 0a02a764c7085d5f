export { createDemoInvoices } from "./demo-invoices.ts";
export { listUploaded } from "./list-uploaded.ts";
export { readInvoice } from "./read-invoice.ts";
export { scanDocument } from "./scan.ts";
export { type NewSigning, orderSigning, prepareOrder } from "./signing.ts";
export { countDocuments } from "./uploads.ts";
