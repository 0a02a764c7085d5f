import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { accessTo, listItems, type RequestedBy } from "./item.ts";
import { answered, finishLink, type Linker, refreshItem } from "./link.ts";

/**
 * Ensures that a sandbox business has a working bank link without a person at the bank's window. The vendor simulates the person; the rest
 * is the ordinary path: the token is exchanged, the numbers are encrypted and a workflow reads the transactions. A broken link is repaired,
 * a working one is left alone. Returns the ids of the working items.
 */
export async function linkSandboxBank(app: AppContext, linker: Linker, by: RequestedBy): Promise<string[]> {
  const { platformId, businessId } = linker;
  const items = () => inScope(app.pool, { platformId, businessId }, (tx) => listItems(tx, businessId));
  const working = async () =>
    (await items()).filter(({ status }) => status === "CREATED" || status === "CONNECTED").map(({ itemId }) => itemId);

  for (const { itemId: id, status } of await items()) {
    const access = status === "DISCONNECTED" ? await accessTo(app, { id, platformId, businessId }) : null;
    if (!access) continue;
    await answered(() => app.bankLinking.simulateRepair(access));
    await refreshItem(app, linker, id, by);
  }
  const known = await working();
  if (known.length > 0) return known;

  const publicToken = await answered(() => app.bankLinking.simulateLink(businessId));
  try {
    await finishLink(app, linker, publicToken, by);
  } catch (error) {
    // A concurrent request has linked the bank.
    const isLinked = error instanceof Refusal && error.code === "INSTITUTION_ALREADY_LINKED";
    if (!isLinked || (await working()).length === 0) throw error;
  }
  return working();
}
