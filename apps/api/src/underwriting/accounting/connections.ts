import { Refusal } from "@inlay/contracts/errors.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import type { AppContext } from "../../context.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { type AccountingConnection, AccountingUnavailable } from "../../providers/accounting/port.ts";
import type { Tenant } from "../reports.ts";
import { requestAccountingData } from "./read-accounting-data.ts";

export type RequestedBy = { actor: Actor; requestId: string | null };

/** The URL of the vendor's connection page, which the portal shows in a frame. */
export async function openAccountingPage(
  app: AppContext,
  { businessId, language, origin }: { businessId: string; language: Locale; origin: string },
): Promise<{ url: string }> {
  const request = { businessId, language, parentOrigin: origin, returnUrl: null };
  return { url: await answered(() => app.accounting.openAuthorization(request)) };
}

/** The connections as the vendor reports them now. Called before a transaction begins. */
export const askAboutConnections = (app: AppContext, businessId: string): Promise<AccountingConnection[]> =>
  answered(() => app.accounting.connections(businessId));

/**
 * Sandbox only: completes the vendor's connection page on the person's behalf unless a connection is active, then reads the connections.
 */
export async function connectSandboxAccounting(app: AppContext, businessId: string): Promise<AccountingConnection[]> {
  const known = await askAboutConnections(app, businessId);
  if (known.some(({ state }) => state === "ACTIVE")) return known;
  await answered(() => app.accounting.simulateAuthorization(businessId));
  return askAboutConnections(app, businessId);
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccountingUnavailable) throw new Refusal("ACCOUNTING_UNAVAILABLE");
    throw error;
  }
}

/** Saves the vendor's connections and requests the data of those that became active. Saving the same state again changes nothing. */
export async function saveConnections(
  tx: Tx,
  { platformId, businessId }: Tenant,
  found: readonly AccountingConnection[],
  { actor, requestId }: RequestedBy,
): Promise<void> {
  for (const { connectionId, service, state } of found) {
    const changed = await tx
      .insertInto("accounting_connection")
      .values({
        platform_id: platformId,
        business_id: businessId,
        vendor_connection_id: connectionId,
        service,
        state,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["business_id", "vendor_connection_id"])
          .doUpdateSet({ service, state })
          .where("accounting_connection.state", "<>", state),
      )
      .returning("id")
      .executeTakeFirst();
    if (!changed) continue;
    await record(tx, {
      platformId,
      businessId,
      kind: "accounting_connection.updated",
      action: "accounting.supply",
      after: { state },
      body: { accountingConnectionId: changed.id, state },
      object: { kind: "accounting connection", id: changed.id },
      actor,
      requestId,
    });
    if (state === "ACTIVE") await requestAccountingData(tx, { platformId, businessId });
  }
}

/** Whether the business has an active accounting connection in the last saved state. */
export async function isAccountingLinked(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("accounting_connection")
    .select("id")
    .where("business_id", "=", businessId)
    .where("state", "=", "ACTIVE")
    .executeTakeFirst();
  return row !== undefined;
}
