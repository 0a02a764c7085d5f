import { z } from "zod/mini";
import { call } from "../../call.ts";
import { idOf } from "../../ids.ts";
import { partnerDocument, partnerDocumentCreate } from "./document.ts";

const documentParam = z.object({ documentId: idOf("document") });

export const documentCalls = {
  createDocument: call({
    method: "POST",
    path: "/api/platform/v1/documents",
    audience: "partner",
    slice: "partners",
    action: "partner.document.create",
    summary: "Creates a document of a business and the URL to which you send its file.",
    body: partnerDocumentCreate,
    answer: partnerDocument,
    status: 201,
    idempotent: true,
    makes: true,
    secretAnswer: true,
  }),
  reportDocumentUploaded: call({
    method: "POST",
    path: "/api/platform/v1/documents/:documentId/uploaded",
    audience: "partner",
    slice: "partners",
    action: "partner.document.create",
    summary: "Reports that the file was sent, and starts its check.",
    params: documentParam,
    body: z.strictObject({}),
    answer: partnerDocument,
    status: 202,
    idempotent: true,
  }),
  getDocument: call({
    method: "GET",
    path: "/api/platform/v1/documents/:documentId",
    audience: "partner",
    slice: "partners",
    action: "partner.document.read",
    summary: "Retrieves a document that you sent.",
    params: documentParam,
    answer: partnerDocument,
  }),
};
