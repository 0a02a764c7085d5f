import { z } from "zod/mini";
import { fileAnswer } from "../../file-answer.ts";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const ofProduct = "/api/staff/v1/businesses/:businessId/issued-products/:issuedProductId/lien-filing";
const params = z.object({ businessId: uuid, issuedProductId: uuid });

const lienFiling = z.object({
  issuedProductId: uuid,
  state: z.string(),
  fileBy: z.iso.date(),
  filedOn: z.nullable(z.iso.date()),
  filingNumber: z.nullable(z.string()),
  recordedBy: z.nullable(uuid),
});
export type LienFiling = z.output<typeof lienFiling>;

/** The financing statements (UCC-1) that staff file with the states. */
export const lienFilings = {
  getLienFiling: staffCall(ofProduct, {
    method: "GET",
    action: "staff.lien-filing.view",
    summary: "Reads the financing statement about a product: where and by when it is filed, and its number.",
    params,
    answer: lienFiling,
  }),
  printLienFiling: staffCall(`${ofProduct}/file`, {
    method: "POST",
    action: "staff.lien-filing.view",
    summary: "Prints the data of a financing statement for its filing, as a PDF. Each print is recorded.",
    params,
    answer: fileAnswer,
    file: "application/pdf",
  }),
  recordLienFiling: staffCall(`${ofProduct}/record`, {
    method: "POST",
    action: "staff.lien-filing.record",
    summary: "Records that a financing statement was filed, with its number and day.",
    params,
    body: z.strictObject({
      filedOn: z.iso.date(),
      filingNumber: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
      reason,
    }),
    answer: outcome,
  }),
};
