import { isLinked } from "@inlay/lending/banking/bank-item.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope } from "../db/scope.ts";
import { BankRefused, RelinkNeeded } from "../providers/bank-linking/port.ts";
import { accessTo, listItems } from "./item.ts";

type Tenant = { platformId: string; businessId: string };

/** The current balances of all linked accounts of a business by the vendor's account id, read from the banks at the same time. */
export async function readBalances(app: AppContext, tenant: Tenant): Promise<ReadonlyMap<string, Cents>> {
  const { items, now } = await inScope(app.pool, tenant, async (tx) => ({
    items: (await listItems(tx, tenant.businessId)).filter(({ status }) => isLinked(status)),
    now: await businessNow(tx, tenant.businessId),
  }));
  const read = await Promise.all(
    items.map(async ({ itemId }) => {
      const access = await accessTo(app, { id: itemId, platformId: tenant.platformId, businessId: tenant.businessId });
      if (!access) return [];
      return app.bankLinking.balances(access, now).catch((error: unknown) => {
        // Only the owner can repair the link, and is asked to. Without a balance, its account is not counted.
        if (error instanceof RelinkNeeded || error instanceof BankRefused) return [];
        throw error;
      });
    }),
  );
  return new Map(
    read
      .flat()
      .flatMap(({ accountId, currentCents }) => (currentCents === null ? [] : [[accountId, currentCents] as const])),
  );
}
