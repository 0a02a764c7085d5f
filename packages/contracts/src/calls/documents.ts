import {
  documentLifecycle,
  documentSources,
  documentTypes,
  uploadRejections,
} from "@inlay/lending/documents/document.ts";
import { mostStatements } from "@inlay/lending/servicing/statement.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { fileUrl } from "../fields/file-url.ts";
import { fileAnswer } from "../file-answer.ts";
import { uuid, uuidV4 } from "../ids.ts";

const signedDocumentTypes = ["DISCLOSURE", "AGREEMENT"] as const;
const issuedProductDocumentTypes = ["UCC", "STATEMENT", ...signedDocumentTypes] as const;

const fileToUpload = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The size in bytes. The upload URL accepts only a file of this size. */
  size: z.int().check(z.minimum(0)),
  /** The SHA-256 in hex. If it is sent, a file with other contents is rejected. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
const filesToUpload = z.array(fileToUpload).check(z.minLength(1), z.maxLength(50));

/** The client sends each file to its `uploadUrl` by PUT; later calls refer to the file by `downloadUrl`. */
const uploadTargets = z.object({
  files: z.array(
    z.object({
      id: z.string(),
      documentId: uuid,
      documentUploadUrl: z.object({ uploadUrl: z.string(), downloadUrl: z.string() }),
    }),
  ),
});

const documentId = z.object({ id: uuid });

/** A statement, a filing or a signed document of a product. */
const issuedProductDocument = z.object({
  id: uuid,
  documentType: z.enum(issuedProductDocumentTypes),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  /** What a statement says. Null for every other document. */
  statement: z.nullable(
    z.object({
      /** The first day of its month. */
      month: z.iso.date(),
      /** More than 1 if the month was corrected after it was closed. */
      version: z.int(),
      paidCents: z.int(),
      /** What was owed at the end of the month: the principal, or what is left of an advance, and all of it. */
      principalCents: z.int(),
      totalCents: z.int(),
    }),
  ),
});
export type IssuedProductDocument = z.infer<typeof issuedProductDocument>;

/** A document of an offer that everybody has signed. */
const loanApplicationDocument = z.object({
  id: uuid,
  offerId: uuidV4,
  documentType: z.enum(signedDocumentTypes),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
});
export type LoanApplicationDocument = z.infer<typeof loanApplicationDocument>;

/** A document and whether it can be read yet. Only signed documents have a template id and an external id. */
const businessDocument = z.object({
  id: uuid,
  externalId: z.nullable(z.string()),
  documentTemplateId: z.nullable(z.string()),
  documentType: z.enum(documentTypes),
  source: z.enum(documentSources),
  status: z.enum(documentLifecycle.states),
  rejectionReason: z.nullable(z.enum(uploadRejections)),
  fileName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type BusinessDocument = z.infer<typeof businessDocument>;

export const requestTaxReturnUploads = call({
  method: "POST",
  path: "/api/v1/tax-returns/signed-urls",
  audience: "portal",
  slice: "documents",
  action: "document.upload",
  summary: "Creates upload URLs for tax returns.",
  body: z.strictObject({ files: filesToUpload }),
  answer: uploadTargets,
});

export const requestDocumentUploads = call({
  method: "POST",
  path: "/api/v1/businesses/document-upload-urls",
  audience: "portal",
  slice: "documents",
  action: "document.upload",
  summary: "Creates upload URLs for documents of the business.",
  body: z.strictObject({
    files: filesToUpload,
    documentType: z.enum([
      "bank-statements",
      "business-verification-documents",
      "tax-returns",
      "additional-documents",
      "invoices",
    ]),
  }),
  answer: uploadTargets,
});

export const requestInvoiceUploads = call({
  method: "POST",
  path: "/api/v2/servicing/:id/invoices/upload-invoice-urls",
  audience: "portal",
  slice: "servicing",
  action: "invoice.submit",
  summary: "Creates an upload URL for the file of an invoice.",
  params: documentId,
  body: z.strictObject({ files: z.array(fileToUpload).check(z.length(1, "Please upload one file at a time")) }),
  answer: uploadTargets,
});

export const getBusinessDocument = call({
  method: "GET",
  path: "/api/v2/servicing/documents/:id",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Reads a document of the business.",
  params: documentId,
  answer: businessDocument,
});

export const confirmDocumentUpload = call({
  method: "POST",
  path: "/api/v1/documents/:id/uploaded",
  audience: "portal",
  slice: "documents",
  action: "document.upload",
  summary: "Reports that a file was uploaded, and starts its check.",
  params: documentId,
  answer: businessDocument,
});

export const getBusinessDocumentUrl = call({
  method: "GET",
  path: "/api/v2/servicing/documents/:id/read-file-url",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Creates a download URL for a document of the business, valid for five minutes.",
  params: documentId,
  answer: fileUrl,
});

export const listIssuedProductDocuments = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/issued-product-documents",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Lists the signed documents of a product, and its statements in their newest versions.",
  params: documentId,
  query: z.strictObject({ documentType: z.optional(z.enum(issuedProductDocumentTypes)) }),
  answer: z.object({ documents: z.array(issuedProductDocument) }),
});

export const getIssuedProductDocumentUrl = call({
  method: "GET",
  path: "/api/v1/servicing/issued-products/:id/issued-product-documents/:docId/signed-read-url",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Creates a download URL for a document of a product, valid for five minutes.",
  params: z.object({ id: uuid, docId: uuid }),
  answer: fileUrl,
});

export const downloadStatements = call({
  method: "POST",
  path: "/api/v1/servicing/statements/download",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Downloads one statement as a PDF, or several as a zip archive, also of several products.",
  body: z.strictObject({ documentIds: z.array(uuid).check(z.minLength(1), z.maxLength(mostStatements)) }),
  answer: fileAnswer,
  file: "application/pdf",
});

export const listLoanApplicationDocuments = call({
  method: "GET",
  path: "/api/v1/loan-application-documents",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Lists the signed disclosures and agreements.",
  answer: z.object({ documents: z.array(loanApplicationDocument) }),
});

export const downloadLoanApplicationDocument = call({
  method: "GET",
  path: "/api/v1/loan-application-documents/:id/download",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Downloads a signed document.",
  params: documentId,
  answer: fileAnswer,
  file: "application/pdf",
});

export const downloadLoanApplicationDocuments = call({
  method: "POST",
  path: "/api/v2/loan-application-documents/download",
  audience: "portal",
  slice: "documents",
  action: "document.view",
  summary: "Downloads one signed document as a PDF, or several as a zip archive.",
  body: z.strictObject({
    loanApplicationDocumentDetails: z
      .array(z.strictObject({ loanApplicationDocumentId: uuid }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  answer: fileAnswer,
  file: "application/pdf",
});
