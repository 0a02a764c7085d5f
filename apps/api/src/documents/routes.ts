import {
  confirmAccountantUpload,
  getAccountantDocument,
  getAccountantDocumentUrl,
  requestAccountantUploads,
} from "@inlay/contracts/calls/accountant.ts";
import {
  confirmDocumentUpload,
  getBusinessDocument,
  getBusinessDocumentUrl,
  requestDocumentUploads,
  requestTaxReturnUploads,
} from "@inlay/contracts/calls/documents.ts";
import type { DocumentType } from "@inlay/lending/documents/document.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { cleanKeyOf, type Document, documentAnswer, documentNamed, holdReadable, mediaTypeOf } from "./documents.ts";
import { broughtDocument, confirmUpload, hasArrived, prepareUploads, requestUploads } from "./uploads.ts";

/** The folder that a client names, and what lies in it. */
const typeOfFolder = {
  "bank-statements": "BANK_STATEMENT",
  "business-verification-documents": "BUSINESS_VERIFICATION",
  "tax-returns": "TAX_RETURN",
  "additional-documents": "ADDITIONAL_DOCUMENTS",
  invoices: "INVOICE",
} as const satisfies Record<string, DocumentType>;

type Whose = { platformId: string; businessId: string };

export function documentRoutes({ serve }: Doors, house: House): void {
  serve(
    requestTaxReturnUploads,
    ({ caller, body }) => prepareUploads(house, caller, "TAX_RETURN", body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, { type: "TAX_RETURN", files: body.files, slots: ready, requestId }),
  );
  serve(
    requestDocumentUploads,
    ({ caller, body }) => prepareUploads(house, caller, typeOfFolder[body.documentType], body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, {
        type: typeOfFolder[body.documentType],
        files: body.files,
        slots: ready,
        requestId,
      }),
  );
  serve(
    confirmDocumentUpload,
    ({ caller, params }) => hasArrived(house, caller, params.id),
    async ({ tx, caller, params, ready, requestId }) =>
      documentAnswer(await confirmUpload(tx, caller, { id: params.id, isThere: ready, requestId })),
  );
  serve(
    requestAccountantUploads,
    ({ caller, body }) => prepareUploads(house, caller, "TAX_RETURN", body.files),
    ({ tx, caller, body, ready, requestId }) =>
      requestUploads(tx, caller, { type: "TAX_RETURN", files: body.files, slots: ready, requestId }),
  );
  serve(
    confirmAccountantUpload,
    ({ caller, params }) => hasArrived(house, caller, params.id),
    async ({ tx, caller, params, ready, requestId }) =>
      documentAnswer(await confirmUpload(tx, caller, { id: params.id, isThere: ready, requestId })),
  );
  serve(getAccountantDocument, async ({ tx, caller, params }) =>
    documentAnswer(await broughtDocument(tx, caller, params.id)),
  );
  serve(getBusinessDocument, async ({ tx, params }) => documentAnswer(await documentNamed(tx, params.id)));
  const addressOf = async (find: (tx: Tx) => Promise<Document>, { platformId, businessId }: Whose) => {
    const document = await inScope(house.pool, { platformId, businessId }, find);
    holdReadable(document);
    const { fileName, fileKind } = document;
    const contentType = mediaTypeOf(fileKind);
    const { url, expiresAt } = await house.files.presignGet(cleanKeyOf(document), { fileName, contentType });
    return { url, expiresAt: expiresAt.toISOString() };
  };
  serve(
    getBusinessDocumentUrl,
    ({ caller, params }) => addressOf((tx) => documentNamed(tx, params.id), caller),
    async ({ ready }) => ready,
  );
  serve(
    getAccountantDocumentUrl,
    ({ caller, params }) => addressOf((tx) => broughtDocument(tx, caller, params.id), caller),
    async ({ ready }) => ready,
  );
}
