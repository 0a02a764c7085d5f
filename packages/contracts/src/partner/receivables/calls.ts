import { z } from "zod/mini";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { idOf, platformId } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import {
  mostReceivables,
  receivable,
  receivablePost,
  receivableResult,
  receivableRow,
  receivableSettlement,
} from "./receivable.ts";

export const receivableCalls = {
  postReceivable: call({
    method: "POST",
    path: "/api/platform/v1/issued-products/:issuedProductId/receivables",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.post",
    summary:
      "Posts what was withheld of a card sale, or given back with its refund. An identical repeat answers 200 with the same receivable.",
    params: z.object({ issuedProductId: idOf("issuedProduct") }),
    body: receivablePost,
    answer: receivable,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  postReceivables: call({
    method: "POST",
    path: "/api/platform/v1/receivables/batch",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.post",
    summary:
      "Posts up to 500 receivables of any products in the given order. Each row succeeds or fails on its own, and the batch is safe to resend.",
    body: z.strictObject({ receivables: z.array(receivableRow).check(z.minLength(1), z.maxLength(mostReceivables)) }),
    answer: z.object({ object: z.literal("batch_result"), results: z.array(receivableResult) }),
    status: 201,
    idempotent: true,
    isBatch: true,
  }),
  listReceivables: call({
    method: "GET",
    path: "/api/platform/v1/receivables",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.read",
    summary: "Lists receivables.",
    query: z.strictObject({
      ...listQuery("receivable"),
      issuedProductId: many(idOf("issuedProduct")),
      transactionId: many(platformId),
      status: many(receivable.shape.status),
      settlementId: many(idOf("receivableSettlement")),
    }),
    answer: list(receivable),
  }),
  getReceivable: call({
    method: "GET",
    path: "/api/platform/v1/receivables/:receivableId",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.read",
    summary: "Retrieves a receivable.",
    params: z.object({ receivableId: idOf("receivable") }),
    answer: receivable,
  }),
  listReceivableSettlements: call({
    method: "GET",
    path: "/api/platform/v1/receivable-settlements",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.read",
    summary: "Lists what you pay for each day's receivables.",
    query: z.strictObject({
      ...(({ businessId: _, ...ofPlatform }) => ofPlatform)(listQuery("receivableSettlement")),
      date: many(z.iso.date()),
      status: many(receivableSettlement.shape.status),
    }),
    answer: list(receivableSettlement),
  }),
  getReceivableSettlement: call({
    method: "GET",
    path: "/api/platform/v1/receivable-settlements/:receivableSettlementId",
    audience: "partner",
    slice: "partners",
    action: "partner.receivable.read",
    summary: "Retrieves the settlement of a day's receivables.",
    params: z.object({ receivableSettlementId: idOf("receivableSettlement") }),
    answer: receivableSettlement,
  }),
};
