import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { accessTo, listItems, type RequestedBy } from "./item.ts";
import { answered, finishLink, type Linker, refreshItem } from "./link.ts";

/**
 * Sees to it that a business of the sandbox has a bank that works, without anybody at its window. The vendor plays the person; from there
 * it is the ordinary way: the token is exchanged, the numbers are sealed and the transactions are read by their story. What broke is
 * repaired, and what works is left alone. Returns the banks that work.
 */
export async function playBank(app: AppContext, linker: Linker, by: RequestedBy): Promise<string[]> {
  const { platformId, businessId } = linker;
  const items = () => inScope(app.pool, { platformId, businessId }, (tx) => listItems(tx, businessId));
  const working = async () =>
    (await items()).filter(({ status }) => status === "CREATED" || status === "CONNECTED").map(({ itemId }) => itemId);

  for (const { itemId: id, status } of await items()) {
    const access = status === "DISCONNECTED" ? await accessTo(app, { id, platformId, businessId }) : null;
    if (!access) continue;
    await answered(() => app.bankLinking.playRepair(access));
    await refreshItem(app, linker, id, by);
  }
  const known = await working();
  if (known.length > 0) return known;

  const publicToken = await answered(() => app.bankLinking.playLink(businessId));
  try {
    await finishLink(app, linker, publicToken, by);
  } catch (error) {
    // Whoever asked at the same moment was faster, and the bank is linked.
    const isLinked = error instanceof Refusal && error.code === "INSTITUTION_ALREADY_LINKED";
    if (!isLinked || (await working()).length === 0) throw error;
  }
  return working();
}
