import {
  confirmAccountantUpload,
  getAccountantDocument,
  getAccountantDocumentUrl,
  requestAccountantUploads,
} from "@inlay/contracts/calls/accountant.ts";
import {
  confirmDocumentUpload,
  downloadLoanApplicationDocument,
  downloadLoanApplicationDocuments,
  downloadStatements,
  getBusinessDocument,
  getBusinessDocumentUrl,
  getIssuedProductDocumentUrl,
  type IssuedProductDocument,
  listIssuedProductDocuments,
  listLoanApplicationDocuments,
  requestDocumentUploads,
  requestTaxReturnUploads,
} from "@inlay/contracts/calls/documents.ts";
import type { DocumentType } from "@inlay/lending/documents/document.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { type Document, documentAnswer, documentNamed, presignRead } from "./documents.ts";
import { downloadSigned, listSigned, listSignedOfProduct, presignSigned } from "./signed-documents.ts";
import { downloadStatementsOf, listStatements, presignStatement } from "./statements/read-statements.ts";
import { confirmUpload, hasArrived, prepareUploads, requestUploads, uploadedDocument } from "./uploads.ts";

/** The document type of each folder that a client may name. */
const typeOfFolder = {
  "bank-statements": "BANK_STATEMENT",
  "business-verification-documents": "BUSINESS_VERIFICATION",
  "tax-returns": "TAX_RETURN",
  "additional-documents": "ADDITIONAL_DOCUMENTS",
  invoices: "INVOICE",
} as const satisfies Record<string, DocumentType>;

type Tenant = { platformId: string; businessId: string };

export function documentRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    requestTaxReturnUploads,
    ({ caller, body }) => prepareUploads(app, caller, "TAX_RETURN", body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, { type: "TAX_RETURN", files: body.files, slots: ready, requestId }),
  );
  authenticatedRoute(
    requestDocumentUploads,
    ({ caller, body }) => prepareUploads(app, caller, typeOfFolder[body.documentType], body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, {
        type: typeOfFolder[body.documentType],
        files: body.files,
        slots: ready,
        requestId,
      }),
  );
  authenticatedRoute(
    confirmDocumentUpload,
    ({ caller, params }) => hasArrived(app, caller, params.id),
    async ({ tx, caller, params, ready, requestId }) =>
      documentAnswer(await confirmUpload(tx, caller, { id: params.id, isThere: ready, requestId })),
  );
  authenticatedRoute(getBusinessDocument, async ({ tx, params }) => documentAnswer(await documentNamed(tx, params.id)));
  authenticatedRoute(
    getBusinessDocumentUrl,
    ({ caller, params }) => presignDocument(app, caller, params.id),
    async ({ ready }) => ready,
  );
  signedDocumentRoutes({ authenticatedRoute }, app);
}

/** The disclosures and agreements that were signed. */
function signedDocumentRoutes({ authenticatedRoute }: Pick<Router, "authenticatedRoute">, app: AppContext): void {
  authenticatedRoute(listIssuedProductDocuments, async ({ tx, caller, params, query }) => ({
    documents: (await documentsOfProduct(tx, caller.businessId, params.id)).filter(
      ({ documentType }) => query.documentType === undefined || documentType === query.documentType,
    ),
  }));
  authenticatedRoute(
    getIssuedProductDocumentUrl,
    async ({ caller, params }) =>
      (await presignStatement(app, caller, params.id, params.docId)) ??
      presignSigned(app, caller, params.id, params.docId),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    downloadStatements,
    ({ caller, body }) => downloadStatementsOf(app, caller, body.documentIds),
    async ({ ready }) => ready,
  );
  authenticatedRoute(listLoanApplicationDocuments, async ({ tx, caller }) => ({
    documents: (await listSigned(tx, caller.businessId)).map(({ id, offerId, documentType, fileName, createdAt }) => ({
      id,
      offerId,
      documentType,
      fileName,
      createdAt: createdAt.toISOString(),
    })),
  }));
  authenticatedRoute(
    downloadLoanApplicationDocument,
    ({ caller, params }) => downloadSigned(app, caller, [params.id]),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    downloadLoanApplicationDocuments,
    ({ caller, body }) =>
      downloadSigned(
        app,
        caller,
        body.loanApplicationDocumentDetails.map(({ loanApplicationDocumentId }) => loanApplicationDocumentId),
      ),
    async ({ ready }) => ready,
  );
}

async function documentsOfProduct(tx: Tx, businessId: string, id: string): Promise<IssuedProductDocument[]> {
  const signed = await listSignedOfProduct(tx, businessId, id);
  const statements = await listStatements(tx, businessId, id);
  return [
    ...signed.map((document) => ({
      id: document.id,
      documentType: document.documentType,
      fileName: document.fileName,
      createdAt: document.createdAt.toISOString(),
      statement: null,
    })),
    ...statements.map(({ month, version, paidCents, principalCents, totalCents, ...document }) => ({
      id: document.id,
      documentType: "STATEMENT" as const,
      fileName: document.fileName,
      createdAt: document.createdAt.toISOString(),
      statement: { month, version, paidCents, principalCents, totalCents },
    })),
  ];
}

export function accountantDocumentRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    requestAccountantUploads,
    ({ caller, body }) => prepareUploads(app, caller, "TAX_RETURN", body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, { type: "TAX_RETURN", files: body.files, slots: ready, requestId }),
  );
  authenticatedRoute(
    confirmAccountantUpload,
    ({ caller, params }) => hasArrived(app, caller, params.id),
    async ({ tx, caller, params, ready, requestId }) =>
      documentAnswer(await confirmUpload(tx, caller, { id: params.id, isThere: ready, requestId })),
  );
  authenticatedRoute(getAccountantDocument, async ({ tx, caller, params }) =>
    documentAnswer(await uploadedDocument(tx, caller, params.id)),
  );
  authenticatedRoute(
    getAccountantDocumentUrl,
    ({ caller, params }) => addressOf(app, (tx) => uploadedDocument(tx, caller, params.id), caller),
    async ({ ready }) => ready,
  );
}

/** A download URL for a document of a business, which is created outside of a transaction. */
export const presignDocument = (app: AppContext, tenant: Tenant, documentId: string) =>
  addressOf(app, (tx) => documentNamed(tx, documentId), tenant);

async function addressOf(app: AppContext, find: (tx: Tx) => Promise<Document>, { platformId, businessId }: Tenant) {
  return presignRead(app, await inScope(app.pool, { platformId, businessId }, find));
}
