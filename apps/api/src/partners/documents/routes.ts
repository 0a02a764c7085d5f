import { documentCalls } from "@inlay/contracts/partner/documents/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createDocument, prepareDocument } from "./create-document.ts";
import { getDocument } from "./read-documents.ts";
import { hasDocumentArrived, reportDocumentUploaded } from "./report-document-uploaded.ts";

export function documentRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  preparedPartnerRoute(documentCalls.createDocument, prepareDocument, createDocument);
  preparedPartnerRoute(documentCalls.reportDocumentUploaded, hasDocumentArrived, reportDocumentUploaded);
  partnerRoute(documentCalls.getDocument, getDocument);
}
