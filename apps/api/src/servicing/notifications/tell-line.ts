import type { Tx } from "../../db/scope.ts";
import { notify } from "../../notifications/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { readProductFacts } from "./product-facts.ts";

type Told = { id: string; platformId: string; businessId: string | null; issuedProductId: string };

async function tell(
  tx: Tx,
  { id, platformId, businessId, issuedProductId }: Told,
  subEvent: "LINE_SUSPENDED" | "LINE_REINSTATED" | "LIMIT_CHANGED",
  limits: { creditLimitCents: number; previousCreditLimitCents: number } | Record<string, never> = {},
): Promise<void> {
  if (!businessId) return;
  await notify(tx, {
    platformId,
    businessId,
    key: `event/${id}`,
    event: { ...(await readProductFacts(tx, issuedProductId)), batchEventType: "SERVICING_EVENT", subEvent, ...limits },
  });
}

/** Nothing more can be drawn for now. */
export const tellOfSuspension: EventHandler<"product.line_suspended"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId } }) =>
  (tx) =>
    tell(tx, { id, platformId, businessId, issuedProductId }, "LINE_SUSPENDED");

export const tellOfLineReinstatement: EventHandler<"product.line_reinstated"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId } }) =>
  (tx) =>
    tell(tx, { id, platformId, businessId, issuedProductId }, "LINE_REINSTATED");

export const tellOfLimitChange: EventHandler<"product.limit_changed"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, beforeCents, afterCents } }) =>
  (tx) =>
    tell(tx, { id, platformId, businessId, issuedProductId }, "LIMIT_CHANGED", {
      creditLimitCents: afterCents,
      previousCreditLimitCents: beforeCents,
    });
