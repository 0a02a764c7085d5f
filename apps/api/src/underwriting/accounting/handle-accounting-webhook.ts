import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { AppContext } from "../../context.ts";
import { inNoScope, inScope } from "../../db/scope.ts";
import type { WebhookHandler } from "../../http/public.ts";
import type { AccountingWebhook } from "../../providers/accounting/port.ts";
import type { Tenant } from "../reports.ts";
import { askAboutConnections, saveConnections } from "./connections.ts";
import { requestAccountingData } from "./read-accounting-data.ts";

export const accountingWebhook = (app: AppContext): WebhookHandler<AccountingWebhook> => ({
  job: "accounting",
  read: (request) => app.accounting.readWebhook(request, new Date()),
  handle: (webhook) => handleAccountingWebhook(app, webhook),
});

/**
 * A webhook only triggers a reading from the vendor. For an unknown business, or while the vendor is unavailable, it is answered so that
 * the vendor retries.
 */
export async function handleAccountingWebhook(
  app: AppContext,
  { what }: AccountingWebhook,
): Promise<"HANDLED" | "NOT_YET"> {
  if (what.kind === "OTHER") return "HANDLED";
  const tenant = await findBusiness(app, what.businessId);
  if (!tenant) return "NOT_YET";
  try {
    const found = await askAboutConnections(app, tenant.businessId);
    await inScope(app.pool, tenant, async (tx) => {
      await saveConnections(tx, tenant, found, { actor: { kind: "SYSTEM", id: null }, requestId: null });
      if (what.kind === "DATA_ARRIVED") await requestAccountingData(tx, tenant);
    });
    return "HANDLED";
  } catch (error) {
    if (error instanceof Refusal && error.code === "ACCOUNTING_UNAVAILABLE") return "NOT_YET";
    throw error;
  }
}

/** The vendor names a business by our uuid. Other names at the vendor are not ours. */
async function findBusiness(app: AppContext, businessId: string): Promise<Tenant | undefined> {
  if (!z.uuid().safeParse(businessId).success) return undefined;
  return inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Tenant>`
      select platform_id as "platformId", business_id as "businessId" from app.find_business(${businessId}::uuid)`.execute(
      tx,
    );
    return rows[0];
  });
}
